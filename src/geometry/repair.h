// From a mesh as artists and files have it to the mesh that is simulated: one particle where several points stand in
// one place, no triangle twice or without area, and closed surfaces that face outwards. The mesh itself stays as it is
// and is drawn as it is; SimulationMesh::point_of gives the simulated point of each of its points.
#pragma once

#include <string>
#include <vector>

#include "geometry/mesh.h"
#include "geometry/triangle_edges.h"

namespace pliant {

// Faults of the mesh, and how they were repaired.
struct RepairReport {
    u32 non_finite_points = 0;     // their triangles were left out
    u32 unused_points = 0;         // of no triangle that is left
    u32 welded_points = 0;         // merged into another
    u32 degenerate_triangles = 0;  // without area, with a point twice or with a point that is not finite; removed
    u32 duplicate_triangles = 0;   // the same three points once more; removed
    u32 opposite_triangles = 0;    // pairs of the same three points seen from both sides ...
    u32 merged_sheets = 0;         // ... and the parts made of nothing else: of these one layer was kept
    u32 non_manifold_edges = 0;    // between more than two triangles; left
    u32 turned_triangles = 0;      // turned to face the same way as their neighbours
    u32 one_sided_surfaces = 0;    // that have no two sides, like a Möbius strip; left
    u32 inverted_parts = 0;        // closed surfaces that faced inwards; turned round
    u32 boundary_edges = 0;        // of one triangle only
    u32 holes = 0;                 // connected runs of boundary edges: holes, and the rims of sheets
    u32 parts = 0;                 // pieces that share no point
    bool closed = false;           // every edge is passed as often one way as the other: there is an inside
    double volume = 0;             // [m³], of closed meshes

    std::vector<std::string> sentences() const;  // only faults that were found
};

struct SimulationMesh {
    static constexpr u32 no_point = 0xffffffffu;

    std::vector<Vec3> points;               // [m], in the order of the mesh, each used by a triangle
    std::vector<TrianglePoints> triangles;  // of these points, in the order of the triangulation
    std::vector<u32> point_of;              // per mesh point the simulated one, or no_point: nothing moves it
    std::vector<u32> source_triangle;       // the triangle of the triangulation that each came from
};
const char* validate(const SimulationMesh&);

// Points closer than a millionth of the mesh's diagonal are one. Never throws for bad geometry: the result may be
// empty.
SimulationMesh repair(const Mesh& mesh, const Triangulation& triangulation, RepairReport& report);

}  // namespace pliant
