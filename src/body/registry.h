// The only list of kinds.
#pragma once

#include <span>
#include <string_view>

#include "body/kind.h"

namespace pliant {

std::span<const Kind* const> kinds();
const Kind* find_kind(std::string_view name);  // null when there is none

// The kind that a mesh gets when nothing else is said: what encloses a volume is solid.
enum class MeshForm { solid, sheet };
const Kind& default_kind(MeshForm form = MeshForm::solid);

std::string kind_names();  // "lattice, cloth, flesh", for error sentences

}  // namespace pliant
