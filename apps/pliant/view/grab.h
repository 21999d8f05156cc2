// Hands that hold bodies: attachments that come and go with the mouse.
#pragma once

#include <string>

#include "core/vec.h"

namespace pliant {
class World;
}

namespace pliant::view {

// What a hand takes hold of.
struct Grip {
    std::string body;
    Vec3 rest;         // [m] the place, on the mesh at rest
    Vec3 at;           // [m] the same place in the world, now
    float radius = 0;  // [m] of what is held around it
    bool operator==(const Grip&) const = default;
};

using HandNumber = u32;

double hand_strength(double mass);  // [N] a hand does not pull harder

// Between steps. A hand that is not there is passed over: its body may be gone.
void take_hold(World& world, HandNumber hand, const Grip& grip);
void move_hand(World& world, HandNumber hand, const Vec3& target);
void let_go(World& world, HandNumber hand);

}  // namespace pliant::view
