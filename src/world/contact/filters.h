// Which pairs may collide, by layers and rules.
#pragma once

#include <string>

#include "world/contact/pair.h"
#include "world/contents.h"

namespace pliant {

// Also sets friction and restitution of the pair where a rule gives them.
bool pair_allowed(const Contents& contents, const std::string& a, const std::string& b, LayerMask of_a, LayerMask of_b,
                  Pair& pair);
// Whether an attachment holds what of the body lies in the collider: then the two do not collide.
bool is_held_inside(const Contents& contents, const Body& body, const Collider& collider);

}  // namespace pliant
