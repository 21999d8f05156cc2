// From meshes to the triangles of colliders.
#pragma once

#include <memory>

#include "collide/mesh_shape.h"
#include "geometry/mesh.h"

namespace pliant {

// Both throw Error, with the name of the mesh.
std::shared_ptr<const MeshShape> solid_mesh(const Mesh& mesh);  // its own triangles, repaired
std::shared_ptr<const MeshShape> hull_mesh(const Mesh& mesh);   // those of the convex hull around its points

}  // namespace pliant
