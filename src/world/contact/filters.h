// Which pairs may collide, by layers and rules.
#pragma once

#include "world/contact/pair.h"
#include "world/contents.h"

namespace pliant {

bool rules_allow(const Contents& contents, u32 name_a, u32 name_b, Pair& pair);
// Also sets friction and restitution of the pair where a rule gives them.
template <class A, class B>  // Body or Collider
bool pair_allowed(const Contents& contents, const A& a, const B& b, Pair& pair) {
    return a.layers.meets(b.layers) && rules_allow(contents, a.names.rule, b.names.rule, pair);
}
// Whether an attachment holds what of the body lies in the collider: then the two do not collide.
bool is_held_inside(const Contents& contents, const Body& body, const Collider& collider);

}  // namespace pliant
