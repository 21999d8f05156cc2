// A box as a mesh that has its volume with it: cubes of six tets each (Kuhn), for tests and benchmarks.
#pragma once

#include "geometry/mesh.h"

namespace pliant {

// Its middle is at the origin. Points are numbered along x first, then y, then z.
TetMesh tet_box(const Vec3& size, const Vec3i& cells);
// With the outer faces as the mesh.
Mesh with_outer_faces(TetMesh volume, const std::string& name);

}  // namespace pliant
