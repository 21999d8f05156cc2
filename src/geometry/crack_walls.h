// The walls of a crack: polygons in the faces of links that have parted, one for the cell on either side.
#pragma once

#include "geometry/tear_map.h"

namespace pliant {

struct CrackWalls {
    struct Wall {
        u32 link;
        u32 cell;                   // that it belongs to, on one side of the link
        std::array<u32, 3> corner;  // nodes of the map
    };
    std::vector<Wall> walls;
    // Of every half-edge the one on its other side, or none: 3 t + k of a triangle of the surface, and behind those
    // 3 w + k of a wall.
    std::vector<u32> twin;
    std::vector<u8> touched;  // of each point: the surface has opened there
};

inline u32 next_in_triangle(u32 half_edge) { return half_edge % 3 == 2 ? half_edge - 2 : half_edge + 1; }

// Around the given cells. Cells on the other side of links that bound them are included, but say nothing about cells
// beyond. `broken`: one flag per link.
CrackWalls build_crack_walls(const LatticeMesh& whole, const TearMap& map, std::span<const u8> broken,
                             std::span<const u32> cells, std::span<const TrianglePoints> triangles,
                             std::span<const Vec3> points);

}  // namespace pliant
