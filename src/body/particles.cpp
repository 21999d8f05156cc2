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

// Behind a range that ends there.
bool Particles::has_room_behind(u32 end, u32 size) const {
    if (end == end_) return capacity_ - end_ >= size;
    return std::any_of(gaps_.begin(), gaps_.end(), [&](const Gap& g) { return g.first == end && g.size >= size; });
}

bool Particles::can_grow(u32 first, u32 count, u32 count_now) const {
    PL_ASSERT(count_now >= count && count_now < no_room - 16);
    const u32 size = padded(count_now);
    return has_room_behind(first + padded(count), size - padded(count)) || capacity_ - end_ >= size ||
           std::any_of(gaps_.begin(), gaps_.end(), [&](const Gap& g) { return g.size >= size; });
}

u32 Particles::grow(u32 first, u32 count, u32 count_now) {
    PL_ASSERT(can_grow(first, count, count_now));
    const u32 end = first + padded(count), more = padded(count_now) - padded(count);
    if (more == 0) return first;
    if (has_room_behind(end, more)) {
        if (end == end_) {
            end_ += more;
        } else {
            const auto gap = std::find_if(gaps_.begin(), gaps_.end(), [&](const Gap& g) { return g.first == end; });
            gap->first += more, gap->size -= more;
            if (gap->size == 0) gaps_.erase(gap);
        }
        PL_VALIDATE(*this);
        return first;
    }
    const u32 to = allocate(count_now);
    for (ReservedArray<Float4>* values : {&position, &previous, &velocity})
        std::copy_n(values->data() + first, count, values->data() + to);
    release(first, count);
    return to;
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
