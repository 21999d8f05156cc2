// Where regions go in planar order when particles are doubled: those of planes without new particles stay, unless a
// plane before them has outgrown its padding.
#pragma once

#include "body/lattice/lattice_model.h"
#include "core/renumbering.h"

namespace pliant::lattice {

class PlanarMoves {
  public:
    PlanarMoves() = default;
    // `m`: with the programs and sites of now, and regions numbered as before, which this changes.
    PlanarMoves(LatticeModel& m, const Renumbering& numbers);

    // Of each region a value: moves them, gives copies the value of what they were, and padding the given one.
    void carry(Array<float>& values, float padding) const;

  private:
    struct Move {
        u32 from, to, count;
    };
    struct Copy {
        u32 now, before;  // regions
    };
    std::vector<Move> moves_;  // ascending
    std::vector<Copy> copies_;
    std::vector<BlockRange> padding_;  // as it is now
    u32 count_before_ = 0, count_now_ = 0;
};

}  // namespace pliant::lattice
