// Hands that hold bodies: a place of the skin is drawn to where the mouse is.
#pragma once

#include <map>
#include <string>
#include <vector>

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

// A spring, damped just enough not to swing, between points of a skin and a place that moves.
struct Hand {
    std::string body;
    std::vector<u32> points;    // of the contact surface
    std::vector<Vec3> offsets;  // [m] from the target to each, as they were
    Vec3 target;                // [m]
};

using HandNumber = u32;
using Hands = std::map<HandNumber, Hand>;

Hand take_hold(const World& world, const Grip& grip);
void pull(World& world, const Hand& hand);  // for the next step

}  // namespace pliant::view
