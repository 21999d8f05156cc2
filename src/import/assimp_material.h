// A material as Assimp has it, as one of ours.
#pragma once

#include "geometry/mesh.h"

struct aiScene;

namespace pliant {

Material assimp_material(const aiScene& scene, unsigned number);

}  // namespace pliant
