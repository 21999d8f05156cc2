// Warns of bodies that begin inside the ground: they are pushed out at the first step, or fall without end.
#pragma once

#include <string>
#include <vector>

#include "world/world.h"

namespace pliant {

// One sentence for each body and each plane or height field that it begins below by more than a fiftieth of its size.
std::vector<std::string> warn_of_starts_below(const World& world);

}  // namespace pliant
