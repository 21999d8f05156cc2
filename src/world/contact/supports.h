// A place on a body, as the particles that carry it: what contacts and attachments act on.
#pragma once

#include <vector>

#include "collide/contact.h"
#include "world/contact/contact_set.h"
#include "world/items.h"

namespace pliant {

// Appends the particles of a place, with weights times `sign` and no weighted_inverse_mass yet. Of those from `first`
// on, a particle that carries several corners is entered once.
void add_supports(std::vector<Support>& supports, size_t first, const Body& body, const SkinPlace& place, float sign);

}  // namespace pliant
