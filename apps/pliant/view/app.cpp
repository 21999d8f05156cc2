#include "pliant/view/app.h"

#include <epoxy/gl.h>
#include <imgui_internal.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

#include "core/error.h"
#include "core/files.h"
#include "pliant/view/panels.h"

namespace pliant::view {

namespace {

constexpr double look_at_disk_every = 0.4, autosave_every = 20;  // [s]

// Where there is no graphics card, pictures of things that move are drawn with fewer pixels, and sharp again when all
// is still.
constexpr double still_after = 0.25, affordable = 0.03;  // [s]

float affordable_share(double full_cost) {
    const double share = std::sqrt(affordable / full_cost);
    return share > 0.8 ? 1.0f : share > 0.6 ? 0.7f : share > 0.42 ? 0.5f : 0.34f;
}

double clock_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

App::App(Window& w, ViewOptions o) : window(w), options(std::move(o)) {
    picture_.renderer = std::make_unique<render::Renderer>();
    left_width *= w.content_scale();
    right_width *= w.content_scale();
    bottom_height *= w.content_scale();
    look.text_scale = w.content_scale();
    last_frame_ = last_autosave_ = now();
}

App::~App() = default;

double App::now() const { return clock_seconds(); }

// ---- one picture

void App::measure() {
    // Not faster than wanted: frames that are not drawn leave time for the simulation.
    const double rate = options.display_rate;
    // The display itself sees to it that it is not faster than it can show.
    const bool synced = window.waits_for_display() && rate >= window.refresh_rate();
    if (rate > 0 && !synced) {
        const double wait = last_frame_ + 1 / rate - now();
        if (wait > 0) std::this_thread::sleep_for(std::chrono::duration<double>(wait));
    }
    const double seconds = std::max(now() - last_frame_, 1e-6);
    last_frame_ += seconds;
    pictures_.push_back(last_frame_);
    while (pictures_.size() > 2 && pictures_.front() < last_frame_ - 1) pictures_.pop_front();
    if (pictures_.size() > 1)
        display_rate = static_cast<double>(pictures_.size() - 1) / (pictures_.back() - pictures_.front());
    frame_history.add(static_cast<float>(seconds * 1e3));
}

void App::handle_player_events() {
    if (!player) return;
    for (const std::string& error : player->take_errors()) show_error(error);
    if (Simulation* simulation = player->simulation())
        for (const std::string& warning : simulation->take_report()) show_notice(warning, Notice::Kind::warning);
    const u64 frame = state.frame;
    const std::string paused_by = state.paused_by;
    state = player->state();
    moment = paint.shown(*this, player->moment());
    compared = player->compared_moment();
    if (!state.paused_by.empty() && state.paused_by != paused_by) show_notice("Paused at " + state.paused_by);
    if (moment && !camera_set && view().height > 1) reset_camera();
    if (state.frame != frame && state.ready) {
        step_history.add(static_cast<float>(state.step_milliseconds));
        for (size_t i = 0; i < static_cast<size_t>(Stage::count); ++i)
            stage_history[i].add(static_cast<float>(state.statistics.seconds[i] * 1e3));
    }
}

void App::take_keys() {
    for (const std::string& path : window.dropped) drop(path);
    if (window.close_requested) {
        window.close_requested = false;
        quit();
    }
    const bool dialog = ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
    if (dialog && asking.empty() && ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape)))
        ImGui::ClosePopupToLevel(0, true);  // menus; dialogs know by themselves
    if (ImGui::GetIO().WantTextInput || !asking.empty() || dialog) return;
    for (const KeyPress& press : window.keys)
        for (const Shortcut& s : shortcuts())
            if (s.run && s.key == press.key && s.mods == (press.mods & 7)) {
                s.run(*this);
                break;
            }
}

void App::update() {
    measure();
    ui::items().begin_frame();
    handle_player_events();
    keys.update(*this);
    take_keys();
    menu_bar(*this);
    outliner(*this);
    right_panel(*this);
    timeline(*this);
    viewport_panel(*this);
    notices_panel(*this);
    examples_browser(*this);
    help_panel(*this);
    text_editor(*this);
    file_dialog(*this);
    dialogs(*this);
    if (document.revision() != taken_revision_) apply_document();
    if (now() > last_disk_check_ + look_at_disk_every) {
        last_disk_check_ = now();
        check_disk();
    }
    if (now() > last_autosave_ + autosave_every) {
        last_autosave_ = now();
        try {
            document.autosave();
        } catch (const Error& e) {
            show_notice(e.what(), Notice::Kind::warning);
        }
    }
    window.set_title((document.saved() ? "" : "• ") + document.title() + " – Pliant");
}

void App::draw() {
    const Window::Size pixels = window.pixels();
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, pixels.width, pixels.height);
    glDisable(GL_SCISSOR_TEST);
    glClearColor(0.1f, 0.1f, 0.11f, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    if (!moment || view().width < 8 || view().height < 8) return;
    look.paint = paint.look(*this);
    const auto shown = filtered_.of(moment, hiding), other = compared ? second_filtered_.of(compared, hiding) : nullptr;
    if (other && split) {
        if (!second_picture_.renderer) second_picture_.renderer = std::make_unique<render::Renderer>();
        const float half = std::floor(view().width / 2);
        draw_moment(second_picture_, *other, 0, half - 1);
        draw_moment(picture_, *shown, half + 1, half - 1);
    } else {
        draw_moment(picture_, other && compare_a ? *other : *shown, 0, view().width);
    }
}

std::string App::look_words() const {
    std::string words = hiding.isolated + "|" + std::to_string(static_cast<int>(selection.what)) + selection.name;
    if (look.paint) words += "|" + std::to_string(look.paint->version);
    for (const bool b :
         {look.gloss, look.shadows, look.textures, look.both_sides, look.background, look.legend, look.wireframe})
        words += b ? '1' : '0';
    for (size_t i = 0; i < render::layers().size(); ++i) words += look.layers.has(i) ? '1' : '0';
    for (const std::string& name : hiding.hidden) words += "," + name;
    return words;
}

void App::draw_moment(Picture& p, const render::Moment& shown, float left, float width) {
    const Window::Size size = window.size(), pixels = window.pixels();
    const float sx = static_cast<float>(pixels.width) / static_cast<float>(std::max(size.width, 1)),
                sy = static_cast<float>(pixels.height) / static_cast<float>(std::max(size.height, 1));
    const u32 w = static_cast<u32>(width * sx), h = static_cast<u32>(view().height * sy);
    const std::string words = look_words();
    const bool same = p.moment == shown.number && p.width == w && p.height == h && p.camera.eye == camera.eye &&
                      p.camera.target == camera.target && p.camera.fov == camera.fov && p.look == words;
    if (!same) p.changed_at = now();
    const float share = now() < p.changed_at + still_after ? affordable_share(p.full_cost) : 1;
    if (!same || (share == 1 && p.share < 1)) {
        look.selected.clear();
        for (const render::ShownBody& body : shown.bodies)
            if (selection.is(Selection::What::body, body.name)) look.selected.push_back(body.id);
        look.selected_character = selection.what == Selection::What::character ? selection.name : "";
        look.hidden = hidden_bodies(shown);
        look.text_scale = window.content_scale() * share;
        const double begin = now();
        p.renderer->draw(shown, camera, look, std::max(1u, static_cast<u32>(static_cast<float>(w) * share)),
                         std::max(1u, static_cast<u32>(static_cast<float>(h) * share)));
        glFinish();
        p.full_cost += ((now() - begin) / (share * share) - p.full_cost) * 0.3;
        look.hidden = nullptr;
        p.moment = shown.number;
        p.camera = camera;
        p.width = w;
        p.height = h;
        p.look = words;
        p.share = share;
    }
    const float bottom = static_cast<float>(size.height) - viewport.high.y;
    p.renderer->show_in_window({static_cast<u32>((viewport.low.x + left) * sx), static_cast<u32>(bottom * sy), w, h});
}

bool App::sharp() const { return picture_.share == 1; }

std::function<bool(BodyId)> App::hidden_bodies(const render::Moment& of) const {
    std::set<std::pair<u32, u32>> out;
    for (const render::ShownBody& body : of.bodies)
        if (is_hidden(body.name)) out.insert({body.id.slot, body.id.generation});
    if (out.empty()) return nullptr;
    return [out = std::move(out)](BodyId id) { return out.count({id.slot, id.generation}) > 0; };
}

// ---- the view

void App::show_notice(const std::string& text, Notice::Kind kind, const std::string& action,
                      std::function<void()> run) {
    const double seconds = kind == Notice::Kind::info ? (action.empty() ? 4 : 12) : 15;
    std::erase_if(notices, [&](const Notice& n) { return n.text == text; });
    notices.push_back({kind, text, now() + seconds, action, std::move(run)});
    if (notices.size() > 5) notices.erase(notices.begin());
}

void App::isolate(const std::string& name) { hiding.isolated = hiding.isolated == name ? "" : name; }

Box App::bounds_of(const Selection& thing) const {
    Box box;
    if (!moment) return box;
    for (const render::ShownBody& body : moment->bodies)
        if (thing.is(Selection::What::body, body.name)) box.add(body.bounds);
    for (const render::ShownBody& character : moment->characters)
        if (thing.is(Selection::What::character, character.name)) box.add(character.bounds);
    for (const render::ShownCollider& c : moment->colliders)
        if (thing.is(Selection::What::collider, c.name) && c.shape.kind != ShapeKind::plane)
            box.add(c.shape.bounds(c.pose));
    return box;
}

void App::frame_selected() {
    if (!moment) return;
    Box box = bounds_of(selection);
    if (box.empty()) box = moment->bounds();
    camera = framed(camera, box, view());
}

void App::reset_camera() {
    if (!moment) return;
    if (scene && !scene->cameras.empty()) {
        camera = render::scene_camera(scene->cameras[0], *moment, moment->time);
        // Cameras are made for wide pictures: between panels, from further away, as much is seen to the sides.
        constexpr float wide = 1.6f;
        if (view().aspect() < wide) camera = zoomed(camera, std::max(view().aspect() / wide, 0.5f));
    } else {
        camera = render::usual_camera(*moment, view().aspect());
    }
    camera_set = true;
}

PickRay App::ray_at(float x, float y) const {
    float left = viewport.low.x, width = view().width;
    if (compared && split) {  // both halves show the same
        width /= 2;
        if (x > left + width) left += width;
    }
    const float u = (x - left) / std::max(width, 1.0f), v = (y - viewport.low.y) / std::max(view().height, 1.0f);
    return {camera.eye, camera.ray(u, v, width / std::max(view().height, 1.0f))};
}

std::optional<Picked> App::pick_at(float x, float y) const {
    if (!moment) return {};
    return pick(*moment, ray_at(x, y), [this](const std::string& name) { return is_hidden(name); });
}

void App::take_picture(const std::string& path) {
    if (!moment) return;
    try {
        render::Look clean = look;
        clean.selected.clear();
        clean.selected_character.clear();
        clean.hidden = hidden_bodies(*moment);
        picture_.moment = 0;  // the window's own has to be drawn again
        picture_.renderer->draw(*filtered_.of(moment, hiding), camera, clean, static_cast<u32>(picture_width),
                                static_cast<u32>(picture_height));
        save_png(picture_.renderer->read(), path);
        show_notice("Saved " + path);
    } catch (const Error& e) {
        show_error(e.what());
    }
}

// A scene with changes that are not saved is written beside its file, for others to read.
std::pair<std::string, bool> App::scene_file_for(const std::string& purpose) {
    if (!document.path().empty() && document.saved()) return {document.path(), false};
    const std::string path = document.folder() + "." + purpose + ".scene.json";
    write_file(path, document.text());
    return {path, true};
}

void App::start_film(const std::string& path) {
    try {
        const auto [file, passing] = scene_file_for("film");
        film.start({"render", file, "-o", path},
                   {"Making " + path, "Saved " + path, "the film was not made", "The film was stopped"},
                   passing ? file : "");
    } catch (const Error& e) {
        show_error(e.what());
    }
}

}  // namespace pliant::view
