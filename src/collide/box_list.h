// Boxes in groups, eight at a time: for the few hundred boxes of a pair of bodies, testing all of them is faster than
// building a tree or a grid.
#pragma once

#include <span>
#include <vector>

#include "core/array.h"
#include "core/lanes.h"
#include "core/vec.h"

namespace pliant {

class BoxList {
  public:
    void clear() {
        for (auto& side : sides_) side.clear();
        groups_.clear();
        count_ = 0;
    }
    void begin_group() {
        groups_.push_back({{}, static_cast<u32>(sides_[0].size()), static_cast<u32>(sides_[0].size())});
    }
    // Boxes are numbered as they are added; padding between groups has numbers too.
    u32 add(const Box& box) {
        Group& group = groups_.back();
        if (group.end == sides_[0].size())
            for (auto& side : sides_) side.resize(side.size() + lane_count, nothing);
        const float values[6] = {box.low.x, box.low.y, box.low.z, -box.high.x, -box.high.y, -box.high.z};
        for (int k = 0; k < 6; ++k) sides_[k][group.end] = values[k];
        group.box.add(box);
        ++count_;
        return group.end++;
    }
    u32 size() const { return count_; }  // boxes
    u32 group_count() const { return static_cast<u32>(groups_.size()); }
    const Box& group_box(u32 group) const { return groups_[group].box; }  // around all boxes of the group
    u32 first(u32 group) const { return groups_[group].begin; }           // slot
    u32 end(u32 group) const { return groups_[group].end; }
    void reserve_like(const BoxList& other) {
        for (int k = 0; k < 6; ++k) sides_[k].reserve(other.sides_[k].capacity());
        groups_.reserve(other.groups_.capacity());
    }
    Box box(u32 slot) const {
        return {{sides_[0][slot], sides_[1][slot], sides_[2][slot]},
                {-sides_[3][slot], -sides_[4][slot], -sides_[5][slot]}};
    }

    // Sides for kernels: low x y z, then minus high x y z.
    const float* side(int k) const { return sides_[k].data(); }
    // The first slots of eights in the given groups that have a box which touches `box`, in ascending order.
    void blocks_near(const Box& box, std::span<const u32> groups, std::vector<u32>& blocks) const {
        blocks.clear();
        const Query query(box);
        for (u32 g : groups) {
            if (!groups_[g].box.overlaps(box)) continue;
            for (u32 slot = groups_[g].begin; slot < groups_[g].end; slot += lane_count)
                if (bits(apart(slot, query)) != 0xffu) blocks.push_back(slot);
        }
    }

    // Groups that touch `box`, in ascending order: for many questions in one neighbourhood.
    void groups_near(const Box& box, std::vector<u32>& groups) const {
        groups.clear();
        for (u32 g = 0; g < groups_.size(); ++g)
            if (groups_[g].begin < groups_[g].end && groups_[g].box.overlaps(box)) groups.push_back(g);
    }

    bool touches(const Box& box) const {
        const Query query(box);
        for (const Group& group : groups_) {
            if (!group.box.overlaps(box)) continue;
            for (u32 slot = group.begin; slot < group.end; slot += lane_count)
                if (bits(apart(slot, query)) != 0xffu) return true;
        }
        return false;
    }

    // f(slot) for each box that touches `box`, in ascending order.
    template <class F>
    void overlap(const Box& box, F&& f) const {
        const Query query(box);
        for (const Group& group : groups_)
            if (group.box.overlaps(box)) overlap(group, query, f);
    }
    // The same, of boxes in the given groups.
    template <class F>
    void overlap(const Box& box, std::span<const u32> groups, F&& f) const {
        const Query query(box);
        for (u32 g : groups)
            if (groups_[g].box.overlaps(box)) overlap(groups_[g], query, f);
    }

  private:
    static constexpr float nothing = 3e38f;  // touches no box
    struct Group {
        Box box;
        u32 begin, end;  // slots
    };
    // Touching means low <= other high and -high <= -other low, six comparisons of the same kind.
    struct Query {
        explicit Query(const Box& box) {
            const float limits[6] = {box.high.x, box.high.y, box.high.z, -box.low.x, -box.low.y, -box.low.z};
            for (int k = 0; k < 6; ++k) limit[k] = splat(limits[k]);
        }
        f32x8 limit[6];
    };
    i32x8 apart(u32 slot, const Query& query) const {
        i32x8 apart = load8(sides_[0].data() + slot) > query.limit[0];
        for (int k = 1; k < 6; ++k) apart |= load8(sides_[k].data() + slot) > query.limit[k];
        return apart;
    }
    template <class F>
    void overlap(const Group& group, const Query& query, F&& f) const {
        for (u32 slot = group.begin; slot < group.end; slot += lane_count)
            for (u32 hits = bits(apart(slot, query)) ^ 0xffu; hits; hits &= hits - 1)
                f(slot + static_cast<u32>(__builtin_ctz(hits)));
    }
    Array<float> sides_[6];  // low x y z, and minus high x y z
    std::vector<Group> groups_;
    u32 count_ = 0;
};

}  // namespace pliant
