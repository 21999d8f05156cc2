// Faces of tets: those between two of them, and those of one alone, which are the surface of the volume.
#pragma once

#include <span>

#include "geometry/tet_mesh.h"
#include "geometry/triangle_edges.h"

namespace pliant {

struct TetFace {
    TrianglePoints points;  // seen from outside the first tet, counterclockwise
    u32 tet[2];             // that it belongs to, the lower one first; the second is `outside` on the surface
    static constexpr u32 outside = 0xffffffffu;
};

// Corners of the face across corner k, seen from outside, counterclockwise.
TrianglePoints tet_face(const TetPoints& tet, u32 k);
u32 corner_across(const TetPoints& tet, const TrianglePoints& face);  // k

// All faces in the order of their first tets. A face of more than two tets, as only a file can have it, is between the
// first two.
std::vector<TetFace> tet_faces(std::span<const TetPoints> tets);

}  // namespace pliant
