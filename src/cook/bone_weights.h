// How much a bone of a character moves each point of its mesh.
#pragma once

#include "rig/character.h"

namespace pliant {

// 0 … 1, the mean of a point's vertices. Throws Error where there is no such bone, with the names there are.
std::vector<float> bone_weights(const Character& character, const std::string& bone);

}  // namespace pliant
