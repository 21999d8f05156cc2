// Where a scene's camera is at a time, for pictures and records alike.
#pragma once

#include <functional>

#include "assets/scene.h"
#include "core/vec.h"

namespace pliant {

struct CameraView {
    Vec3 eye, target;
    float fov = 0.61f;  // [rad] of the picture's height
    // As glTF, USD and Blender have cameras: it looks along -z, and +y is up in the picture.
    Transform frame() const;
};

// What cameras may look at: all that is shown, and the box of a body, character or collider by name (empty: there is
// none).
struct CameraTargets {
    Box everything;
    std::function<Box(const std::string&)> named;
};
CameraView camera_view(const SceneCamera& camera, double time, const CameraTargets& targets);

// Instances are called name/0, name/1, …; a camera that looks at the name looks at all of them.
inline bool is_instance_of(const std::string& body, const std::string& name) {
    return body == name || body.rfind(name + "/", 0) == 0;
}

}  // namespace pliant
