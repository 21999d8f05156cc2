// Hands that hold bodies: attachments that come and go with the mouse.
#pragma once

#include <string>

#include "core/vec.h"

namespace pliant {
class World;
}

namespace pliant::view {

// The part of a body that a grab holds.
struct Grip {
    std::string body;
    Vec3 rest;         // [m] the place, on the mesh at rest
    Vec3 at;           // [m] the same place in the world, now
    float radius = 0;  // [m] of the held part around it
    bool operator==(const Grip&) const = default;
};

using GrabId = u32;

double max_grab_force(double mass);  // [N] a hand does not pull harder

// Between steps. A hand that is not there is passed over: its body may be gone.
void begin_grab(World& world, GrabId grab, const Grip& grip);
void move_grab(World& world, GrabId grab, const Vec3& target);
void end_grab(World& world, GrabId grab);

}  // namespace pliant::view
