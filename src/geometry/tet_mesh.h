// A volume as tetrahedra. Their points are numbered by themselves: a mesh that was read together with its tets has its
// own.
#pragma once

#include <array>
#include <vector>

#include "core/vec.h"

namespace pliant {

using TetPoints = std::array<u32, 4>;

struct TetMesh {
    std::vector<Vec3> points;     // [m]
    std::vector<TetPoints> tets;  // (p1 - p0) × (p2 - p0) · (p3 - p0) > 0
};
const char* validate(const TetMesh&);

}  // namespace pliant
