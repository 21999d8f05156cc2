// Warns of bodies that begin inside the ground or another collider: they are pushed out at the first step, fall without
// end, or stay caught.
#pragma once

#include <string>
#include <vector>

#include "world/world.h"

namespace pliant {

// One sentence for each body and each plane or height field that it begins below by more than a fiftieth of its size.
std::vector<std::string> warn_of_starts_below(const World& world);
// One sentence for each body that begins inside other colliders by more than that: a cape in the capsules of its
// wearer, a ball in a wall.
std::vector<std::string> warn_of_starts_inside(const World& world);

}  // namespace pliant
