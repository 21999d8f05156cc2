#include "collide/broad_phase.h"

#include <algorithm>

#include "core/assert.h"

namespace pliant {

void BroadPhase::find(std::span<const Box> boxes, std::vector<std::pair<u32, u32>>& pairs) {
    PL_ASSERT(boxes.size() < no_index);
    pairs.clear();
    order_.clear();
    Box all;
    for (u32 i = 0; i < boxes.size(); ++i) {
        if (boxes[i].empty()) continue;
        order_.push_back(i);
        all.add(boxes[i].center());
    }
    if (order_.empty()) return;
    const Vec3 size = all.size();
    const int axis = size.x >= size.y && size.x >= size.z ? 0
                     : size.y >= size.z                   ? 1
                                                          : 2;  // where boxes are spread most
    std::sort(order_.begin(), order_.end(), [&](u32 a, u32 b) {
        return boxes[a].low[axis] != boxes[b].low[axis] ? boxes[a].low[axis] < boxes[b].low[axis] : a < b;
    });
    active_.clear();
    for (u32 i : order_) {
        size_t kept = 0;
        for (u32 j : active_) {
            if (boxes[j].high[axis] < boxes[i].low[axis]) continue;
            active_[kept++] = j;
            if (boxes[i].overlaps(boxes[j])) pairs.push_back({std::min(i, j), std::max(i, j)});
        }
        active_.resize(kept);
        active_.push_back(i);
    }
    std::sort(pairs.begin(), pairs.end());
}

}  // namespace pliant
