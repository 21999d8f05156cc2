#include "body/particles.h"

#include <algorithm>

#include "core/assert.h"

namespace pliant {

u32 Particles::allocate(u32 count) {
    PL_ASSERT(count < no_room - 16);
    const u32 size = padded(count);
    for (size_t g = 0; g < gaps_.size(); ++g) {
        if (gaps_[g].size < size) continue;
        const u32 first = gaps_[g].first;
        gaps_[g].first += size, gaps_[g].size -= size;
        if (gaps_[g].size == 0) gaps_.erase(gaps_.begin() + static_cast<std::ptrdiff_t>(g));
        PL_VALIDATE(*this);
        return first;
    }
    if (capacity_ - end_ < size) return no_room;
    const u32 first = end_;
    end_ += size;
    PL_VALIDATE(*this);
    return first;
}

void Particles::release(u32 first, u32 count) {
    Gap gap{first, padded(count)};
    PL_ASSERT(first % 8 == 0 && first < end_ && gap.size <= end_ - first && !overlaps_gap(first, gap.size));
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
    PL_VALIDATE(*this);
}

bool Particles::overlaps_gap(u32 first, u32 size) const {
    return std::any_of(gaps_.begin(), gaps_.end(),
                       [&](const Gap& g) { return g.first < first + size && first < g.first + g.size; });
}

const char* validate(const Particles& p) {
    if (p.end_ > p.capacity_ || p.end_ % 8 != 0) return "particles: the end is beyond the capacity, or not aligned";
    for (size_t g = 0; g < p.gaps_.size(); ++g) {
        const Particles::Gap& gap = p.gaps_[g];
        if (gap.size == 0 || gap.first % 8 != 0 || gap.size % 8 != 0)
            return "particles: a gap is empty, or not aligned";
        const u32 next = g + 1 < p.gaps_.size() ? p.gaps_[g + 1].first : p.end_;
        if (gap.first + gap.size >= next) return "particles: a gap touches the next one, or the end";
    }
    return nullptr;
}

const char* validate(const Particles& p, std::span<const Particles::Range> used) {
    if (const char* broken = validate(p)) return broken;
    std::vector<Particles::Range> sorted(used.begin(), used.end());
    std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    u32 end = 0, taken = 0, free = 0;
    for (const auto& [first, count] : sorted) {
        const u32 size = Particles::padded(count);
        if (first % 8 != 0) return "particles: a range is not aligned";
        if (first < end) return "particles: two ranges overlap";
        if (first > p.end_ || size > p.end_ - first) return "particles: a range reaches beyond the end";
        if (p.overlaps_gap(first, size)) return "particles: a range overlaps a gap";
        end = first + size;
        taken += size;
    }
    for (const Particles::Gap& gap : p.gaps_) free += gap.size;
    return taken + free == p.end_ ? nullptr : "particles: some belong to no range and to no gap";
}

}  // namespace pliant
