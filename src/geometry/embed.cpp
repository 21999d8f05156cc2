#include "geometry/embed.h"

#include <algorithm>

#include "core/contract.h"

namespace pliant {

LatticeEmbedding::LatticeEmbedding(const LatticeMesh& lattice)
    : lattice_(lattice), row_start_(static_cast<size_t>(lattice.sites.y) * lattice.sites.z + 1, 0) {
    PL_VALIDATE(lattice);
    for (const Vec3i& c : lattice.cell_site) ++row_start_[static_cast<size_t>(c.z) * lattice.sites.y + c.y + 1];
    for (size_t r = 1; r < row_start_.size(); ++r) row_start_[r] += row_start_[r - 1];
}

u32 LatticeEmbedding::cell_at(const Vec3i& site) const {
    if (site.x < 0 || site.y < 0 || site.z < 0 || site.x >= lattice_.sites.x || site.y >= lattice_.sites.y ||
        site.z >= lattice_.sites.z)
        return no_cell;
    const size_t row = static_cast<size_t>(site.z) * lattice_.sites.y + site.y;
    const auto begin = lattice_.cell_site.begin() + row_start_[row],
               end = lattice_.cell_site.begin() + row_start_[row + 1];
    const auto at = std::lower_bound(begin, end, site.x, [](const Vec3i& c, i32 x) { return c.x < x; });
    return at != end && at->x == site.x ? static_cast<u32>(at - lattice_.cell_site.begin()) : no_cell;
}

static float distance_to_cell(const Vec3& p, const Vec3i& cell) {  // squared, in cell widths
    const Vec3 low = cell.to<float>(), high = low + Vec3{1, 1, 1};
    return length_squared(p - least(greatest(p, low), high));
}

u32 LatticeEmbedding::nearest_cell(const Vec3& p) const {
    const Vec3i home{static_cast<i32>(std::floor(p.x)), static_cast<i32>(std::floor(p.y)),
                     static_cast<i32>(std::floor(p.z))};
    u32 best = no_cell;
    float min_distance = 1e30f;
    for (i32 dz = -1; dz <= 1; ++dz)
        for (i32 dy = -1; dy <= 1; ++dy)
            for (i32 dx = -1; dx <= 1; ++dx) {
                const u32 c = cell_at(home + Vec3i{dx, dy, dz});
                if (c == no_cell) continue;
                const float d = distance_to_cell(p, lattice_.cell_site[c]);
                if (d < min_distance) {
                    min_distance = d;
                    best = c;
                }
            }
    if (best != no_cell) return best;
    for (u32 c = 0; c < lattice_.cell_count(); ++c) {  // far off: only points that no face uses come here
        const float d = distance_to_cell(p, lattice_.cell_site[c]);
        if (d < min_distance) {
            min_distance = d;
            best = c;
        }
    }
    return best;
}

LatticePlace LatticeEmbedding::find(const Vec3& point) const {
    PL_ASSERT(is_finite(point) && lattice_.cell_count() > 0);
    const Vec3 offset = point - lattice_.origin;
    // Clamped, so that wild points stay within what an integer holds.
    const Vec3 limit = lattice_.sites.to<float>() * 2.0f + Vec3{8, 8, 8};
    const Vec3 p = least(
        greatest(Vec3{offset.x / lattice_.spacing.x, offset.y / lattice_.spacing.y, offset.z / lattice_.spacing.z},
                 -limit),
        limit);
    u32 cell = cell_at(
        {static_cast<i32>(std::floor(p.x)), static_cast<i32>(std::floor(p.y)), static_cast<i32>(std::floor(p.z))});
    if (cell == no_cell) cell = nearest_cell(p);
    return {cell, p - lattice_.cell_site[cell].to<float>()};
}

}  // namespace pliant
