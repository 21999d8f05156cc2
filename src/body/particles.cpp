#include "body/particles.h"

#include <algorithm>

namespace pliant {

u32 Particles::allocate(u32 count) {
    const u32 size = padded(count);
    for (size_t g = 0; g < gaps_.size(); ++g) {
        if (gaps_[g].size < size) continue;
        const u32 first = gaps_[g].first;
        gaps_[g].first += size, gaps_[g].size -= size;
        if (gaps_[g].size == 0) gaps_.erase(gaps_.begin() + static_cast<std::ptrdiff_t>(g));
        return first;
    }
    if (capacity_ - end_ < size) return no_room;
    const u32 first = end_;
    end_ += size;
    return first;
}

void Particles::release(u32 first, u32 count) {
    Gap gap{first, padded(count)};
    for (u32 i = first; i < first + gap.size; ++i) position[i] = previous[i] = velocity[i] = {};
    auto at =
        std::lower_bound(gaps_.begin(), gaps_.end(), gap, [](const Gap& a, const Gap& b) { return a.first < b.first; });
    if (at != gaps_.end() && gap.first + gap.size == at->first) {
        gap.size += at->size;
        at = gaps_.erase(at);
    }
    if (at != gaps_.begin() && (at - 1)->first + (at - 1)->size == gap.first) {
        --at;
        at->size += gap.size;
    } else {
        at = gaps_.insert(at, gap);
    }
    if (at->first + at->size == end_) {
        end_ = at->first;
        gaps_.erase(at);
    }
}

}  // namespace pliant
