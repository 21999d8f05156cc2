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

// Of the given cells, ascending; nothing is said of the others. `broken`: one flag per link of the map.
TornCells tear_cells(const LatticeMesh& whole, const TearMap& map, std::span<const u8> broken,
                     std::span<const u32> cells);

struct LatticePiece {
    LatticeMesh mesh;
    std::vector<u32> cell_from, particle_from;  // of the whole lattice, ascending
    std::vector<u32> copy;                      // of each particle, among those of TornCells
};

LatticePiece take_piece(const LatticeMesh& whole, const TornCells& torn, u32 piece);

}  // namespace pliant
