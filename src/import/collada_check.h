// COLLADA files that would make Assimp read past the end of an array.
#pragma once

#include <string>
#include <string_view>

namespace pliant {

// An <accessor> says how many elements it takes from which array, and Assimp 5.2 believes it. Throws Error with the
// line of one that asks for more than there is; broken XML is left for Assimp to complain about.
void check_collada(std::string_view text, const std::string& name);

}  // namespace pliant
