// Characters of glTF 2.0 files: nodes, skins, morph targets and animations.
#pragma once

#include "assets/character_file.h"
#include "assets/gltf_model.h"

namespace pliant {

// Throws Error with the place in the file.
FileCharacter read_gltf_character(std::string_view bytes, const std::string& name, const FileResolver& resolve);

// The same of a file that is open (with its animation) already. `node_number` gets the number among the character's
// nodes of each node of the file.
FileCharacter read_gltf_character(const GltfModel& model, u64 limit, const std::string& name,
                                  std::vector<u32>& node_number);

}  // namespace pliant
