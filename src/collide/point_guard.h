// The last word where a contact has moved a point that had none of its own.
//
// Contacts are looked for along the way that matter wants to go. Where one of an edge throws its ends off that way,
// they may come to end inside something that they would have passed.
#pragma once

#include <optional>

#include "collide/collider_contacts.h"

namespace pliant {

// Where a point ends that is kept out of a solid: if it was outside when the substep began and would end further inside
// than it may. Convex solids only.
std::optional<Vec3> kept_out(const MovingShape& solid, const Vec3& from, const Vec3& to, float allowed);

}  // namespace pliant
