// Poses of one lattice, carried to another around the same mesh: with other cells, or another spacing.
//
// A particle of the new lattice goes where the old one's trilinear map takes its place at rest. Outside of all old
// cells the nearest cell's map goes on from its border as the mean affine map of that cell does: a trilinear map would
// run away there. Where several old cells stand at one site, it goes to the mean of where they take it.
#pragma once

#include <span>

#include "geometry/embed.h"

namespace pliant {

class LatticeTransfer {
  public:
    LatticeTransfer(const LatticeMesh& from, const LatticeMesh& to);
    void transfer(std::span<const Vec3> from, std::span<Vec3> to) const;  // places of particles [m]

  private:
    struct Source {
        u32 particle;
        float weight;  // may be negative
    };
    std::vector<u32> start_;       // of each particle of the new lattice
    std::vector<Source> sources_;  // the sum of its weights is 1
    size_t from_count_;
};

}  // namespace pliant
