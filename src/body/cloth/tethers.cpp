#include "body/cloth/tethers.h"

#include <algorithm>

#include "core/contract.h"

namespace pliant::cloth {

// Anchors fall into groups that are near each other: a particle is tethered to the nearest anchor of each group, so
// that a curtain hangs from both its ends. Seeds of groups are found by going to the anchor that is furthest from all
// so far.
void Tethers::choose_seeds(const ClothModel& m) {
    seeds_.assign(1, anchors[0]);
    float span = 0;
    while (seeds_.size() < most) {
        m.geodesics.from(seeds_, distances_);
        const std::vector<float>& d = distances_.distance;
        u32 furthest = anchors[0];
        for (const u32 a : anchors)
            if (d[a] > d[furthest]) furthest = a;
        if (seeds_.size() == 1) span = d[furthest] > 1e37f ? pliant::length(m.size) : d[furthest];
        if (!(d[furthest] > 0.3f * span)) return;
        seeds_.push_back(furthest);
    }
}

void Tethers::find(const ClothModel& m, std::span<const u32> held) {
    PL_ASSERT(is_ascending(held) && all_below(held, m.particle_count));
    if (known_ && std::equal(held.begin(), held.end(), anchors.begin(), anchors.end())) return;
    known_ = true;
    anchors.assign(held.begin(), held.end());
    each = 0;
    if (held.empty() || held.size() == m.particle_count) return;
    choose_seeds(m);
    m.geodesics.from(seeds_, distances_);
    group_of_.clear();
    for (const u32 a : anchors)
        group_of_.push_back(distances_.nearest[a] == Distances::none ? 0 : distances_.nearest[a]);
    stride = (m.particle_count + 15) / 8 * 8;
    which.reserve(static_cast<size_t>(most) * stride), length.reserve(static_cast<size_t>(most) * stride);
    each = static_cast<u32>(seeds_.size());
    which.assign(static_cast<size_t>(each) * stride, 0);
    length.assign(static_cast<size_t>(each) * stride, 3e38f);
    for (u32 g = 0; g < each; ++g) {
        members_.clear();
        for (u32 a = 0; a < anchors.size(); ++a)
            if (group_of_[a] == g) members_.push_back(anchors[a]);
        m.geodesics.from(members_, distances_);
        for (u32 p = 0; p < m.particle_count; ++p) {
            if (distances_.nearest[p] == Distances::none) continue;
            const u32 anchor = members_[distances_.nearest[p]];
            const auto number = std::lower_bound(anchors.begin(), anchors.end(), anchor) - anchors.begin();
            which[static_cast<size_t>(g) * stride + p] = static_cast<u32>(number);
            length[static_cast<size_t>(g) * stride + p] =
                std::max(distances_.distance[p], pliant::length(m.rest[p] - m.rest[anchor]));
        }
    }
}

}  // namespace pliant::cloth
