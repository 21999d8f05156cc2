// Characters of glTF 2.0 files: nodes, skins, morph targets and animations.
#pragma once

#include "assets/character_file.h"

namespace pliant {

// Throws Error with the place in the file.
FileCharacter read_gltf_character(std::string_view bytes, const std::string& name, const FileResolver& resolve);

}  // namespace pliant
