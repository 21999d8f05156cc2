// A lattice: cells of a regular grid and the particles at their corners.
//
// A cell knows its eight particles by number, so two cells that are neighbours in the grid need not share particles.
// Corner c of a cell stands at (c & 1, c >> 1 & 1, c >> 2) cell widths from the cell's low corner.
#pragma once

#include <array>
#include <vector>

#include "core/vec.h"

namespace pliant {

struct LatticeMesh {
    Vec3 spacing;  // [m] along each axis
    Vec3 origin;   // [m] where site (0, 0, 0) stands at rest
    Vec3i sites;   // number of grid points along each axis: every site is within 0 … sites-1

    std::vector<Vec3i> cell_site;                 // low corner of each cell; sorted by z, y, x
    std::vector<std::array<u32, 8>> cell_corner;  // particles of each cell
    std::vector<Vec3i> particle_site;             // where each particle stands at rest; sorted by z, y, x

    size_t particle_count() const { return particle_site.size(); }
    size_t cell_count() const { return cell_site.size(); }
    Vec3 rest_position(u32 particle) const { return origin + scaled(spacing, particle_site[particle].to<float>()); }
};

const char* validate(const LatticeMesh&);

// From a lattice to one of the same cells in which some of them have copies of their own of particles.
struct LatticeDoubling {
    std::vector<u32> particle_before;  // of each particle: which one it was
    std::vector<u32> particle_now;     // of each particle before: the first of its copies
    std::vector<Vec3i> sites;          // at which there are more particles than before
};

// The order of cells and particles: by z, then y, then x.
inline bool comes_before(const Vec3i& a, const Vec3i& b) {
    return a.z != b.z ? a.z < b.z : a.y != b.y ? a.y < b.y : a.x < b.x;
}

// Particles are placed at the corners of the given cells, one per site. Cells may come in any order; doubles are
// dropped.
LatticeMesh make_lattice(std::vector<Vec3i> cells, const Vec3& spacing, const Vec3& origin);

}  // namespace pliant
