#include "pliant/view/script_driver.h"

#include <GLFW/glfw3.h>
#include <epoxy/gl.h>

#include <cstdio>
#include <filesystem>

#include "core/error.h"
#include "core/files.h"
#include "core/text.h"

namespace pliant::view {

namespace {

constexpr double patience = 60;       // [s] for a condition
constexpr double look_for_item = 20;  // [s] for something to click

int button_named(const std::string& word) {
    return word == "right" ? GLFW_MOUSE_BUTTON_RIGHT : word == "middle" ? GLFW_MOUSE_BUTTON_MIDDLE : 0;
}

int modifier_named(const std::string& word) {
    if (word == "shift") return GLFW_KEY_LEFT_SHIFT;
    if (word == "ctrl") return GLFW_KEY_LEFT_CONTROL;
    return GLFW_KEY_LEFT_ALT;
}

}  // namespace

ScriptDriver::ScriptDriver(App& app, std::string file)
    : app_(app), file_(std::move(file)), lines_(parse_script(read_file(file_), file_)) {
    app_.window.script_mouse(-1, -1);
    app_.window.wait_for_display(false);
}

void ScriptDriver::add_once(std::function<void()> task) {
    add([task = std::move(task)] {
        task();
        return true;
    });
}

void ScriptDriver::add_wait(int frames) {
    add([left = frames]() mutable { return left-- <= 0; });
}

void ScriptDriver::fail(const std::string& why) {
    if (!trouble_.empty()) return;
    trouble_ = file_ + ":" + std::to_string(at_ ? at_->number : 0) + ": " + why;
    screenshot_ = "failed.png";
    tasks_.clear();
    done_ = true;
}

void ScriptDriver::before_frame() {
    if (done_) return;
    while (tasks_.empty()) {
        if (next_ == lines_.size()) {
            done_ = true;
            return;
        }
        at_ = &lines_[next_++];
        begin(*at_);
        if (done_) return;
    }
    try {
        Task& task = tasks_.front();
        if (task() && !tasks_.empty()) tasks_.pop_front();
    } catch (const Error& e) {
        fail(e.what());
    }
}

void ScriptDriver::after_draw() {
    if (screenshot_.empty()) return;
    const Window::Size size = app_.window.pixels();
    render::Image image{static_cast<u32>(size.width), static_cast<u32>(size.height), {}};
    std::vector<u8> rows(static_cast<size_t>(size.width) * static_cast<size_t>(size.height) * 4);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, size.width, size.height, GL_RGBA, GL_UNSIGNED_BYTE, rows.data());
    const size_t row = static_cast<size_t>(size.width) * 4;
    for (size_t y = image.height; y-- > 0;)
        image.rgba.insert(image.rgba.end(), rows.begin() + static_cast<std::ptrdiff_t>(y * row),
                          rows.begin() + static_cast<std::ptrdiff_t>((y + 1) * row));
    for (size_t i = 3; i < image.rgba.size(); i += 4) image.rgba[i] = 255;
    save_png(image, std::exchange(screenshot_, {}));
}

void ScriptDriver::closed() {
    if (done_) return;
    const auto is_closed = [](const ScriptLine& line) { return line.words[0].text == "closed"; };
    const bool waits = (at_ && is_closed(*at_)) || (next_ < lines_.size() && is_closed(lines_[next_]));
    done_ = true;
    if (!waits) fail("the window was closed here");
}

// ---- steps

void ScriptDriver::begin(const ScriptLine& line) {
    const Words& w = line.words;
    const std::string& verb = w[0].text;
    try {
        if (verb == "wait") return wait(w);
        if (verb == "move" || verb == "click" || verb == "drag" || verb == "scroll") return mouse(w);
        if (verb == "key" || verb == "type") return key(w);
        if (verb == "drop" || verb == "replace" || verb == "copy" || verb == "open") return files(w);
        if (verb == "assert")
            return add_once([this, &w] {
                if (!holds({w.begin() + 1, w.end()})) fail("this does not hold: " + last_found_);
            });
        if (verb == "remember" && w.size() >= 4 && w[2].text == "=")
            return add_once([this, &w] { remembered_[w[1].text] = value(w, 3, w.size()); });
        if (verb == "screenshot" && w.size() == 2) {
            add([this, &w] {
                if (!app_.sharp() && !app_.state.playing) return false;
                screenshot_ = w[1].text;
                return true;
            });
            return add_wait(1);
        }
        if (verb == "closed") {
            const double until = app_.now() + patience;
            return add([this, until] {
                if (app_.now() > until) fail("the window is still open");
                return false;
            });
        }
        if (verb == "close") return add_once([this] { app_.window.close_requested = true; });
        if (verb == "print")
            return add_once([this, &w] { std::fprintf(stderr, "%s\n", words_of(value(w, 1, w.size())).c_str()); });
        fail("there is no step " + in_quotes(verb));
    } catch (const Error& e) {
        fail(e.what());
    }
}

void ScriptDriver::wait(const Words& w) {
    if (w.size() >= 2 && w[1].text == "until") {
        const double until = app_.now() + patience;
        return add([this, &w, until] {
            if (holds({w.begin() + 2, w.end()})) return true;
            if (app_.now() > until) fail("waited too long: " + last_found_);
            return false;
        });
    }
    const auto frames = w.size() >= 2 ? parse_integer(w[1].text) : std::nullopt;
    if (!frames) return fail("expected: wait 10 frames, or wait until frame >= 60");
    add_wait(static_cast<int>(*frames));
}

ScriptDriver::Where ScriptDriver::where(const Words& w, size_t at) {
    if (at >= w.size()) throw Error({"", "no place is given", "\"a label\", body NAME, or x y", ""});
    const std::string name = w[at].text;
    if (w[at].quoted) {
        float fx = 0.5f, fy = 0.5f;
        size_t used = 1;
        if (at + 3 < w.size() && w[at + 1].text == "at") {
            fx = static_cast<float>(parse_number(w[at + 2].text).value_or(0.5));
            fy = static_cast<float>(parse_number(w[at + 3].text).value_or(0.5));
            used = 4;
        }
        return {[name, fx, fy]() -> std::optional<Place> {
                    const ui::Rectangle* r = ui::items().find(name);
                    if (!r || !r->visible) return {};
                    return Place{r->low.x + (r->high.x - r->low.x) * fx, r->low.y + (r->high.y - r->low.y) * fy};
                },
                used, in_quotes(name)};
    }
    if (name == "body" || name == "collider" || name == "character") {
        const std::string thing = at + 1 < w.size() ? w[at + 1].text : "";
        const auto what = name == "body"       ? Selection::What::body
                          : name == "collider" ? Selection::What::collider
                                               : Selection::What::character;
        return {[this, thing, what]() -> std::optional<Place> {
                    const Box box = app_.bounds_of({what, thing});
                    if (box.empty()) return {};
                    const auto s = on_screen(app_.camera, box.center(), app_.view());
                    if (!s) return {};
                    return Place{app_.viewport.low.x + s->x, app_.viewport.low.y + s->y};
                },
                2, name + " " + thing};
    }
    const auto x = parse_number(name), y = at + 1 < w.size() ? parse_number(w[at + 1].text) : std::nullopt;
    if (!x || !y) throw Error({"", "no place: " + in_quotes(name), "\"a label\", body NAME, or x y", ""});
    return {[x, y]() -> std::optional<Place> {
                return Place{static_cast<float>(*x), static_cast<float>(*y)};
            },
            2, name};
}

void ScriptDriver::go_to(const Where& place, Place by) {
    const double until = app_.now() + look_for_item;
    add([this, place, by, until] {
        const auto found = place.find();
        if (found) {
            app_.window.script_mouse(found->x + by.x, found->y + by.y);
            return true;
        }
        if (app_.now() > until) fail(place.name + " is not on the window");
        return false;
    });
}

void ScriptDriver::button(int number, bool down) {
    add_once([this, number, down] { app_.window.on_button(number, down ? GLFW_PRESS : GLFW_RELEASE, 0); });
}

void ScriptDriver::mouse(const Words& w) {
    const std::string& verb = w[0].text;
    if (verb == "scroll") {
        const double by = w.size() > 1 ? parse_number(w[1].text).value_or(1) : 1;
        add_once([this, by] { app_.window.on_scroll(0, by); });
        return add_wait(1);
    }
    const Where from = where(w, 1);
    go_to(from);
    add_wait(1);
    if (verb == "move") return;
    int number = 0, held = 0;
    bool twice = false;
    for (size_t i = 1 + from.words; i < w.size(); ++i) {
        const std::string& word = w[i].text;
        if (word == "right" || word == "middle") number = button_named(word);
        if (word == "double") twice = true;
        if (word == "holding" && i + 1 < w.size()) held = modifier_named(w[i + 1].text);
    }
    if (held) add_once([this, held] { app_.window.on_key(held, GLFW_PRESS, 0); });
    if (verb == "click") {
        for (int i = 0; i < (twice ? 2 : 1); ++i) {
            button(number, true);
            button(number, false);
        }
    } else {
        const size_t next = 1 + from.words;
        const bool by = next < w.size() && w[next].text == "by";
        if (next >= w.size() || (!by && w[next].text != "to"))
            return fail("expected: drag PLACE by X Y, or drag PLACE to PLACE");
        button(number, true);
        constexpr int steps = 12;
        auto begin = std::make_shared<Place>(), end = std::make_shared<Place>();
        const Where to = where(w, next + 1);
        add_once([this, begin, end, to, by] {
            *begin = {static_cast<float>(app_.window.mouse_x()), static_cast<float>(app_.window.mouse_y())};
            const auto found = to.find();
            if (!found) return fail(to.name + " is not on the window");
            *end = by ? Place{begin->x + found->x, begin->y + found->y} : *found;
        });
        for (int i = 1; i <= steps; ++i)
            add_once([this, begin, end, i] {
                const float t = static_cast<float>(i) / steps;
                app_.window.script_mouse(begin->x + (end->x - begin->x) * t, begin->y + (end->y - begin->y) * t);
            });
        add_wait(2);
        for (size_t i = next; i < w.size(); ++i)  // "hold 30": frames before it is let go
            if (w[i].text == "hold" && i + 1 < w.size())
                add_wait(static_cast<int>(parse_integer(w[i + 1].text).value_or(0)));
        button(number, false);
    }
    if (held) add_once([this, held] { app_.window.on_key(held, GLFW_RELEASE, 0); });
    add_wait(2);
}

void ScriptDriver::key(const Words& w) {
    if (w.size() != 2) return fail("expected: key ctrl+z, or type \"words\"");
    if (w[0].text == "type") {
        add_once([this, &w] {
            for (const char c : w[1].text) app_.window.on_character(static_cast<u8>(c));
        });
        return add_wait(2);
    }
    const auto key = parse_key(w[1].text);
    if (!key) return fail("there is no key " + in_quotes(w[1].text) + "; docs/commands/view.md lists them");
    const auto modifiers = [this, mods = key->mods](int action) {
        for (const auto& [mod, code] :
             {std::pair{GLFW_MOD_CONTROL, GLFW_KEY_LEFT_CONTROL}, std::pair{GLFW_MOD_SHIFT, GLFW_KEY_LEFT_SHIFT},
              std::pair{GLFW_MOD_ALT, GLFW_KEY_LEFT_ALT}})
            if (mods & mod) app_.window.on_key(code, action, mods);
    };
    add_once([this, k = *key, modifiers] {
        modifiers(GLFW_PRESS);
        app_.window.on_key(k.key, GLFW_PRESS, k.mods);
        if (k.character) app_.window.on_character(k.character);
    });
    add_once([this, k = *key, modifiers] {
        app_.window.on_key(k.key, GLFW_RELEASE, k.mods);
        modifiers(GLFW_RELEASE);
    });
    add_wait(2);
}

void ScriptDriver::files(const Words& w) {
    const std::string& verb = w[0].text;
    if (verb == "drop" && w.size() == 2) return add_once([this, &w] { app_.window.on_drop({w[1].text}); });
    if (verb == "open" && w.size() == 2) return add_once([this, &w] { app_.open(w[1].text); });
    if (verb == "copy" && w.size() == 3) return add_once([&w] { write_file(w[2].text, read_file(w[1].text)); });
    if (verb == "replace" && w.size() == 4)
        return add_once([this, &w] {
            std::string text = read_file(w[1].text);
            const size_t at = text.find(w[2].text);
            if (at == std::string::npos) return fail(w[1].text + " does not contain " + in_quotes(w[2].text));
            const auto before = std::filesystem::last_write_time(w[1].text);
            write_file(w[1].text, text.replace(at, w[2].text.size(), w[3].text));
            std::filesystem::last_write_time(w[1].text, before + std::chrono::seconds(2));
        });
    fail("expected: drop FILE, open FILE, copy FILE FILE, or replace FILE \"old\" \"new\"");
}

// ---- conditions

bool ScriptDriver::holds(const Words& w) {
    size_t comparison = 0;
    while (comparison < w.size() && (w[comparison].quoted || !is_comparison(w[comparison].text))) ++comparison;
    const ScriptValue found = value(w, 0, comparison);
    last_found_.clear();
    for (const ScriptWord& word : w) last_found_ += (last_found_.empty() ? "" : " ") + word.text;
    last_found_ += ", found " + in_quotes(words_of(found));
    if (comparison == w.size()) return words_of(found) != "0" && words_of(found) != "" && words_of(found) != "nothing";
    return compare(found, w[comparison].text, operand(w, comparison + 1));
}

ScriptValue ScriptDriver::operand(const Words& w, size_t begin) {
    if (begin >= w.size()) throw Error({"", "nothing to compare with", "", ""});
    ScriptValue v = w[begin].text;
    if (!w[begin].quoted && w[begin].text[0] == '$') {
        const auto known = remembered_.find(w[begin].text.substr(1));
        if (known == remembered_.end())
            throw Error({"", "nothing is remembered as " + in_quotes(w[begin].text), "", ""});
        v = known->second;
    }
    if (begin + 2 < w.size()) {
        const auto a = parse_number(words_of(v)), b = parse_number(w[begin + 2].text);
        if (a && b && w[begin + 1].text == "*") return *a * *b;
        if (a && b && w[begin + 1].text == "+") return *a + *b;
        if (a && b && w[begin + 1].text == "-") return *a - *b;
    }
    return v;
}

static std::string hex(u64 hash) {
    char words[32];
    std::snprintf(words, sizeof words, "h%016llx", static_cast<unsigned long long>(hash));
    return words;
}

ScriptValue ScriptDriver::value(const Words& w, size_t begin, size_t end) {
    if (begin >= end) throw Error({"", "no value is named", "", ""});
    const std::string& what = w[begin].text;
    const auto word = [&](size_t i) { return begin + i < end ? w[begin + i].text : std::string(); };
    const auto number = [](auto v) { return ScriptValue(static_cast<double>(v)); };
    // As the player has it now: the window may be a frame behind.
    const PlayerState s = app_.player ? app_.player->state() : PlayerState{};
    if (what == "frame") return number(s.frame);
    if (what == "frames") return number(s.frame_count);
    if (what == "playing") return number(s.playing);
    if (what == "paused") return number(!s.playing);
    if (what == "ready") return number(s.ready && app_.moment != nullptr);
    if (what == "idle") return number(s.ready && !s.busy);
    if (what == "time") return s.time;
    if (what == "duration") return number(s.duration);
    if (what == "hash")
        return hex(end - begin > 1 ? app_.player->hash_of(static_cast<u64>(parse_integer(word(1)).value_or(0)))
                                   : s.hash);
    if (what == "mismatches") return number(s.mismatches);
    if (what == "simulated_again") return number(s.simulated_again);
    if (what == "display_rate") return app_.display_rate;
    if (what == "step_rate") return s.steps_per_second;
    if (what == "particles" && word(1) == "chosen") return number(app_.particles.count());
    if (what == "particles" && word(1) == "held")
        return number(app_.particles.count(app_, render::ParticleState::held));
    if (what == "particles" && word(1) == "no_contact")
        return number(app_.particles.count(app_, render::ParticleState::contact_disabled));
    if (what == "particles") return number(s.particles);
    if (what == "clip") {  // of a character, or of the guide of a body
        for (const bool character : {true, false})
            if (const ClipState* p = s.clip_state_of(character, word(1)))
                return word(2) == "time" ? number(p->time)
                       : word(2) == "motion"
                           ? ScriptValue(std::string(p->motion == ClipState::Motion::playing  ? "playing"
                                                     : p->motion == ClipState::Motion::paused ? "paused"
                                                                                              : "stopped"))
                           : ScriptValue(p->clip);
        return std::string("nothing");
    }
    if (what == "loop") return number(s.loop);
    if (what == "stale") {
        u64 stale = 0;
        for (const Stretch& stretch : app_.player->stretches())
            if (stretch.stale) stale += stretch.end - stretch.begin;
        return number(stale);
    }
    if (what == "comparing") return number(s.comparing);
    if (what == "saved") return number(app_.document.saved());
    if (what == "dialog") return app_.asking.empty() ? std::string("none") : app_.asking;
    if (what == "selection") return app_.selection.name.empty() ? std::string("nothing") : app_.selection.name;
    if (what == "isolated") return app_.hiding.isolated;
    if (what == "hidden") return number(app_.is_hidden(word(1)));
    if (what == "title") return app_.document.title();
    if (what == "bodies") return number(app_.moment ? app_.moment->bodies.size() : 0);
    if (what == "painted") return app_.paint.mean();
    if (what == "camera")
        return number(word(1) == "distance"
                          ? app_.camera.distance()
                          : app_.camera.eye[std::max(0, static_cast<int>(std::string("xyz").find(word(1))))]);
    if (what == "body" || what == "collider" || what == "character") {
        const auto sort = what == "body"       ? Selection::What::body
                          : what == "collider" ? Selection::What::collider
                                               : Selection::What::character;
        const Box box = app_.bounds_of({sort, word(1)});
        if (box.empty()) return std::string("nothing");
        const size_t axis = std::string("xyz").find(word(2));
        return number(box.center()[axis == std::string::npos ? 1 : static_cast<int>(axis)]);
    }
    if (what == "parameter") {
        const auto there = find_value(app_.document.text(), word(1));
        return there ? app_.document.text().substr(there->begin, there->size()) : std::string("nothing");
    }
    if (what == "file") return std::filesystem::exists(word(1)) ? read_file(word(1)) : std::string("nothing");
    if (what == "item") return number(ui::items().find(word(1)) != nullptr && ui::items().find(word(1))->visible);
    if (what == "text") return number(ui::items().shows(word(1)));
    throw Error({"", "there is no value " + in_quotes(what), "", "docs/commands/view.md lists them"});
}

}  // namespace pliant::view
