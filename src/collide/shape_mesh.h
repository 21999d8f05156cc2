// Collider shapes as triangles, for drawing and export. The simulation does not use these.
#pragma once

#include <vector>

#include "collide/shape.h"

namespace pliant {

// Counter-clockwise as seen from outside; three indices a triangle.
struct TriangleList {
    std::vector<Vec3> positions, normals;  // per vertex; hard edges have a vertex for each side
    std::vector<u32> indices;
};

// In the shape's own frame. A plane, which has no end, becomes a square that reaches `plane_extent` [m] from its
// middle.
TriangleList shape_mesh(const Shape& shape, float plane_extent);

}  // namespace pliant
