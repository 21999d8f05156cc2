// A uniform grid over boxes for neighbour queries, folded into a table, so that space is unbounded. Rebuilt from
// scratch by counting sort whenever things have moved; no memory is taken once it has seen as many items.
//
// A box is listed in every cell that it touches; one that touches more than max_cells_each is kept aside and compared
// with every query. So cells should be about as large as typical boxes and queries.
#pragma once

#include <span>
#include <vector>

#include "core/assert.h"
#include "core/vec.h"

namespace pliant {

class SpatialHash {
  public:
    static constexpr u32 max_cells_each = 64;

    // Boxes that are empty are never found. `cell` is the width of a cell [m].
    void build(std::span<const Box> boxes, float cell);
    void build(std::span<const Vec3> points, float cell);

    size_t size() const { return boxes_.size(); }
    friend const char* validate(const SpatialHash&);

    // f(item) once for each item whose box touches `box`: first large items in ascending order, then cell by cell (z,
    // y, x ascending), in ascending order within a cell. Queries of more cells than there are items go through all
    // items in ascending order instead.
    template <class F>
    void query(const Box& box, F&& f) const;

  private:
    struct CellRange {
        Vec3i low, high;
        u64 count() const {
            const Vector3<i64> n = high.to<i64>() - low.to<i64>() + Vector3<i64>{1, 1, 1};
            // Below 2^22 cells along each axis the product is exact; above, it is far more than any limit.
            constexpr i64 many = 1 << 21;
            return static_cast<u64>(n.x < many ? n.x : many) * static_cast<u64>(n.y < many ? n.y : many) *
                   static_cast<u64>(n.z < many ? n.z : many);
        }
    };
    // Beyond a thousand million cells everything falls into the outermost one. The order of numbers is kept, so that
    // boxes that touch still share a cell.
    i32 cell_of(float x) const {
        constexpr float most = 1 << 30;
        const float c = std::floor(x * inverse_cell_);
        return static_cast<i32>(c < -most ? -most : c > most ? most : c);
    }
    CellRange cells_of(const Box& b) const {
        return {{cell_of(b.low.x), cell_of(b.low.y), cell_of(b.low.z)},
                {cell_of(b.high.x), cell_of(b.high.y), cell_of(b.high.z)}};
    }
    u32 slot_of(i32 x, i32 y, i32 z) const {  // Teschner et al. 2003, spread once more
        u32 h = static_cast<u32>(x) * 73856093u ^ static_cast<u32>(y) * 19349663u ^ static_cast<u32>(z) * 83492791u;
        h ^= h >> 15;
        h *= 0x2c1b3c6du;
        return (h ^ h >> 13) & mask_;
    }
    template <class F>
    void for_each_entry(F&& f) const;  // f(item, slot)
    void sort_into_slots();

    float inverse_cell_ = 1;
    u32 mask_ = 0;
    std::vector<Box> boxes_;
    std::vector<u32> large_;    // items of too many cells
    std::vector<u32> start_;    // entries of a slot: start_[slot] … start_[slot + 1] - 1
    std::vector<u32> entries_;  // items, ascending within a slot, none twice
};

template <class F>
void SpatialHash::query(const Box& box, F&& f) const {
    if (box.empty()) return;
    const CellRange range = cells_of(box);
    if (range.count() > boxes_.size()) {
        for (u32 item = 0; item < boxes_.size(); ++item)
            if (boxes_[item].overlaps(box)) f(item);
        return;
    }
    for (const u32 item : large_)
        if (boxes_[item].overlaps(box)) f(item);
    for (i32 z = range.low.z; z <= range.high.z; ++z)
        for (i32 y = range.low.y; y <= range.high.y; ++y)
            for (i32 x = range.low.x; x <= range.high.x; ++x) {
                const u32 slot = slot_of(x, y, z);
                for (u32 e = start_[slot]; e < start_[slot + 1]; ++e) {
                    const Box& b = boxes_[entries_[e]];
                    if (!b.overlaps(box)) continue;
                    // Of the cells that both touch, the first one reports: it is where the later of their low corners
                    // lies. That leaves out items of other cells in the same slot, too.
                    const Vec3i first = greatest(range.low, cells_of(b).low);
                    if (first == Vec3i{x, y, z}) f(entries_[e]);
                }
            }
}

}  // namespace pliant
