// Characters that Assimp reads for us: COLLADA, FBX and a few older formats.
#pragma once

#include "assets/character_file.h"

namespace pliant {

FileCharacter read_character_by_assimp(std::string_view bytes, const std::string& name);

}  // namespace pliant
