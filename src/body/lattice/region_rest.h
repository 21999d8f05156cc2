// What regions are at rest, after particles were doubled: from what they were.
#pragma once

#include "body/lattice/lattice_model.h"

namespace pliant::lattice {

constexpr i32 widest_summed_singly = 3;  // wider regions are summed all at once, by running sums

// Of regions: weight / region size of each particle.
std::vector<double> weights_at_rest(const LatticeModel&);

// Of a model before particles were doubled.
struct RegionsBefore {
    const std::vector<u32>& region_of;
    const RegionRestArrays& region;
};
// Particles that have a doubled one in their region weigh less or more in others, whose regions reach so far again.
// These regions are summed up one by one, which does not depend on the order of tears; all others are as they were.
RegionRestArrays regions_since(const LatticeModel&, const LatticeRegions&, const LatticeDoubling&,
                               const RegionsBefore&);

// The same in place, once all others are where they belong: of particles near the sites.
void update_regions(LatticeModel&, std::span<const Vec3i> sites);

}  // namespace pliant::lattice
