// A lattice in which parts of a mesh that merely share a cell are not glued: every part has its own cell there, and its
// own particles (as the virtual nodes of Molino, Bao & Fedkiw 2004).
//
// A part of one cell hangs together with a part of the next where the same triangle passes their common face, or matter
// does. Around every grid point the parts of its eight cells fall into groups that hang together within these cells;
// each group has a particle there. So fingers are apart from the tip down to the cell in which they meet, and there
// share the particles of that cell.
#pragma once

#include "geometry/cell_parts.h"
#include "geometry/embed.h"
#include "geometry/lattice_mesh.h"

namespace pliant {

class PartedLattice {
  public:
    // Points and triangles, those that the voxels were made from, must outlive it.
    PartedLattice(const Voxels& voxels, std::span<const Vec3> points, std::span<const std::array<u32, 3>> triangles);

    LatticeMesh lattice;
    std::vector<float> fraction;  // of each cell that lies inside: what the voxels have, divided among parts
    std::vector<u8> beyond;  // of each particle: if it stands in matter, then in that of another part; empty: none does
    u32 shared_cells = 0;    // sites at which there is more than one cell
    bool parted = false;

    // Where a point of some triangles stands: in the cell of their part that contains it, or the nearest of theirs.
    LatticePlace find(const Vec3& point, std::span<const u32> triangles) const;
    // Where a point near the surface stands: with the nearest triangle in its cell that faces the same way.
    LatticePlace find(const Vec3& point, const Vec3& normal) const;

    // Where a point stands of which nothing is known.
    LatticePlace find(const Vec3& point) const { return in_copy(embedding_.find(point), 0); }

    PartedLattice(const PartedLattice&) = delete;
    PartedLattice& operator=(const PartedLattice&) = delete;

  private:
    class Groups;
    struct Corner {
        u32 cell, corner;
    };
    void group_cells(std::span<const std::vector<Corner>> around);
    bool is_sliver(u32 cell, u32 part) const;
    bool merge_slivers();
    void hold_fringes(std::span<const std::vector<Corner>> around);
    void find_owner(u32 site, std::span<const Corner> around);
    LatticePlace in_copy(const LatticePlace& place, u32 part) const {
        return {first_copy_[place.cell] + part, place.at};
    }
    u32 part_with(u32 cell, std::span<const u32> triangles) const;  // or none

    CellParts parts_;
    LatticeMesh whole_;  // one cell at each site
    LatticeEmbedding embedding_;
    bool solid_;
    std::vector<u32> first_copy_;  // of each cell of the whole
};

}  // namespace pliant
