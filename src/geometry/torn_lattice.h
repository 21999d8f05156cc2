// A lattice after some of its links have parted.
//
// Cells that still hang together around a grid point keep a particle there in common; where they fall into groups, each
// group has a copy. What hangs together by particles or hinges is a piece. The result depends on which links have
// parted and not on the order in which they did.
#pragma once

#include <span>

#include "geometry/tear_map.h"

namespace pliant {

struct TornCells {
    std::vector<std::array<u32, 8>> corner;  // of each cell: copies of particles
    std::vector<u32> particle_from;          // of each copy: the particle it was; ascending
    std::vector<u32> piece;                  // of each cell, numbered by their lowest cells; or none
    std::vector<u32> cells;                  // that were torn
    u32 piece_count = 0;
};

// The same, where somebody else keeps it.
struct TornCellsView {
    std::span<const std::array<u32, 8>> corner;
    std::span<const u32> particle_from, piece, cells;
    TornCellsView(std::span<const std::array<u32, 8>> corner_of, std::span<const u32> from,
                  std::span<const u32> piece_of, std::span<const u32> of_cells)
        : corner(corner_of), particle_from(from), piece(piece_of), cells(of_cells) {}
    TornCellsView(const TornCells& torn)
        : corner(torn.corner), particle_from(torn.particle_from), piece(torn.piece), cells(torn.cells) {}
};

// Of the given cells, ascending; nothing is said of the others. `broken`: one flag per link of the map.
TornCells tear_cells(const LatticeMesh& whole, const TearMap& map, std::span<const u8> broken,
                     std::span<const u32> cells);

// A corner of a cell at some particle, and which of the copies there it has: 0, 1, 2 … in the order of their lowest
// cells.
struct TornCorner {
    u32 cell, corner, copy;
};
// All corners at a particle of the whole, ascending by cell. It must stand between the cells of a link that has parted:
// around others cells hang together, whatever links there are. Returns how many copies there are.
u32 tear_corners(const LatticeMesh& whole, const TearMap& map, std::span<const u8> broken, u32 particle,
                 std::vector<TornCorner>& corners);

// Looks whether links that have parted leave together what they joined, without looking at the whole body.
class CrackSides {
  public:
    // True if the two cells of every link are still connected by other links. The search runs from both cells at once
    // and ends where the sides meet, so that it stays near the crack. False where no such way was found: then they may
    // still hang together, by a hinge or a particle.
    bool are_connected(const TearMap& map, std::span<const u8> broken, std::span<const u32> links);

  private:
    bool meet(const TearMap& map, std::span<const u8> broken, u32 a, u32 b);
    std::vector<u32> seen_, found_[2];  // of each cell: the last side that came there
    u32 sides_ = 0;                     // that were numbered so far
};

struct LatticePiece {
    LatticeMesh mesh;
    std::vector<u32> cell_from, particle_from;  // of the whole lattice, ascending
    std::vector<u32> copy;                      // of each particle, among those of TornCells
};

LatticePiece take_piece(const LatticeMesh& whole, const TornCells& torn, u32 piece);

}  // namespace pliant
