// The ways out of pieces that have torn: for every particle the nearest place on the skin, at rest.
//
// Tearing takes nothing from the surface and adds walls. So what is nearest on the surface is found once, for the
// whole, and a piece only looks whether a wall is nearer; or again, where the place went with another piece.
#pragma once

#include "body/lattice/lattice_model.h"
#include "geometry/bvh.h"

namespace pliant::lattice {

// The place on a surface that is nearest; of those as near the one with the lowest number.
struct NearestPlace {
    u32 triangle = 0xffffffffu;
    float distance2 = 3e38f;  // [m²]
    Vec3 weights;
};

// Of a whole lattice, on the surface that may tear.
struct SurfaceExits {
    explicit SurfaceExits(const LatticeModel& whole);
    Bvh tree;
    std::vector<NearestPlace> nearest;  // to each particle
};

// `points`: of the skin, at rest. `triangle`: the number in the skin of each of the piece's triangles of the surface,
// then of each of its walls. `inside`: of each particle.
void find_torn_exits(LatticeModel&, std::span<const Vec3> points, std::span<const u32> triangle,
                     const std::vector<u8>& inside);

}  // namespace pliant::lattice
