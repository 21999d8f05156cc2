// Warns of holds and attachments that catch nothing of their body: a box in the space of another program, a map that is
// black, a point beside the mesh.
#pragma once

#include <string>
#include <vector>

#include "world/world.h"

namespace pliant {

std::vector<std::string> warn_of_empty_holds(const World& world);
// An attachment holds the nearest point of the skin however far that is: one that is not near is said.
std::vector<std::string> warn_of_far_attachments(const World& world);

}  // namespace pliant
