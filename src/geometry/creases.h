// Normals for meshes whose file has none: smooth over bends, hard at creases.
#pragma once

#include "geometry/mesh.h"

namespace pliant {

// Faces that meet at more than `angle` [degrees] get normals of their own there: vertices on such an edge are doubled,
// and the doubles come after all vertices that were there. Elsewhere normals are means over the faces around a point,
// weighted by area. Does nothing where the mesh has normals.
void add_creased_normals(Mesh& mesh, const Triangulation& triangulation, double angle = 60);

}  // namespace pliant
