// Bands that close torn surfaces, where walls of cracks and the drawn surface do not share their points.
//
// Both end in rims near each other: closed walks along edges that have a triangle on one side only. A band runs between
// two of them; a rim that has no other near it is closed by itself. All is counted, so it closes for any mesh.
#pragma once

#include "core/vec.h"
#include "geometry/triangle_edges.h"

namespace pliant {

// Closed walks along the rims of triangles, by their points, the way the triangles run.
std::vector<std::vector<u32>> rims_of(std::span<const TrianglePoints> triangles);

// Triangles that close the gaps that both leave; `places` of all points. Drawn triangles and walls share none.
std::vector<TrianglePoints> close_rims(std::span<const TrianglePoints> drawn, std::span<const TrianglePoints> walls,
                                       std::span<const Vec3> places);

}  // namespace pliant
