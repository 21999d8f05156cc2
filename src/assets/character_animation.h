// A clip of a character as a mesh that moves.
#pragma once

#include "assets/character_file.h"
#include "assets/mesh_animation.h"

namespace pliant {

// The clip that the settings name, or the first; null when the file has none. A morph may be named too. At rest it is
// as it was bound. Throws Error.
std::unique_ptr<MeshAnimation> open_character_animation(const std::string& path, const AssetSettings& settings);
std::unique_ptr<MeshAnimation> character_animation(LoadedCharacter loaded, const std::string& path,
                                                   const std::string& clip);

}  // namespace pliant
