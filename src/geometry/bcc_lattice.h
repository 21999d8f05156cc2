// The body-centred cubic lattice: the corners of equal cubes, and their centres. Cubes that share a face and an edge of
// that face span a tetrahedron of two centres and two corners; all of these are alike and fill space.
//
//     site     a corner or a centre, named by its place in half cubes: all coordinates even, or all odd
//     long     an edge between neighbours along an axis, two corners or two centres: as long as a cube
//     short    an edge between a corner and a centre: half a cube's diagonal
#pragma once

#include <array>
#include <cmath>

#include "core/vec.h"

namespace pliant {

struct BccLattice {
    Vec3d origin;     // [m] of the low corner of the first cube
    double cell = 0;  // [m] a cube's edge
    Vec3i cubes;      // along each axis

    size_t corner_count() const { return static_cast<size_t>(cubes.x + 1) * (cubes.y + 1) * (cubes.z + 1); }
    size_t cube_count() const { return static_cast<size_t>(cubes.x) * cubes.y * cubes.z; }
    size_t site_count() const { return corner_count() + cube_count(); }
    size_t cube_index(const Vec3i& c) const { return (static_cast<size_t>(c.z) * cubes.y + c.y) * cubes.x + c.x; }
    static bool is_centre(const Vec3i& site) { return site.x & 1; }

    // Corners first, then centres, each in the order of z, y, x.
    size_t index(const Vec3i& site) const {
        const Vec3i s{site.x >> 1, site.y >> 1, site.z >> 1};
        if (is_centre(site)) return corner_count() + cube_index(s);
        return (static_cast<size_t>(s.z) * (cubes.y + 1) + s.y) * (cubes.x + 1) + s.x;
    }
    bool contains(const Vec3i& site) const {
        return site.x >= 0 && site.y >= 0 && site.z >= 0 && site.x <= 2 * cubes.x && site.y <= 2 * cubes.y &&
               site.z <= 2 * cubes.z;
    }
    Vec3d position(const Vec3i& site) const { return origin + site.to<double>() * (cell / 2); }
};

// The fourteen edges at a site. Each even one is followed by the one that goes back; the first six are long.
constexpr int bcc_edges = 14, bcc_long_edges = 6;
constexpr std::array<Vec3i, bcc_edges> bcc_edge = {{{2, 0, 0},
                                                    {-2, 0, 0},
                                                    {0, 2, 0},
                                                    {0, -2, 0},
                                                    {0, 0, 2},
                                                    {0, 0, -2},
                                                    {1, 1, 1},
                                                    {-1, -1, -1},
                                                    {1, 1, -1},
                                                    {-1, -1, 1},
                                                    {1, -1, 1},
                                                    {-1, 1, -1},
                                                    {-1, 1, 1},
                                                    {1, -1, -1}}};

// Which of them leads from one site to its neighbour.
inline int bcc_edge_towards(const Vec3i& step) {
    for (int axis = 0; axis < 3; ++axis)
        if (step[axis] == 2 || step[axis] == -2) return 2 * axis + (step[axis] < 0);
    constexpr int by_signs[8] = {6, 12, 10, 9, 8, 11, 13, 7};  // one bit for each negative coordinate
    return by_signs[(step.x < 0) | (step.y < 0) << 1 | (step.z < 0) << 2];
}

// [m] of an edge in a lattice of unit cubes.
inline double bcc_edge_length(int edge) { return edge < bcc_long_edges ? 1.0 : std::sqrt(0.75); }

}  // namespace pliant
