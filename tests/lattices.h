// Lattices for tests: solid boxes, and random ones with holes and branches.
#pragma once

#include <vector>

#include "core/random.h"
#include "geometry/lattice_mesh.h"

namespace pliant::testing {

inline LatticeMesh box_lattice(int x, int y, int z, const Vec3& spacing = {0.1f, 0.1f, 0.1f}) {
    std::vector<Vec3i> cells;
    for (int k = 0; k < z; ++k)
        for (int j = 0; j < y; ++j)
            for (int i = 0; i < x; ++i) cells.push_back({i, j, k});
    return make_lattice(cells, spacing, {});
}

// A random walk leaves a thick trail (branches), and random cells are knocked out of it (holes).
inline LatticeMesh random_lattice(Random& random, int size, double holes) {
    std::vector<Vec3i> cells;
    Vec3i at{size / 2, size / 2, size / 2};
    for (int step = 0; step < 12 * size; ++step) {
        at[static_cast<int>(random.below(3))] += random.chance(0.5) ? 1 : -1;
        for (int k = 0; k < 3; ++k) at[k] = at[k] < 0 ? 0 : at[k] >= size ? size - 1 : at[k];
        const int thick = static_cast<int>(random.below(2));
        for (int dz = 0; dz <= thick; ++dz)
            for (int dy = 0; dy <= thick; ++dy)
                for (int dx = 0; dx <= thick; ++dx)
                    if (!random.chance(holes)) cells.push_back(at + Vec3i{dx, dy, dz});
    }
    cells.push_back(at);
    return make_lattice(cells, {0.1f, 0.1f, 0.1f}, {});
}

}  // namespace pliant::testing
