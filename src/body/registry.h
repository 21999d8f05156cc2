// The only list of kinds.
#pragma once

#include <span>
#include <string_view>

#include "body/kind.h"

namespace pliant {

std::span<const Kind* const> kinds();
const Kind* find_kind(std::string_view name);  // null when there is none
std::string kind_names();                      // "lattice, cloth, flesh", for error sentences

}  // namespace pliant
