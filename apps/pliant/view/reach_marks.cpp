#include "pliant/view/reach_marks.h"

#include <algorithm>
#include <cmath>

#include "pliant/view/app.h"

namespace pliant::view {

namespace {

constexpr float near_pixels = 11;

const SceneJoint* find_joint(const App& app, const std::string& name) {
    for (const SceneJoint& joint : app.scene->joints)
        if (joint.name == name) return &joint;
    return nullptr;
}

// The target in the scene, which the world gets in its next step; for a joint of a creature, its present target.
Vec3 target_of(const App& app, const render::ShownReach& reach) {
    const SceneJoint* joint = find_joint(app, reach.joint);
    return !reach.fixed && joint && joint->parameters.is_explicit(JointP::target)
               ? reach.frame * joint->parameters.vector(JointP::target).to<float>()
               : reach.target;
}

// Where the mouse is in the plane through a place that faces the camera.
Vec3 under_mouse(const App& app, const Vec3& through) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const PickRay ray = app.ray_at(mouse.x, mouse.y);
    const Vec3 forward = app.camera.forward();
    return ray.origin +
           ray.direction * (dot(through - ray.origin, forward) / std::max(dot(ray.direction, forward), 0.05f));
}

}  // namespace

// A joint of the scene is changed there; one that came with a creature, in the world alone.
static void move_target(App& app, const std::string& name, const Vec3d& target) {
    if (!is_finite(target)) return;
    if (find_joint(app, name)) {
        const std::string path = "joints." + name + ".target";
        return app.change(
            "reach with " + name, [&](Editor& e) { e.set(path, json_of(target, false)); }, path);
    }
    app.player->simulation()->change({{Target::joint, name, "target", Value(target)}});
}

bool ReachMarks::draw(App& app, bool mouse_is_free) {
    const bool shown = app.moment && app.scene && !app.is_playback() && !(app.compared && app.split);
    if (!shown) return dragged_.clear(), false;
    const View view = app.view();
    const ImVec2 low = app.viewport.low, mouse = ImGui::GetIO().MousePos;
    ImDrawList& paint = *ImGui::GetWindowDrawList();
    bool on_one = false, found = false;
    for (const render::ShownReach& reach : app.moment->reaches) {
        const Vec3 target = target_of(app, reach);
        const auto from = on_screen(app.camera, reach.held, view), to = on_screen(app.camera, target, view);
        if (!from || !to) continue;
        const ImVec2 a{low.x + from->x, low.y + from->y}, b{low.x + to->x, low.y + to->y};
        const bool near = std::hypot(mouse.x - b.x, mouse.y - b.y) < near_pixels * ui::scale();
        const bool hovered = !reach.fixed && mouse_is_free && near && !on_one;
        if (hovered && ImGui::IsMouseClicked(0)) {
            dragged_ = reach.joint;
            grip_ = target - under_mouse(app, target);
        }
        const bool held = dragged_ == reach.joint;
        if (held && ImGui::IsMouseDown(0)) {
            found = true;
            const Vec3 place = under_mouse(app, target) + grip_;
            if (length(place - target) > 0) move_target(app, reach.joint, reach.frame.inverse(place).to<double>());
        }
        on_one = on_one || hovered || held;
        const ImU32 color = hovered || held ? IM_COL32(255, 236, 140, 255) : IM_COL32(0, 158, 115, 255);
        paint.AddLine(a, b, color, 2 * ui::scale());
        paint.AddCircleFilled(a, 3 * ui::scale(), color);
        paint.AddCircle(b, 8 * ui::scale(), IM_COL32(20, 22, 25, 200), 24, 5 * ui::scale());
        paint.AddCircle(b, 8 * ui::scale(), color, 24, (reach.fixed ? 1.0f : 3.0f) * ui::scale());
        ui::items().add("target of " + reach.joint, {{b.x - 2, b.y - 2}, {b.x + 2, b.y + 2}, true});
    }
    if (!dragged_.empty() && !found) {
        dragged_.clear();
        app.document.seal();
    }
    return on_one;
}

}  // namespace pliant::view
