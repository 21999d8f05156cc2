// A tree of boxes over a list of boxes, built once; boxes may move a little and be refitted.
//
//   nodes    0 is the root; the two children of a node stand side by side and after it
//   items    the numbers of the boxes in the order of the leaves, so that a leaf is a run of them
//
// The build is by surface area heuristic over bins (Wald 2007) and falls back to halves where that does not help or
// the tree grows deep, so that depth never exceeds max_depth and traversal needs no more than a fixed stack. Order of
// items, and so of every visit, depends on the boxes alone.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "core/assert.h"
#include "core/vec.h"

namespace pliant {

struct BvhNode {
    Vec3 low;
    u32 first;  // the first child, or, in a leaf, where its run of items starts
    Vec3 high;
    u32 count;  // number of items in a leaf; 0 in an inner node

    bool is_leaf() const { return count != 0; }
    Box box() const { return {low, high}; }
};
static_assert(sizeof(BvhNode) == 32);

// Squared distance from a point to a box, 0 inside, and never more than the true one by rounding.
inline float distance_squared(const Vec3& low, const Vec3& high, const Vec3& p) {
    const Vec3 outside = greatest(greatest(low - p, p - high), Vec3{});
    return length_squared(outside) * 0.999999f;
}

class Bvh {
  public:
    static constexpr u32 max_depth = 64;
    static constexpr u32 leaf_size = 4;  // most items in a leaf

    Bvh() = default;
    explicit Bvh(std::span<const Box> boxes);  // none may be empty or hold NaN

    size_t size() const { return items_.size(); }
    bool empty() const { return items_.empty(); }
    Box bounds() const { return empty() ? Box{} : nodes_[0].box(); }
    std::span<const BvhNode> nodes() const { return nodes_; }
    std::span<const u32> items() const { return items_; }
    friend const char* validate(const Bvh&);

    // The same items with other boxes; the tree keeps its shape and is as good as the motion is small.
    void refit(std::span<const Box> boxes);

    // f(item) for each item whose box touches `box`.
    template <class F>
    void overlap(const Box& box, F&& f) const;

    // f(item, bound) for items whose box is within the bound of p, near ones first; it returns the new bound, which may
    // only shrink. Bounds are squared distances [m²]. Returns the last one.
    template <class F>
    float closest(const Vec3& p, float bound, F&& f) const;

    // f(item, max_t) for items whose box the ray origin + t direction meets for some t in [0, max_t], near ones first;
    // it returns the new max_t, negative to stop. inverse_direction is 1/direction by component and may be infinite.
    template <class F>
    float ray(const Vec3& origin, const Vec3& inverse_direction, float max_t, F&& f) const;

  private:
    bool holds_its_items(const BvhNode& node) const;
    std::vector<BvhNode> nodes_;
    std::vector<u32> items_;
    std::vector<Box> item_box_;  // in the order of items_
};

// Where a ray enters a box, or infinity. Grazing hits count: what rounding may have moved is widened on the far side,
// and a direction of zero (0 * infinity) leaves the slab out, as comparisons with NaN are false.
inline float ray_entry(const Vec3& low, const Vec3& high, const Vec3& origin, const Vec3& inverse, float max_t) {
    constexpr float widen = 1.0000004f;
    float enter = 0, leave = max_t;
    for (int axis = 0; axis < 3; ++axis) {
        const bool forward = inverse[axis] >= 0;
        const float near = ((forward ? low[axis] : high[axis]) - origin[axis]) * inverse[axis];
        const float far = ((forward ? high[axis] : low[axis]) - origin[axis]) * inverse[axis] * widen;
        if (near > enter) enter = near;
        if (far < leave) leave = far;
    }
    return enter <= leave ? enter : std::numeric_limits<float>::infinity();
}

template <class F>
void Bvh::overlap(const Box& box, F&& f) const {
    if (empty()) return;
    u32 stack[max_depth];
    u32 height = 0, at = 0;
    for (;;) {
        const BvhNode& node = nodes_[at];
        if (node.box().overlaps(box)) {
            if (!node.is_leaf()) {
                stack[height++] = node.first + 1;
                at = node.first;
                continue;
            }
            for (u32 i = node.first; i < node.first + node.count; ++i)
                if (item_box_[i].overlaps(box)) f(items_[i]);
        }
        if (height == 0) return;
        at = stack[--height];
    }
}

template <class F>
float Bvh::closest(const Vec3& p, float bound, F&& f) const {
    PL_ASSERT(is_finite(p));
    struct Entry {
        u32 node;
        float distance;
    };
    if (empty()) return bound;
    Entry stack[max_depth];
    u32 height = 0;
    Entry at{0, distance_squared(nodes_[0].low, nodes_[0].high, p)};
    for (;;) {
        const BvhNode& node = nodes_[at.node];
        if (at.distance <= bound) {
            if (!node.is_leaf()) {
                const BvhNode &a = nodes_[node.first], &b = nodes_[node.first + 1];
                Entry near{node.first, distance_squared(a.low, a.high, p)},
                    far{node.first + 1, distance_squared(b.low, b.high, p)};
                if (far.distance < near.distance) std::swap(near, far);
                stack[height++] = far;
                at = near;
                continue;
            }
            for (u32 i = node.first; i < node.first + node.count; ++i)
                if (distance_squared(item_box_[i].low, item_box_[i].high, p) <= bound) bound = f(items_[i], bound);
        }
        if (height == 0) return bound;
        at = stack[--height];
    }
}

template <class F>
float Bvh::ray(const Vec3& origin, const Vec3& inverse_direction, float max_t, F&& f) const {
    PL_ASSERT(is_finite(origin));
    struct Entry {
        u32 node;
        float t;
    };
    if (empty()) return max_t;
    const auto enter = [&](const Vec3& low, const Vec3& high) {
        return ray_entry(low, high, origin, inverse_direction, max_t);
    };
    Entry stack[max_depth];
    u32 height = 0;
    Entry at{0, enter(nodes_[0].low, nodes_[0].high)};
    for (;;) {
        const BvhNode& node = nodes_[at.node];
        if (at.t <= max_t) {
            if (!node.is_leaf()) {
                const BvhNode &a = nodes_[node.first], &b = nodes_[node.first + 1];
                Entry near{node.first, enter(a.low, a.high)}, far{node.first + 1, enter(b.low, b.high)};
                if (far.t < near.t) std::swap(near, far);
                stack[height++] = far;
                at = near;
                continue;
            }
            for (u32 i = node.first; i < node.first + node.count; ++i)
                if (enter(item_box_[i].low, item_box_[i].high) <= max_t) max_t = f(items_[i], max_t);
        }
        if (height == 0) return max_t;
        at = stack[--height];
    }
}

}  // namespace pliant
