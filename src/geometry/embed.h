// Where points stand in a lattice at rest: which cell, and where in it. A point follows its cell by trilinear weights.
#pragma once

#include "geometry/lattice_mesh.h"

namespace pliant {

struct LatticePlace {
    u32 cell;
    Vec3 at;  // 0 … 1 along each axis inside the cell; beyond that for points outside the lattice
};

// Weight of corner c for a place in a cell.
PL_INLINE float trilinear_weight(const Vec3& at, int corner) {
    return (corner & 1 ? at.x : 1 - at.x) * (corner & 2 ? at.y : 1 - at.y) * (corner & 4 ? at.z : 1 - at.z);
}

class LatticeEmbedding {
  public:
    explicit LatticeEmbedding(const LatticeMesh& lattice);
    LatticePlace find(const Vec3& point) const;  // the cell that contains the point, or else the nearest one
    u32 cell_at(const Vec3i& site) const;        // no_cell where there is none
    static constexpr u32 no_cell = 0xffffffffu;

  private:
    u32 nearest_cell(const Vec3& in_cells) const;
    const LatticeMesh& lattice_;
    std::vector<u32> row_start_;  // first cell of each row (y, z)
};

}  // namespace pliant
