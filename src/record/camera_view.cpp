#include "record/camera_view.h"

#include "core/assert.h"
#include "rig/node.h"

namespace pliant {

namespace {

Vec3 center(const Box& box) { return (box.low + box.high) * 0.5f; }

}  // namespace

Transform CameraView::frame() const {
    const Vec3d forward = direction(target - eye, Vec3{0, 0, -1}).to<double>();
    const Vec3d right = direction(cross(forward, Vec3d{0, 1, 0}), Vec3d{1, 0, 0});
    return {eye, rotation_of({{right, cross(right, forward), -forward}}).to<float>()};
}

CameraView camera_view(const SceneCamera& camera, double time, const CameraTargets& targets) {
    PL_ASSERT(std::isfinite(time));
    const ParameterSet& p = camera.parameters;
    CameraView view;
    view.fov = static_cast<float>(p.number(CameraP::fov, time) * 3.14159265358979 / 180);
    view.eye = p.vector(CameraP::position, time).to<float>();
    view.target = center(targets.everything);
    if (const std::string* name = p.value(CameraP::target).text()) {
        const Box found = targets.named(*name);
        if (!found.empty()) view.target = center(found);
    } else if (p.has_value(CameraP::target)) {
        view.target = p.vector(CameraP::target, time).to<float>();
    }
    return view;
}

}  // namespace pliant
