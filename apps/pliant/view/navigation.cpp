#include "pliant/view/navigation.h"

#include <algorithm>
#include <cmath>

namespace pliant::view {

namespace {

constexpr float steepest = 1.55f;  // [rad] of the line of sight: at the pole, left and right would change sides
constexpr float nearest = 1e-3f, farthest = 1e5f;

Camera at_distance(const Camera& camera, float distance) {
    Camera c = camera;
    c.eye = c.target - camera.forward() * std::clamp(distance, nearest, farthest);
    return c;
}

}  // namespace

Motion motion_of(NavigationStyle style, MouseButton button, const Modifiers& m) {
    if (m.alt && button == MouseButton::left) return m.shift ? Motion::pan : m.control ? Motion::zoom : Motion::orbit;
    if (style == NavigationStyle::maya) {
        if (m.alt && button == MouseButton::middle) return Motion::pan;
        if (m.alt && button == MouseButton::right) return Motion::zoom;
    }
    if (button == MouseButton::middle) return m.shift ? Motion::pan : m.control ? Motion::zoom : Motion::orbit;
    if (button == MouseButton::right) return m.control ? Motion::zoom : Motion::pan;
    return Motion::none;
}

Camera orbited(const Camera& camera, float dx, float dy, const View& view) {
    const float turn = 2 * 3.14159265f / std::max(view.height, 1.0f) * 0.75f;
    const Vec3 back = camera.eye - camera.target;
    const float distance = length(back);
    float heading = std::atan2(back.x, back.z),
          pitch = std::asin(std::clamp(back.y / std::max(distance, nearest), -1.0f, 1.0f));
    heading -= dx * turn;
    pitch = std::clamp(pitch + dy * turn, -steepest, steepest);
    Camera c = camera;
    c.eye = c.target +
            Vec3{std::sin(heading) * std::cos(pitch), std::sin(pitch), std::cos(heading) * std::cos(pitch)} * distance;
    return c;
}

Camera panned(const Camera& camera, float dx, float dy, const View& view) {
    const float size = pixel_size(camera, camera.target, view);
    const Vec3 by = camera.right() * (-dx * size) + camera.up() * (dy * size);
    Camera c = camera;
    c.eye += by;
    c.target += by;
    return c;
}

Camera zoomed(const Camera& camera, float factor) { return at_distance(camera, camera.distance() / factor); }

Camera zoomed_at(const Camera& camera, float factor, float x, float y, const View& view) {
    Camera c = zoomed(camera, factor);
    // The place at the target's distance under the mouse, before and after.
    const auto place = [&](const Camera& from) {
        const Vec3 ray = from.ray(x, y, view.aspect());
        return from.eye + ray * (from.distance() / std::max(dot(ray, from.forward()), 1e-3f));
    };
    const Vec3 by = place(camera) - place(c);
    c.eye += by;
    c.target += by;
    return c;
}

Camera moved(const Camera& camera, Motion motion, float dx, float dy, const View& view) {
    switch (motion) {
        case Motion::orbit: return orbited(camera, dx, dy, view);
        case Motion::pan: return panned(camera, dx, dy, view);
        case Motion::zoom: return zoomed(camera, std::exp((dx - dy) * 4 / std::max(view.height, 1.0f)));
        case Motion::none: break;
    }
    return camera;
}

Camera framed(const Camera& camera, const Box& box, const View& view) {
    if (box.empty()) return camera;
    return render::framing(box, -camera.forward(), camera.fov, view.aspect());
}

Camera along_axis(const Camera& camera, int axis, bool negative) {
    Vec3 from;
    from[axis] = negative ? -1.0f : 1.0f;
    if (axis == 1) from = direction(from * std::sin(steepest) + Vec3{0, 0, std::cos(steepest)}, from);
    Camera c = camera;
    c.eye = c.target + from * camera.distance();
    return c;
}

std::optional<OnScreen> on_screen(const Camera& camera, const Vec3& place, const View& view) {
    const Vec3 to = place - camera.eye;
    const float depth = dot(to, camera.forward());
    if (depth <= 1e-4f) return {};
    const float half = std::tan(camera.fov / 2) * depth;
    const float x = dot(to, camera.right()) / (half * view.aspect()), y = dot(to, camera.up()) / half;
    return OnScreen{(x + 1) / 2 * view.width, (1 - y) / 2 * view.height, depth};
}

float pixel_size(const Camera& camera, const Vec3& place, const View& view) {
    const float depth = std::max(dot(place - camera.eye, camera.forward()), nearest);
    return 2 * std::tan(camera.fov / 2) * depth / std::max(view.height, 1.0f);
}

}  // namespace pliant::view
