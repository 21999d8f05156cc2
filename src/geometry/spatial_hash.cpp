#include "geometry/spatial_hash.h"

#include "core/assert.h"

namespace pliant {

template <class F>
void SpatialHash::for_each_entry(F&& f) const {
    for (u32 item = 0; item < boxes_.size(); ++item) {
        if (boxes_[item].empty()) continue;
        const CellRange range = cells_of(boxes_[item]);
        if (range.count() > max_cells_each) continue;
        for (i32 z = range.low.z; z <= range.high.z; ++z)
            for (i32 y = range.low.y; y <= range.high.y; ++y)
                for (i32 x = range.low.x; x <= range.high.x; ++x) f(item, slot_of(x, y, z));
    }
}

void SpatialHash::build(std::span<const Box> boxes, float cell) {
    PL_ASSERT(cell > 0 && std::isfinite(cell) && boxes.size() < 0x80000000u);
    boxes_.assign(boxes.begin(), boxes.end());
    inverse_cell_ = 1 / cell;
    sort_into_slots();
}

void SpatialHash::build(std::span<const Vec3> points, float cell) {
    PL_ASSERT(cell > 0 && std::isfinite(cell) && points.size() < 0x80000000u);
    boxes_.resize(points.size());
    for (size_t i = 0; i < points.size(); ++i) boxes_[i] = {points[i], points[i]};
    inverse_cell_ = 1 / cell;
    sort_into_slots();
}

void SpatialHash::sort_into_slots() {
    large_.clear();
    u64 entries = 0;
    for (u32 item = 0; item < boxes_.size(); ++item) {
        if (boxes_[item].empty()) continue;
        const u64 n = cells_of(boxes_[item]).count();
        if (n > max_cells_each)
            large_.push_back(item);
        else
            entries += n;
    }
    PL_ASSERT(entries < 0x80000000u);
    u32 slots = 64;  // about two for each entry
    while (slots < 2 * entries) slots *= 2;
    mask_ = slots - 1;
    start_.assign(slots + 2, 0);
    entries_.resize(entries);

    // Counted one place further on, start_[slot + 1] is first where a slot starts and, when all are placed, where it
    // ends, which is where the next one starts. Two cells of one item may share a slot; the item is listed once.
    for_each_entry([&](u32, u32 slot) { ++start_[slot + 2]; });
    for (u32 slot = 2; slot < slots + 2; ++slot) start_[slot] += start_[slot - 1];
    for_each_entry([&](u32 item, u32 slot) { entries_[start_[slot + 1]++] = item; });
    u32 kept = 0, begin = 0;
    for (u32 slot = 0; slot < slots; ++slot) {
        const u32 end = start_[slot + 1];
        start_[slot] = kept;
        for (u32 e = begin; e < end; ++e)
            if (e == begin || entries_[e] != entries_[e - 1]) entries_[kept++] = entries_[e];
        begin = end;
    }
    start_[slots] = kept;
    PL_VALIDATE(*this);
}

const char* validate(const SpatialHash& hash) {
    const u32 slots = hash.mask_ + 1;
    if (hash.start_.size() < size_t{slots} + 1 || hash.start_[0] != 0 || hash.start_[slots] > hash.entries_.size())
        return "spatial hash: slots do not cover the entries";
    for (u32 slot = 0; slot < slots; ++slot) {
        if (hash.start_[slot] > hash.start_[slot + 1]) return "spatial hash: a slot ends before it starts";
        for (u32 e = hash.start_[slot]; e < hash.start_[slot + 1]; ++e) {
            if (hash.entries_[e] >= hash.boxes_.size()) return "spatial hash: an entry is no item";
            if (e > hash.start_[slot] && hash.entries_[e] <= hash.entries_[e - 1])
                return "spatial hash: the items of a slot do not ascend";
        }
    }
    return nullptr;
}

}  // namespace pliant
