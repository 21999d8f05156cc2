// Creatures as .glb: a mesh that any viewer shows, with PLIANT_body and the drafts of KHR_physics_rigid_bodies.
#pragma once

#include "assets/creature.h"

namespace pliant {

// Any glTF file: one without our extension is a creature of a mesh alone, or of a mesh and bones. Throws Error.
Creature read_creature_glb(std::string_view bytes, const std::string& name, const FileResolver& resolve);

// The same creature gives the same bytes, and so does one that was read from them. Throws OutputError where it would be
// larger than a .glb can be.
std::string creature_glb(const Creature& creature, const std::string& path);

}  // namespace pliant
