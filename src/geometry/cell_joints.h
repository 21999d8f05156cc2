// Which parts of neighbouring cells hang together.
#pragma once

#include <map>

#include "geometry/cell_parts.h"
#include "geometry/lattice_mesh.h"

namespace pliant {

class CellJoints {
  public:
    struct Pair {
        u32 low, high;  // parts
    };
    // `whole` has one cell for each of the voxels, in their order.
    CellJoints(const CellParts& parts, const LatticeMesh& whole);

    // Of a cell and the next one along an axis: by triangles, and by matter of cells that are all inside.
    std::span<const Pair> across(u32 low_cell, u32 axis) const;
    // The same, where no triangle passes the face and only a look at its middle tells.
    void look(u32 low_cell, u32 high_cell, u32 axis);
    // Of any two cells that have a face, an edge or a corner in common: a triangle passes there, or two touch.
    bool meet(u32 cell, u32 part, u32 other_cell, u32 other_part) const;

  private:
    enum class State : u8 { apart, joined, listed, unknown };
    size_t face(u32 low_cell, u32 axis) const { return 3 * static_cast<size_t>(low_cell) + axis; }
    struct Place {
        Vec3d center, half;
    };
    Place common(u32 a, u32 b) const;  // what two cells have in common
    void join(u32 a, u32 b, u32 axis);

    const CellParts& parts_;
    const LatticeMesh& whole_;
    Vec3i low_;                 // of the lattice, in the grid of the voxels
    std::vector<State> state_;  // of each face
    std::map<size_t, std::vector<Pair>> listed_;
};

}  // namespace pliant
