// Tetrahedra from any triangle soup: open, crossing itself, of many parts, with faces twice or without area.
//
// Isosurface stuffing (stuffing.h) of the soup's solid (solid_field.h). The result does not depend on the order of
// points and triangles, nor on the number of threads. Sheets become one cell thick, and parts that are too thin for the
// cells are made thicker. Then points move until the surface is within half a cell of the mesh, both ways (tet_fit.h):
// sharp edges are cut off by less, and thin parts thickened by less to each side. Gaps narrower than a cell are closed.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "geometry/tet_quality.h"
#include "geometry/triangle_edges.h"

namespace pliant {

class Team;

struct TetrahedralizeOptions {
    float cell = 0;   // [m] edge of the lattice's cubes at the surface; 0: a twelfth of the largest extent
    int grading = 2;  // how many times cells may double in size towards the inside
};

struct Tetrahedralized {
    TetMesh mesh;
    TetQuality quality;
    float cell = 0;                            // [m] as given or chosen
    std::vector<std::string> facts, warnings;  // one sentence each
};

// Throws Error: options that make no sense, no triangle that has area, a lattice that would be too large.
Tetrahedralized tetrahedralize(std::span<const Vec3> points, std::span<const TrianglePoints> triangles,
                               const TetrahedralizeOptions& options = {}, Team* team = nullptr);

}  // namespace pliant
