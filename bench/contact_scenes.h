// Scenes in which bodies touch: heaps, cloth, skins on colliders, sleepers; and scenes of examples/.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "world/world.h"

namespace pliant::bench {

struct ContactScene {
    const char* name;
    std::string text;     // or empty: of a scene of examples/
    std::string example;  // the name of its folder, in the working directory's examples/
    u32 warm_up, frames;  // frames that are not timed, and those that are
    bool ring = false;    // with a mesh as collider: a torus of 13,456 triangles
};
std::vector<ContactScene> contact_scenes();
std::unique_ptr<World> make_world(const ContactScene& scene, u32 threads);  // null where an example is not found

}  // namespace pliant::bench
