#include "pliant/view/key_editor.h"

#include <algorithm>
#include <cmath>

#include "core/text.h"
#include "pliant/view/app.h"
#include "world/parameters.h"

namespace pliant::view {

namespace {

constexpr float key_reach_pixels = 8;  // how near the mouse must come to a key

ImU32 color_of(const KeyTrack& track, u32 component) {
    return track.components() == 1 ? ui::palette().accent : ui::palette().axis[component];
}

void diamond(ImVec2 at, float r, ImU32 color, bool chosen) {
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    draw.AddQuadFilled({at.x, at.y - r}, {at.x + r, at.y}, {at.x, at.y + r}, {at.x - r, at.y}, color);
    const ImU32 rim = chosen ? IM_COL32(255, 255, 255, 255) : IM_COL32(16, 18, 20, 255);
    draw.AddQuad({at.x, at.y - r}, {at.x + r, at.y}, {at.x, at.y + r}, {at.x - r, at.y}, rim, chosen ? 2.0f : 1.0f);
}

// 1, 2 or 5 times a power of ten, about a quarter of a range.
double tick_of(double range) {
    const double rough = range / 4, power = std::pow(10.0, std::floor(std::log10(std::max(rough, 1e-12))));
    for (const double m : {1.0, 2.0, 5.0})
        if (m * power >= rough) return m * power;
    return 10 * power;
}

// What the axis of a curve reaches over.
std::pair<double, double> value_range(const KeyTrack& track) {
    if (track.row->type == ParameterType::boolean) return {-0.25, 1.25};
    double low = 1e300, high = -1e300;
    for (const Vec3d& v : track.keys.values)
        for (u32 k = 0; k < track.components(); ++k) {
            low = std::min(low, v[k]);
            high = std::max(high, v[k]);
        }
    const double flat = std::max(0.25 * std::fabs(low), 0.5);
    const double pad = high - low > 1e-9 ? 0.18 * (high - low) : flat;
    return {low - pad, high + pad};
}

std::string words_of(const KeyTrack& track, const Vec3d& v) {
    if (track.row->type == ParameterType::boolean) return v.x != 0 ? "true" : "false";
    std::string words = short_number(v.x, 4);
    for (u32 k = 1; k < track.components(); ++k) words += ", " + short_number(v[k], 4);
    return words;
}

std::string spaced(std::string name) {
    std::replace(name.begin(), name.end(), '_', ' ');
    return name;
}

// The area in which a curve is drawn.
struct Canvas {
    ImVec2 low, high;
    double bottom, top;  // values at its edges
    float y(double value) const {
        return high.y - (high.y - low.y) * static_cast<float>((value - bottom) / (top - bottom));
    }
    double per_pixel() const { return (top - bottom) / static_cast<double>(high.y - low.y); }
};

void draw_grid(const Canvas& c, const TimeScale& time, const App& app) {
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    draw.AddRectFilled(c.low, c.high, IM_COL32(0, 0, 0, 70), 3);
    const double tick = tick_of(c.top - c.bottom);
    for (double v = std::ceil(c.bottom / tick) * tick; v < c.top; v += tick) {
        const float y = c.y(v);
        draw.AddLine({c.low.x, y}, {c.high.x, y}, ui::palette().faint);
        if (y - ImGui::GetTextLineHeight() > c.low.y)
            draw.AddText({c.low.x + 4, y - ImGui::GetTextLineHeight()}, ImGui::GetColorU32(ImGuiCol_TextDisabled),
                         short_number(std::fabs(v) < tick * 1e-6 ? 0 : v, 5).c_str());
    }
    const float now = time.x(static_cast<double>(app.state.frame));
    draw.AddLine({now, c.low.y}, {now, c.high.y}, ui::palette().playhead, 1);
}

void draw_curve(const Canvas& c, const TimeScale& time, const KeyTrack& track) {
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    for (u32 k = 0; k < track.components(); ++k) {
        const ImU32 color = color_of(track, k);
        ImVec2 before;
        for (float x = c.low.x; x <= c.high.x; x += 2) {
            const ImVec2 at{x, c.y(track.keys.at(time.time(x))[static_cast<int>(k)])};
            if (x > c.low.x) draw.AddLine(before, at, color, 1.6f * ui::scale());
            before = at;
        }
    }
}

}  // namespace

void KeyEditor::update(const App& app) {
    tracks_.clear();
    const Selection& thing = app.selection;
    if (app.scene && !app.is_playback())
        for (const ParameterSet* set : parameter_sets(*app.scene, thing))
            for (KeyTrack& track : key_tracks(*set, [&](std::string_view name) { return app.path_of(thing, name); }))
                tracks_.push_back(std::move(track));
    if (!active() && !tracks_.empty()) {
        active_ = tracks_[0].path;
        chosen_ = {};
        drag_ = {};
    }
    const KeyTrack* const shown = active();
    if (chosen_ && (!shown || chosen_->key >= shown->keys.times.size())) {
        chosen_ = {};
        drag_ = {};
    }
    if (!open) focused_ = false;
}

void KeyEditor::forget() {
    tracks_.clear();
    active_.clear();
    chosen_ = {};
    drag_ = {};
    focused_ = false;
}

bool KeyEditor::show(const std::string& path) {
    for (const KeyTrack& track : tracks_)
        if (track.path == path) {
            open = true;
            active_ = path;
            chosen_ = {};
            return true;
        }
    return false;
}

const KeyTrack* KeyEditor::active() const {
    for (const KeyTrack& track : tracks_)
        if (track.path == active_) return &track;
    return nullptr;
}

double KeyEditor::last_time() const {
    double last = 0;
    for (const KeyTrack& track : tracks_) last = std::max(last, track.keys.times.back());
    return last;
}

void KeyEditor::draw_marks(const TimeScale& time, float y) const {
    const float r = 4 * ui::scale();
    for (const KeyTrack& track : tracks_) {
        const bool shown = track.path == active_;
        for (const double t : track.keys.times) {
            const float x = time.x_of_time(t);
            if (x < time.left - 1 || x > time.left + time.width + 1) continue;
            diamond({x, y}, r, shown ? ui::palette().warning : IM_COL32(170, 140, 90, 255), false);
            ui::items().add("mark " + short_number(t, 6), {{x - r, y - r}, {x + r, y + r}, true});
        }
    }
}

bool KeyEditor::delete_key(App& app) {
    const KeyTrack* const track = active();
    if (!focused_ || !chosen_ || !track) return false;
    app.change("delete a key of " + track->path, [&](Editor& e) { remove_key(e, *track, chosen_->key); });
    chosen_ = {};
    return true;
}

void KeyEditor::key_now(App& app, const std::string& path, const ParameterSet& set, const Parameter& row) {
    const double time = app.state.time;
    const Vec3d now = set.vector(row.id, time);
    const Keys* const keys = set.value(row.id).keys();
    app.change("key " + path, [&](Editor& e) {
        if (keys) return put_key(e, {path, row.name, &row, *keys}, time, now);
        begin_keys(e, path, row, time, now);
        // What stands still would stay where it is.
        if (&set.table() == &collider_table && (row.id == ColliderP::position || row.id == ColliderP::rotation) &&
            set.text(ColliderP::motion) == "static")
            e.set(app.path_of(app.selection, "motion"), quoted_json("kinematic"));
    });
    app.keys.active_ = path;
    app.document.seal();
}

// ---- panels

void KeyEditor::add_parameter(App& app) {
    ImGui::SetNextItemWidth(-1);
    const bool combo = ImGui::BeginCombo("##key a parameter", "+ key a parameter", ImGuiComboFlags_HeightLarge);
    ui::note("key a parameter");
    if (!combo) return;
    for (const ParameterSet* set : parameter_sets(*app.scene, app.selection))
        for (const Parameter& row : set->table().rows) {
            if (!row.keyed || set->keyed(row.id) || set->map(row.id)) continue;
            if (ImGui::Selectable(spaced(row.name).c_str())) {
                key_now(app, app.path_of(app.selection, row.name), *set, row);
                chosen_ = Place{0, 0};
                focused_ = true;
            }
            ui::note("key " + std::string(row.name));
            ui::tooltip(row.help);
        }
    ImGui::EndCombo();
}

void KeyEditor::list(App& app, float width) {
    ImGui::BeginChild("tracks", {width, 0});
    if (!app.selection.name.empty() || app.selection.what == Selection::What::world) {
        add_parameter(app);
    } else {
        ui::dim_text("Select something");
    }
    for (const KeyTrack& track : tracks_) {
        ImGui::PushID(track.path.c_str());
        if (ImGui::Selectable(spaced(track.name).c_str(), track.path == active_)) {
            active_ = track.path;
            chosen_ = {};
            focused_ = true;
        }
        ui::note("track " + track.name);
        ui::tooltip(track.row->help);
        const std::string now = words_of(track, track.keys.at(app.state.time));
        const float left = ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(now.c_str()).x - 4;
        if (left > ImGui::CalcTextSize(track.name.c_str()).x + 16) {
            ImGui::SameLine(left);
            ui::dim_text(now);
        }
        ImGui::PopID();
    }
    ImGui::EndChild();
}

// Buttons for what can be done to keys, and the numbers of the one that is chosen.
void KeyEditor::toolbar(App& app, const KeyTrack& track) {
    const double now = app.state.time;
    if (ui::button("Key here", "A key at the time that is shown, with the value of the curve there.")) {
        app.change("key " + track.path, [&](Editor& e) { put_key(e, track, now, track.keys.at(now)); });
        app.document.seal();
        focused_ = true;
    }
    ImGui::SameLine();
    ImGui::BeginDisabled(!chosen_);
    if (ui::button("Delete key", "The one that is chosen (Delete). The last one leaves its value.")) {
        focused_ = true;
        delete_key(app);
    }
    ImGui::EndDisabled();
    ImGui::SameLine();
    int ease = static_cast<int>(track.keys.ease);
    if (ui::choice("##ease", ease, {"linear", "smooth", "step"}, 84 * ui::scale()))
        app.change("ease of " + track.path, [&](Editor& e) { set_ease(e, track, static_cast<Ease>(ease)); });
    ui::tooltip("How the value goes from one key to the next");
    ImGui::SameLine();
    bool loop = track.keys.loop;
    if (ui::checkbox("loop keys", loop, "After the last key it begins again with the first."))
        app.change("loop " + track.path, [&](Editor& e) { set_key_loop(e, track, loop); });
    if (!chosen_) {
        ImGui::SameLine(0, 14 * ui::scale());
        ImGui::AlignTextToFramePadding();
        ui::dim_text("drag a key · double click for a new one");
        return ui::tooltip("Shift moves a key in time or in value alone, Ctrl in steps.");
    }
    double time = track.keys.times[chosen_->key];
    Vec3d value = track.keys.values[chosen_->key];
    const auto write = [&](double t, const Vec3d& v) {
        app.change(
            "change a key of " + track.path, [&](Editor& e) { move_key(e, track, chosen_->key, t, v); },
            "key " + track.path);
    };
    const auto field = [&](const char* label, double& number, const char* format, float speed) {
        ImGui::SameLine(0, 8 * ui::scale());
        ImGui::SetNextItemWidth(84 * ui::scale());
        const bool changed = ImGui::DragScalar((std::string("##") + label).c_str(), ImGuiDataType_Double, &number,
                                               speed, nullptr, nullptr, format);
        ui::note(label);
        if (ImGui::IsItemDeactivated()) app.document.seal();
        return changed;
    };
    if (field("key time", time, "%.3f s", 0.005f)) write(time, value);
    if (track.row->type == ParameterType::boolean) {
        bool on = value.x != 0;
        ImGui::SameLine();
        if (ui::checkbox("key on", on)) write(time, {on ? 1.0 : 0.0, 0, 0});
        return;
    }
    const std::string unit = track.row->unit[0] ? " " + track.unit() : "";
    const char* const axes[] = {"x ", "y ", "z "};
    const char* const labels[] = {"key x", "key y", "key z"};
    const auto [low, high] = value_range(track);
    for (u32 k = 0; k < track.components(); ++k) {
        const bool single = track.components() == 1;
        const std::string format = (single ? "" : axes[k]) + std::string("%.4g") + unit;
        if (field(single ? "key value" : labels[k], value[static_cast<int>(k)], format.c_str(),
                  static_cast<float>((high - low) / 300)))
            write(time,
                  single && track.row->type == ParameterType::number_or_vector ? Vec3d{1, 1, 1} * value.x : value);
    }
}

void KeyEditor::begin_drag(const KeyTrack& track, Place place, double low, double high) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    chosen_ = place;
    drag_ = KeyDrag{mouse.x, mouse.y, track.keys.times[place.key], track.keys.values[place.key], low, high};
}

void KeyEditor::drag(App& app, const KeyTrack& track, const TimeScale& time, double value_per_pixel) {
    const ImGuiIO& io = ImGui::GetIO();
    float dx = io.MousePos.x - drag_->x, dy = io.MousePos.y - drag_->y;
    if (std::fabs(dx) + std::fabs(dy) < 3 * ui::scale()) return;  // a click
    if (io.KeyShift) (std::fabs(dx) > std::fabs(dy) ? dy : dx) = 0;
    const auto in_steps = [&](double v, double step) { return io.KeyCtrl ? std::round(v / step) * step : v; };
    double to = drag_->time + static_cast<double>(dx / time.width) * time.last / time.rate;
    if (dx != 0) to = in_steps(to, 1 / time.rate);
    Vec3d value = drag_->value;
    double& moved = value[static_cast<int>(chosen_->component)];
    if (dy != 0)
        moved = in_steps(moved - static_cast<double>(dy) * value_per_pixel, tick_of(drag_->high - drag_->low) / 5);
    if (track.components() == 1 && track.row->type == ParameterType::number_or_vector) value = Vec3d{1, 1, 1} * moved;
    app.change(
        "move a key of " + track.path, [&](Editor& e) { move_key(e, track, chosen_->key, to, value); },
        "key " + track.path);
}

void KeyEditor::curves(App& app, const KeyTrack& track, const TimeScale& time) {
    const ImVec2 at{time.left, ImGui::GetCursorScreenPos().y};
    const ImVec2 size{time.width, ImGui::GetContentRegionAvail().y};
    if (size.y < 20) return;
    auto [low, high] = value_range(track);
    if (drag_) {
        low = drag_->low;
        high = drag_->high;
    }
    const Canvas canvas{at, {at.x + size.x, at.y + size.y}, low, high};
    ImGui::SetCursorScreenPos(at);
    ImGui::InvisibleButton("Curves", size);
    ui::note("Curves");
    const bool pressed = ImGui::IsItemActivated(), held = ImGui::IsItemActive(), hovered = ImGui::IsItemHovered();
    draw_grid(canvas, time, app);
    ImGui::PushClipRect({canvas.low.x - 7, canvas.low.y}, {canvas.high.x + 7, canvas.high.y}, false);
    draw_curve(canvas, time, track);
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    std::optional<Place> nearest;
    float least = key_reach_pixels * ui::scale();
    for (size_t i = 0; i < track.keys.times.size(); ++i)
        for (u32 k = 0; k < track.components(); ++k) {
            const ImVec2 key{time.x_of_time(track.keys.times[i]), canvas.y(track.keys.values[i][static_cast<int>(k)])};
            const float away = std::hypot(key.x - mouse.x, key.y - mouse.y);
            if (away < least) {
                least = away;
                nearest = Place{i, k};
            }
            diamond(key, 5 * ui::scale(), color_of(track, k), chosen_ && chosen_->key == i);
            const std::string axis = track.components() == 1 ? "" : std::string(" ") + "xyz"[k];
            ui::items().add("key " + std::to_string(i) + axis, {{key.x - 4, key.y - 4}, {key.x + 4, key.y + 4}, true});
        }
    ImGui::PopClipRect();
    if (hovered && nearest && !drag_) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        ui::tooltip(short_number(track.keys.times[nearest->key], 5) +
                    " s: " + words_of(track, track.keys.values[nearest->key]) + " " + track.unit());
    }
    if (pressed) {
        focused_ = true;
        chosen_ = nearest;
        if (nearest) begin_drag(track, *nearest, low, high);
    }
    if (drag_ && held && chosen_) drag(app, track, time, canvas.per_pixel());
    if (!held && drag_) {
        drag_ = {};
        app.document.seal();
    }
    if (hovered && !nearest && ImGui::IsMouseDoubleClicked(0)) {
        const double when = std::max(0.0, time.time(mouse.x));
        app.change("key " + track.path, [&](Editor& e) { put_key(e, track, when, track.keys.at(when)); });
        app.document.seal();
    }
}

void KeyEditor::draw(App& app, const TimeScale& time, float list_width) {
    const ImVec2 from = ImGui::GetCursorScreenPos();
    if (ImGui::IsMouseClicked(0) && ImGui::GetIO().MousePos.y < from.y) focused_ = false;
    list(app, list_width);
    const KeyTrack* const track = active();
    ImGui::SetCursorScreenPos({time.left, from.y});
    if (!track) {
        ui::dim_text(
            app.selection.what == Selection::What::none
                ? "Keys of what is selected are shown here."
                : "No parameter of it has keys yet: choose one on the left, or \"Key at this frame\" in its menu.");
        return;
    }
    ImGui::BeginGroup();
    toolbar(app, *track);
    ImGui::EndGroup();
    ImGui::SetCursorScreenPos({time.left, ImGui::GetCursorScreenPos().y});
    curves(app, *track, time);
}

}  // namespace pliant::view
