// The grid edges of a tear map: around the face of a link, and where they lie inside the surface.
#include <algorithm>

#include "core/contract.h"
#include "geometry/tear_map.h"

namespace pliant {

std::array<TearMap::GridEdge, 4> TearMap::edges_of(u32 link) const {
    const int i = static_cast<int>(links[link].axis), j = (i + 1) % 3, k = (i + 2) % 3;
    Vec3i corner = cell_site_[links[link].low], beyond_j, beyond_k;
    ++corner[i];
    beyond_j = beyond_k = corner;
    ++beyond_j[j];
    ++beyond_k[k];
    return {{{corner, static_cast<u32>(j)},
             {beyond_k, static_cast<u32>(j)},
             {corner, static_cast<u32>(k)},
             {beyond_j, static_cast<u32>(k)}}};
}

std::array<u32, 4> TearMap::cells_around(const GridEdge& edge) const {
    const int i = static_cast<int>(edge.axis + 1) % 3, j = static_cast<int>(edge.axis + 2) % 3;
    std::array<Vec3i, 4> at;
    at.fill(edge.low);
    --at[0][i];
    --at[0][j];
    --at[1][j];
    --at[3][i];  // low low, high low, high high, low high
    return {cell_at(at[0]), cell_at(at[1]), cell_at(at[2]), cell_at(at[3])};
}

std::vector<TearMap::Stretch> TearMap::stretches(const GridEdge& edge) const {
    Vec3i high_site = edge.low;
    ++high_site[static_cast<int>(edge.axis)];
    const u32 low = site_index(edge.low), high = site_index(high_site);
    const u64 key = edge_key(edge);
    auto first =
        std::lower_bound(pierced_.begin(), pierced_.end(), key, [](const Pierced& p, u64 k) { return p.edge < k; });
    auto last = first;
    while (last != pierced_.end() && last->edge == key) ++last;
    if (first == last && inside_[low] == 0) return {};
    std::vector<Pierced> along(first, last);
    std::sort(along.begin(), along.end(), [&](const Pierced& a, const Pierced& b) {
        const float x = points_[a.point][static_cast<int>(edge.axis)],
                    y = points_[b.point][static_cast<int>(edge.axis)];
        return x != y ? x < y : a.point < b.point;
    });
    std::vector<u32> starts, ends;
    const auto add = [&](u32 node, i32 count, bool at_end) {
        std::vector<u32>& list = (count > 0) == at_end ? ends : starts;
        for (i32 i = 0; i < std::abs(count); ++i) list.push_back(node);
    };
    add(point_count + low, inside_[low], false);
    for (const Pierced& p : along) add(p.point, p.leaving, true);
    add(point_count + high, inside_[high], true);
    if (starts.size() != ends.size()) return {};  // only where windings are beyond counting
    std::vector<Stretch> found;
    for (size_t i = 0; i < starts.size(); ++i) found.push_back({starts[i], ends[i]});
    return found;
}

}  // namespace pliant
