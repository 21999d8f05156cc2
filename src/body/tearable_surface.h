// The part of the mesh that tearing needs: the repaired surface, and the render vertices at its corners.
#pragma once

#include "core/archive.h"
#include "core/soundness.h"
#include "geometry/triangle_edges.h"

namespace pliant {

struct CookInput;

struct TearableSurface {
    std::vector<Vec3> points;                // [m]
    std::vector<TrianglePoints> triangles;   // of these points
    std::vector<std::array<u32, 3>> vertex;  // of the surface that is drawn, at the corners of each triangle
    std::vector<u32> face, material;         // of each triangle
    std::vector<u32> cell;                   // of each triangle: the cell or tet that it goes with; of lattices it
                                             // may be empty: the cells that contain the middles of faces
    std::vector<u8> beyond;                  // of each particle: it stands in the matter of another part; empty: none
    bool closed = false;
    void save(Writer&) const;
    void load(Reader&);
    void check(const Soundness&, u32 vertices, u32 materials, u32 cells, u32 particles) const;
};

TearableSurface make_tearable(const CookInput&);  // without cells

}  // namespace pliant
