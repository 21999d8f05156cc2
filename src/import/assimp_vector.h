#pragma once

#include <assimp/vector3.h>

#include "core/vec.h"

namespace pliant {

inline Vec3d vector_of(const aiVector3D& v) { return {v.x, v.y, v.z}; }

}  // namespace pliant
