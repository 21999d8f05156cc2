#include "pliant/view/wind_arrow.h"

#include <cmath>

#include "core/text.h"
#include "pliant/view/app.h"

namespace pliant::view {

namespace {

constexpr float pixels_per_speed = 14;  // [pixels s/m]
constexpr float arrow_reach_pixels = 11;

// Where the line of sight meets the plane in which the tip moves: level, as wind blows; with Shift, or where the level
// is seen from its edge, upright and across the view.
Vec3 on_plane(const App& app, ImVec2 mouse, const Vec3& through) {
    const PickRay ray = app.ray_at(mouse.x, mouse.y);
    const Vec3 forward = app.camera.forward();
    const bool upright = ImGui::GetIO().KeyShift || std::fabs(direction(through - app.camera.eye, forward).y) < 0.15f;
    const Vec3 normal = upright ? direction(Vec3{forward.x, 0, forward.z}, Vec3{0, 0, 1}) : Vec3{0, 1, 0};
    const float facing = dot(ray.direction, normal);
    if (std::fabs(facing) < 1e-3f) return through;
    return ray.origin + ray.direction * (dot(through - ray.origin, normal) / facing);
}

}  // namespace

bool WindArrow::draw(App& app, bool mouse_is_free) {
    const bool shown = app.wind_open && app.scene && !app.is_playback() && !(app.compared && app.split) &&
                       !app.scene->world.keyed(WorldP::wind_velocity);
    if (!shown) return dragging_ = false;
    // In the lower part of the picture, where the ground is seen from above, as far away as what the camera looks at.
    const View view = app.view();
    const ImVec2 low = app.viewport.low;
    const PickRay sight = app.ray_at(low.x + 0.5f * view.width, low.y + 0.72f * view.height);
    const Vec3 forward = app.camera.forward();
    const Vec3 origin = sight.origin + sight.direction * (dot(app.camera.target - sight.origin, forward) /
                                                          dot(sight.direction, forward));
    const float metres = pixel_size(app.camera, origin, view) * pixels_per_speed * ui::scale();  // per m/s
    const Vec3d wind = app.scene->world.vector(WorldP::wind_velocity, app.state.time);
    const Vec3 tip = origin + wind.to<float>() * metres;
    const auto from = on_screen(app.camera, origin, view), to = on_screen(app.camera, tip, view);
    if (!from || !to) return dragging_ = false;
    const ImVec2 a{low.x + from->x, low.y + from->y}, b{low.x + to->x, low.y + to->y}, mouse = ImGui::GetIO().MousePos;

    const bool hovered = mouse_is_free && std::hypot(mouse.x - b.x, mouse.y - b.y) < arrow_reach_pixels * ui::scale();
    if (hovered && ImGui::IsMouseClicked(0)) {
        dragging_ = true;
        grip_ = tip - on_plane(app, mouse, tip);
    }
    if (dragging_ && ImGui::IsMouseDown(0)) {
        Vec3d wanted = ((on_plane(app, mouse, tip) + grip_ - origin) / metres).to<double>();
        const double step = ImGui::GetIO().KeyCtrl ? 1 : 0.05;
        for (int k = 0; k < 3; ++k) wanted[k] = std::round(wanted[k] / step) * step;
        const double most = app.scene->world.table().rows[WorldP::wind_velocity].high;
        if (is_finite(wanted) && length(wanted) < most && !(wanted == wind))
            app.change(
                "wind", [&](Editor& e) { e.set("world.wind.velocity", json_of(wanted, false)); },
                "world.wind.velocity");
    } else if (dragging_) {
        dragging_ = false;
        app.document.seal();
    }

    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const ImU32 color = hovered || dragging_ ? IM_COL32(255, 236, 140, 255) : IM_COL32(0, 114, 178, 255);
    draw.AddLine(a, b, color, 4 * ui::scale());
    draw.AddCircleFilled(a, 3 * ui::scale(), color);
    draw.AddCircleFilled(b, 7 * ui::scale(), color);
    const std::string words = "wind " + short_number(length(wind), 3) + " m/s";
    const ImVec2 at{b.x + 14, b.y - 24}, size = ImGui::CalcTextSize(words.c_str());
    draw.AddRectFilled({at.x - 6, at.y - 3}, {at.x + size.x + 6, at.y + size.y + 3}, IM_COL32(20, 22, 25, 215), 4);
    draw.AddText(at, IM_COL32(240, 243, 246, 255), words.c_str());
    ui::items().add_text(words);
    ui::items().add("wind arrow", {{b.x - 2, b.y - 2}, {b.x + 2, b.y + 2}, true});
    return hovered || dragging_;
}

}  // namespace pliant::view
