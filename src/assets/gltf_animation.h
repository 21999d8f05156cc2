// An animation of a glTF file as a clip of a character.
#pragma once

#include "assets/gltf_model.h"
#include "rig/character.h"

namespace pliant {

// Adds a clip; `node_number` has the character's node of each node of the file. Channels that move nothing of the
// character are left out and noted. Throws Error for keys that make no sense.
void read_gltf_animation(const GltfModel& model, u64 limit, int animation, const std::vector<u32>& node_number,
                         Character& character, std::vector<std::string>& notes);

}  // namespace pliant
