// The region of a particle: every particle within `half_width` steps, where one step leads to any particle of a cell
// that the particle belongs to (Rivers & James 2007). In a solid lattice that is a box; around holes and between
// branches it is less, because a step cannot cross a gap.
#pragma once

#include <span>

#include "geometry/lattice_mesh.h"

namespace pliant {

// Particles first … last, consecutive in number and in one row of the lattice.
struct ParticleRange {
    u32 first, last;
    bool operator==(const ParticleRange&) const = default;
};

struct LatticeRegions {
    i32 half_width = 1;
    std::vector<u32> size;   // number of particles in each region
    std::vector<u8> is_box;  // the region is all particles within half_width along each axis
    std::vector<u32>
        range_start;  // for the others: their ranges are ranges[range_start[p]] … ranges[range_start[p + 1] - 1]
    std::vector<ParticleRange> ranges;  // ascending
};

constexpr i32 max_half_width = 31;  // a row of a region fits one machine word

LatticeRegions find_regions(const LatticeMesh& lattice, i32 half_width);
// The same, from those before particles were doubled: others than those near them are as they were.
LatticeRegions find_regions(const LatticeMesh& lattice, const LatticeRegions& before, const LatticeDoubling& doubling);

// The ranges of any region, also of those that are boxes.
class RegionRanges {
  public:
    RegionRanges(const LatticeMesh& lattice, const LatticeRegions& regions);
    std::span<const ParticleRange> of(u32 particle);  // until it is asked again

  private:
    const LatticeMesh& lattice_;
    const LatticeRegions& regions_;
    std::vector<u32> row_start_;
    std::vector<ParticleRange> box_;
};

// One flag for each site of the grid, by z, y, x: one of the given sites is within `reach` along each axis.
std::vector<u8> sites_near(const LatticeMesh& lattice, std::span<const Vec3i> sites, i32 reach);
inline size_t site_number(const LatticeMesh& lattice, const Vec3i& s) {
    return (static_cast<size_t>(s.z) * lattice.sites.y + s.y) * lattice.sites.x + s.x;
}

}  // namespace pliant
