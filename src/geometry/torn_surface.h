// The surface of a body after some of its links have parted: triangles stay as they are, points are doubled where the
// surface has opened, and walls close what lies open, on both sides.
#pragma once

#include "geometry/torn_lattice.h"

namespace pliant {

struct TornSurface {
    struct Vertex {
        u32 node;   // a point of the surface, or point_count + a site of the grid
        u32 other;  // another one: the vertex is half way between; or none
        u32 cell;   // that it hangs in
    };
    struct Wall {
        u32 link;
        u32 cell;  // that it belongs to, on one side of the link
        std::array<u32, 3> vertex;
    };
    std::vector<Vertex> vertices;
    std::vector<std::array<u32, 3>> triangle_vertex;  // of each triangle of the whole surface that was torn
    std::vector<Wall> walls;
};

// A surface and the cell that each of its points hangs in.
struct HungSurface {
    std::span<const TrianglePoints> triangles;
    std::span<const Vec3> points;
    std::span<const u32> home;
};

// Of the cells that were torn: `ours` are their triangles.
TornSurface tear_surface(const LatticeMesh& whole, const TearMap& map, const TornCellsView& torn,
                         std::span<const u8> broken, const HungSurface& surface, std::span<const u32> ours);

}  // namespace pliant
