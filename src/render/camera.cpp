#include "render/camera.h"

#include <algorithm>

#include "core/assert.h"
#include "record/camera_view.h"
#include "render/moment.h"

namespace pliant::render {

namespace {

constexpr float usual_fov = 0.61f;  // [rad] 35 degrees

Vec3 center(const Box& box) { return (box.low + box.high) * 0.5f; }

}  // namespace

Mat4 Camera::view() const { return look_at(eye, right(), up(), forward()); }

Mat4 Camera::projection(float aspect, float near, float far) const {
    PL_ASSERT(aspect >= 0 && near > 0 && near < far);
    return perspective(fov, aspect, near, far);
}

Vec3 Camera::ray(float x, float y, float aspect) const {
    PL_ASSERT(aspect > 0 && std::isfinite(x) && std::isfinite(y));
    const float half = std::tan(fov / 2);
    return direction(forward() + right() * ((2 * x - 1) * half * aspect) + up() * ((1 - 2 * y) * half), forward());
}

Camera framing(const Box& box, const Vec3& from, float fov, float aspect) {
    PL_ASSERT(fov > 0 && aspect > 0);
    Camera camera;
    camera.fov = fov;
    camera.target = center(box);
    camera.eye = camera.target + direction(from, Vec3{0, 0, 1});
    // Each corner must be within the pyramid: it tells how far away the eye must be at least.
    const float half_y = std::tan(fov / 2) * 0.92f, half_x = half_y * aspect;
    const Vec3 f = camera.forward(), r = camera.right(), u = camera.up();
    float distance = 0;
    for (int corner = 0; corner < 8; ++corner) {
        const Vec3 p = Vec3{corner & 1 ? box.high.x : box.low.x, corner & 2 ? box.high.y : box.low.y,
                            corner & 4 ? box.high.z : box.low.z} -
                       camera.target;
        distance =
            std::max({distance, std::fabs(dot(p, r)) / half_x - dot(p, f), std::fabs(dot(p, u)) / half_y - dot(p, f)});
    }
    camera.eye = camera.target - f * std::max(distance, 1e-3f);
    return camera;
}

Camera usual_camera(const Moment& moment, float aspect) {
    PL_ASSERT(aspect > 0);
    return framing(moment.bounds(), {0.55f, 0.42f, 1}, usual_fov, aspect);
}

Camera turntable(const Box& box, double degrees, float aspect) {
    PL_ASSERT(aspect > 0 && std::isfinite(degrees));
    // The ball around the box, so that nothing leaves the picture on the way round.
    const Vec3 c = center(box);
    const float r = std::max(length(box.high - box.low) / 2, 1e-3f);
    const float angle = static_cast<float>(degrees * 3.14159265358979 / 180);
    const float half = std::tan(usual_fov / 2) * 0.92f * std::min(1.0f, aspect);
    Camera camera;
    camera.fov = usual_fov;
    camera.target = c;
    camera.eye = c + direction(Vec3{std::sin(angle), 0.38f, std::cos(angle)}, Vec3{0, 0, 1}) *
                         (r / (half / std::sqrt(1 + half * half)));
    return camera;
}

Camera scene_camera(const SceneCamera& from, const Moment& moment, double time) {
    PL_ASSERT(std::isfinite(time));
    const CameraTargets targets{moment.bounds(), [&](const std::string& name) {
                                    Box found;
                                    for (const std::vector<ShownBody>* list : {&moment.bodies, &moment.characters})
                                        for (const ShownBody& body : *list)
                                            if (is_instance_of(body.name, name)) {
                                                found.add(body.bounds.low);
                                                found.add(body.bounds.high);
                                            }
                                    for (const ShownCollider& collider : moment.colliders)
                                        if (collider.name == name) found.add(collider.pose.position);
                                    return found;
                                }};
    const CameraView view = camera_view(from, time, targets);
    return {view.eye, view.target, view.fov};
}

}  // namespace pliant::render
