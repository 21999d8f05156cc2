#include "geometry/lattice_mesh.h"

#include <algorithm>

#include "core/contract.h"

namespace pliant {

LatticeMesh make_lattice(std::vector<Vec3i> cells, const Vec3& spacing, const Vec3& origin) {
    PL_ASSERT(is_positive(spacing.x) && is_positive(spacing.y) && is_positive(spacing.z) && is_finite(origin));
    PL_ASSERT(!cells.empty());
    LatticeMesh lattice;
    lattice.spacing = spacing;
    Vec3i low = cells.front(), high = low;
    for (const Vec3i& c : cells) {
        low = least(low, c);
        high = greatest(high, c);
    }
    for (Vec3i& c : cells) c -= low;
    std::sort(cells.begin(), cells.end(), comes_before);
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
    lattice.origin = origin + scaled(spacing, low.to<float>());
    lattice.sites = high - low + Vec3i{2, 2, 2};
    lattice.cell_site = std::move(cells);

    std::vector<Vec3i>& sites = lattice.particle_site;
    sites.reserve(lattice.cell_site.size() * 2);
    for (int corner = 0; corner < 8; ++corner)
        for (const Vec3i& c : lattice.cell_site) sites.push_back(c + Vec3i{corner & 1, corner >> 1 & 1, corner >> 2});
    std::sort(sites.begin(), sites.end(), comes_before);
    sites.erase(std::unique(sites.begin(), sites.end()), sites.end());
    sites.shrink_to_fit();

    // Where each row (y, z) of particles starts, so that a corner is found among the few of its row.
    const auto row_of = [&](const Vec3i& s) { return static_cast<size_t>(s.z) * lattice.sites.y + s.y; };
    std::vector<u32> row_start(static_cast<size_t>(lattice.sites.y) * lattice.sites.z + 1, 0);
    for (const Vec3i& s : sites) ++row_start[row_of(s) + 1];
    for (size_t r = 1; r < row_start.size(); ++r) row_start[r] += row_start[r - 1];
    lattice.cell_corner.resize(lattice.cell_site.size());
    for (size_t c = 0; c < lattice.cell_site.size(); ++c) {
        for (int corner = 0; corner < 8; ++corner) {
            const Vec3i site = lattice.cell_site[c] + Vec3i{corner & 1, corner >> 1 & 1, corner >> 2};
            const auto first = sites.begin() + row_start[row_of(site)],
                       last = sites.begin() + row_start[row_of(site) + 1];
            lattice.cell_corner[c][corner] =
                static_cast<u32>(std::lower_bound(first, last, site, comes_before) - sites.begin());
        }
    }
    PL_VALIDATE(lattice);
    return lattice;
}

}  // namespace pliant
