// Poses of one lattice, carried to another around the same mesh: with other cells, or another spacing.
//
// A particle of the new lattice goes where the old one's trilinear map takes its place at rest. Outside of all old
// cells the nearest cell's map goes on from its border as the mean affine map of that cell does: a trilinear map would
// run away there.
#pragma once

#include <span>

#include "geometry/embed.h"

namespace pliant {

class LatticeCarry {
  public:
    LatticeCarry(const LatticeMesh& from, const LatticeMesh& to);
    void carry(std::span<const Vec3> from, std::span<Vec3> to) const;  // places of particles [m]

  private:
    struct Source {
        std::array<u32, 8> particle;
        std::array<float, 8> weight;  // their sum is 1; may be negative
    };
    std::vector<Source> sources_;  // of each particle of the new lattice
    size_t from_count_;
};

}  // namespace pliant
