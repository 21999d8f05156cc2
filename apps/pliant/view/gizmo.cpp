#include "pliant/view/gizmo.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/text.h"
#include "core/trig.h"
#include "pliant/view/app.h"

namespace pliant::view {

namespace {

const GizmoKind kinds[] = {
    {GizmoMode::move, "Move", "W", "Arrows along the axes of the world.", {"position"}},
    {GizmoMode::rotate, "Rotate", "E", "Rings about the axes of the world.", {"rotation"}},
    {GizmoMode::scale,
     "Scale",
     "R",
     "Handles along the thing's own axes, and one for all.",
     {"scale", "size", "radius"}},
};

constexpr float handle_pixels = 84;      // length of an arrow
constexpr float gizmo_reach_pixels = 9;  // how near the mouse must come
constexpr int all_axes = 3;

ImVec2 operator+(ImVec2 a, ImVec2 b) { return {a.x + b.x, a.y + b.y}; }
ImVec2 operator-(ImVec2 a, ImVec2 b) { return {a.x - b.x, a.y - b.y}; }
ImVec2 operator*(ImVec2 a, float s) { return {a.x * s, a.y * s}; }
float length_of(ImVec2 a) { return std::sqrt(a.x * a.x + a.y * a.y); }

float distance_to_segment(ImVec2 p, ImVec2 a, ImVec2 b) {
    const ImVec2 d = b - a;
    const float l = d.x * d.x + d.y * d.y;
    const float t = l > 0 ? std::clamp(((p.x - a.x) * d.x + (p.y - a.y) * d.y) / l, 0.0f, 1.0f) : 0;
    return length_of(p - (a + d * t));
}

Vec3 axis_vector(int axis) { return {axis == 0 ? 1.0f : 0, axis == 1 ? 1.0f : 0, axis == 2 ? 1.0f : 0}; }

// A thing's own parameters, whichever of its tables they are in.
struct Owned {
    const ParameterSet* set = nullptr;
    const Parameter* row = nullptr;
};

Owned find_parameter(const App& app, const Selection& thing, const char* name) {
    const auto look_in = [&](const ParameterSet& set) { return Owned{&set, set.table().find(name)}; };
    if (thing.what == Selection::What::body)
        for (const SceneBody& b : app.scene->bodies)
            if (b.name == thing.name) return look_in(b.common);
    if (thing.what == Selection::What::character)
        for (const SceneCharacter& c : app.scene->characters)
            if (c.name == thing.name) return look_in(c.parameters);
    if (thing.what == Selection::What::collider)
        for (const SceneCollider& c : app.scene->colliders)
            if (c.name == thing.name) {
                const ShapeKind shape = static_cast<ShapeKind>(c.parameters.choice(ColliderP::shape));
                const bool round = shape == ShapeKind::sphere || shape == ShapeKind::capsule;
                const bool flat = shape == ShapeKind::plane;
                if (std::string_view(name) == "radius" && !round) return {};
                if (std::string_view(name) == "size" && (round || flat)) return {};
                return look_in(c.parameters);
            }
    return {};
}

}  // namespace

std::span<const GizmoKind> gizmo_kinds() { return kinds; }

std::string json_of(const Vec3d& v, bool single) {
    // As many digits as a user would type: the further digits of a drag are noise.
    const auto n = [](double x) { return short_number(std::fabs(x) < 1e-9 ? 0 : x, 5); };
    return single ? n(v.x) : "[" + n(v.x) + ", " + n(v.y) + ", " + n(v.z) + "]";
}

std::optional<Handled> handled(const App& app, const Selection& thing, GizmoMode mode) {
    if (!app.scene || mode == GizmoMode::none) return {};
    const Owned place = find_parameter(app, thing, "position"), turn = find_parameter(app, thing, "rotation");
    if (!place.row || place.set->keyed(place.row->id)) return {};
    for (const GizmoKind& kind : kinds) {
        if (kind.mode != mode) continue;
        for (const char* name : kind.parameters) {
            const Owned owned = name ? find_parameter(app, thing, name) : Owned{};
            if (!owned.row || owned.set->keyed(owned.row->id)) continue;
            Handled h;
            h.path = app.path_of(thing, name);
            h.row = owned.row;
            h.value = owned.set->vector(owned.row->id);
            h.single = owned.row->type == ParameterType::number;
            h.origin = place.set->vector(place.row->id).to<float>();
            if (turn.row) h.rotation = rotation_from_degrees(turn.set->vector(turn.row->id)).to<float>();
            return h;
        }
    }
    return {};
}

namespace {

// The shapes that are drawn and that the mouse can hit, computed once a frame.
struct Handles {
    const App& app;
    const Handled& h;
    GizmoMode mode;
    ImVec2 corner;
    View view;
    float size;  // [m] of a handle

    Handles(const App& a, const Handled& what, GizmoMode m)
        : app(a),
          h(what),
          mode(m),
          corner(a.viewport.low),
          view(a.view()),
          size(pixel_size(a.camera, what.origin, view) * handle_pixels * ui::scale()) {}

    std::optional<ImVec2> at(const Vec3& p) const {
        const auto s = on_screen(app.camera, p, view);
        if (!s) return {};
        return ImVec2(corner.x + s->x, corner.y + s->y);
    }
    Vec3 direction(int axis) const {
        return mode == GizmoMode::scale ? h.rotation * axis_vector(axis) : axis_vector(axis);
    }
    Vec3 ring_point(int axis, float angle) const {
        const Vec3 u = axis_vector((axis + 1) % 3), v = axis_vector((axis + 2) % 3);
        return h.origin + (u * std::cos(angle) + v * std::sin(angle)) * (size * 0.9f);
    }
    float distance(int axis, ImVec2 mouse) const {
        const auto center = at(h.origin);
        if (!center) return 1e9f;
        if (axis == all_axes) return mode == GizmoMode::scale ? length_of(mouse - *center) : 1e9f;
        if (mode == GizmoMode::scale && h.single) return 1e9f;
        if (mode != GizmoMode::rotate) {
            const auto tip = at(h.origin + direction(axis) * size);
            return tip ? distance_to_segment(mouse, *center + (*tip - *center) * 0.15f, *tip) : 1e9f;
        }
        float least = 1e9f;
        for (int i = 0; i < 48; ++i) {
            const auto a = at(ring_point(axis, static_cast<float>(i) * 0.1309f)),
                       b = at(ring_point(axis, static_cast<float>(i + 1) * 0.1309f));
            if (a && b) least = std::min(least, distance_to_segment(mouse, *a, *b));
        }
        return least;
    }
    void draw(int hovered) const {
        ImDrawList& draw = *ImGui::GetWindowDrawList();
        const auto center = at(h.origin);
        if (!center) return;
        for (int axis = 0; axis < 3; ++axis) {
            if (mode == GizmoMode::scale && h.single) break;
            const ImU32 color = hovered == axis ? IM_COL32(255, 236, 140, 255) : ui::palette().axis[axis];
            const float thick = (hovered == axis ? 3.5f : 2.5f) * ui::scale();
            if (mode == GizmoMode::rotate) {
                for (int i = 0; i < 48; ++i) {
                    const auto a = at(ring_point(axis, static_cast<float>(i) * 0.1309f)),
                               b = at(ring_point(axis, static_cast<float>(i + 1) * 0.1309f));
                    if (a && b) draw.AddLine(*a, *b, color, thick);
                }
                continue;
            }
            const auto tip = at(h.origin + direction(axis) * size);
            if (!tip) continue;
            draw.AddLine(*center, *tip, color, thick);
            const ImVec2 along = *tip - *center;
            const float l = std::max(length_of(along), 1.0f), r = 6 * ui::scale();
            const ImVec2 u = along * (1 / l), side{-u.y, u.x};
            if (mode == GizmoMode::move) {
                draw.AddTriangleFilled(*tip + u * (2 * r), *tip + side * r, *tip - side * r, color);
            } else {
                draw.AddRectFilled(*tip - ImVec2(r, r), *tip + ImVec2(r, r), color, 2);
            }
        }
        if (mode == GizmoMode::scale) {
            const float r = 8 * ui::scale();
            const ImU32 color = hovered == all_axes ? IM_COL32(255, 236, 140, 255) : IM_COL32(225, 228, 232, 255);
            draw.AddRectFilled(*center - ImVec2(r, r), *center + ImVec2(r, r), color, 3);
        } else {
            draw.AddCircleFilled(*center, 3.5f * ui::scale(), IM_COL32(235, 238, 240, 255));
        }
    }
    // How far along the handle the mouse is: metres on an arrow, radians on a ring, a ratio for sizes.
    float grip(int axis, ImVec2 mouse) const {
        const PickRay ray = app.ray_at(mouse.x, mouse.y);
        if (axis == all_axes) {
            const auto center = at(h.origin);
            return center ? std::exp((mouse.x - center->x - (mouse.y - center->y)) / (handle_pixels * ui::scale() * 2))
                          : 1;
        }
        if (mode == GizmoMode::rotate) {
            const Vec3 n = axis_vector(axis);
            const float facing = dot(ray.direction, n);
            if (std::fabs(facing) < 0.1f) return -mouse.x * 0.01f;  // seen from its edge
            const Vec3 hit = ray.origin + ray.direction * (dot(h.origin - ray.origin, n) / facing) - h.origin;
            return std::atan2(dot(hit, axis_vector((axis + 2) % 3)), dot(hit, axis_vector((axis + 1) % 3)));
        }
        // The point of the axis that is nearest to the line of sight.
        const Vec3 d = direction(axis), w = h.origin - ray.origin;
        const float b = dot(d, ray.direction), denominator = 1 - b * b;
        if (denominator < 1e-4f) return 0;
        const float along = (b * dot(ray.direction, w) - dot(d, w)) / denominator;
        return mode == GizmoMode::scale ? std::max(along / size, 0.02f) : along;
    }
};

void show_numbers(const Handled& h, const Vec3d& value, ImVec2 at) {
    std::string words = std::string(h.row->name) + " ";
    for (int k = 0; k < (h.single ? 1 : 3); ++k) words += (k ? ", " : "") + short_number(value[k], 4);
    words += h.row->unit[0] ? std::string(" ") + h.row->unit : "";
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const ImVec2 size = ImGui::CalcTextSize(words.c_str());
    draw.AddRectFilled(at - ImVec2(6, 4), at + size + ImVec2(6, 4), IM_COL32(20, 22, 25, 215), 4);
    draw.AddText(at, IM_COL32(240, 243, 246, 255), words.c_str());
    ui::items().add_text(words);
}

}  // namespace

bool Gizmo::draw(App& app, bool mouse_is_free) {
    const auto what = handled(app, app.selection, app.gizmo_mode);
    if (!what || (app.compared && app.split)) {  // in two halves it would be in neither
        axis_ = -1;
        return false;
    }
    Handled shown = *what;
    if (dragging()) shown.rotation = start_.rotation;
    const Handles handles(app, shown, app.gizmo_mode);
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (!dragging()) {
        hovered_ = -1;
        float least = gizmo_reach_pixels * ui::scale();
        for (int axis = 0; axis <= all_axes && mouse_is_free; ++axis)
            if (const float d = handles.distance(axis, mouse); d < least) {
                least = d;
                hovered_ = axis;
            }
        if (hovered_ >= 0 && ImGui::IsMouseClicked(0)) begin(app, hovered_);
    } else if (ImGui::IsMouseDown(0)) {
        continue_drag(app);
    } else {
        end(app);
    }
    handles.draw(dragging() ? axis_ : hovered_);
    for (int axis = 0; axis < 3; ++axis) {  // where scripts find them
        const auto tip = handles.at(app.gizmo_mode == GizmoMode::rotate
                                        ? handles.ring_point(axis, 0.6f)
                                        : shown.origin + handles.direction(axis) * (handles.size * 0.8f));
        if (tip)
            ui::items().add(std::string("gizmo ") + "xyz" [axis], {
                {tip->x - 2, tip->y - 2}, {tip->x + 2, tip->y + 2}, true
            });
    }
    if (app.selection.what == Selection::What::body && app.state.frame > 0)
        if (const auto place = handles.at(shown.origin)) {  // the body itself has moved on since
            const std::string words = "where " + app.selection.name + " starts";
            ImGui::GetWindowDrawList()->AddText(*place + ImVec2(10, 8), IM_COL32(30, 34, 40, 220), words.c_str());
        }
    if (dragging()) show_numbers(start_, value_, mouse + ImVec2(18, -30));
    return hovered_ >= 0 || dragging();
}

void Gizmo::begin(App& app, int axis) {
    start_ = *handled(app, app.selection, app.gizmo_mode);
    axis_ = axis;
    grip_ = Handles(app, start_, app.gizmo_mode).grip(axis, ImGui::GetIO().MousePos);
    value_ = start_.value;
    app.drag.pushed = false;
}

void Gizmo::continue_drag(App& app) {
    const float now = Handles(app, start_, app.gizmo_mode).grip(axis_, ImGui::GetIO().MousePos);
    Vec3d value = start_.value;
    const bool steps = ImGui::GetIO().KeyCtrl;
    const auto snapped = [&](double v, double to) { return steps ? std::round(v / to) * to : v; };
    switch (app.gizmo_mode) {
        case GizmoMode::move: value[axis_] = snapped(value[axis_] + now - grip_, 0.1); break;
        case GizmoMode::rotate: {
            double turn = (now - grip_) * 180 / pi;
            turn -= 360 * std::round(turn / 360);
            value[axis_] = snapped(value[axis_] + turn, 15);
            break;
        }
        case GizmoMode::scale:
            for (int k = 0; k < 3; ++k)
                if (axis_ == all_axes || axis_ == k) value[k] = snapped(value[k] * now / std::max(grip_, 0.02f), 0.1);
            break;
        case GizmoMode::none: return;
    }
    if (!is_finite(value) || value == value_) return;
    const double least = start_.row->low > -1e30 ? std::max(start_.row->low, 1e-3) : -1e30;
    for (int k = 0; k < 3; ++k)
        value[k] = std::clamp(value[k], app.gizmo_mode == GizmoMode::scale ? least : start_.row->low, start_.row->high);
    value_ = value;
    // A collider that is moved during playback pushes objects; the scene changes when the mouse button is released.
    if (app.selection.what == Selection::What::collider && app.gizmo_mode == GizmoMode::move && app.state.playing) {
        app.player->simulation()->act(PushCollider{app.selection.name, {value.to<float>(), start_.rotation}});
        app.drag.pushed = true;
        return;
    }
    const bool uniform =
        start_.row->type == ParameterType::number_or_vector && value.x == value.y && value.y == value.z;
    app.change(
        "change " + start_.path, [&](Editor& e) { e.set(start_.path, json_of(value, start_.single || uniform)); },
        start_.path);
}

void Gizmo::end(App& app) {
    axis_ = -1;
    app.document.seal();
    if (std::exchange(app.drag.pushed, false)) app.offer_keys(app.selection, start_.path);
}

}  // namespace pliant::view
