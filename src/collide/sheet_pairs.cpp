#include "collide/sheet_pairs.h"

#include <algorithm>
#include <cmath>

#include "core/assert.h"

namespace pliant {

void SheetBoxes::begin(const SheetTree& sheet, const Vec3& frame, const Vec3& origin) {
    sheet_ = &sheet;
    frame_ = frame;
    origin_ = origin;
    bounds_.clear();
    points_.clear();
    edges_.clear();
    triangles_.clear();
    if (made_.size() < sheet.leaf_count()) made_.resize(sheet.leaf_count(), Made{0, 0});
    if (++round_ == 0) {
        std::fill(made_.begin(), made_.end(), Made{0, 0});
        round_ = 1;
    }
}

void SheetBoxes::reserve_like(const SheetBoxes& other) {
    if (made_.size() < other.made_.size()) made_.resize(other.made_.size(), Made{0, 0});
    points_.reserve_like(other.points_);
    edges_.reserve_like(other.edges_);
    triangles_.reserve_like(other.triangles_);
    bounds_.reserve(other.bounds_.capacity());
}

void SheetBoxes::make(u32 number) {
    PL_ASSERT(sheet_ && number < sheet_->leaf_count());
    made_[number] = {round_, points_.group_count()};
    points_.begin_group();
    edges_.begin_group();
    triangles_.begin_group();
    const SheetTree::Leaf& leaf = sheet_->leaf(number);
    bounds_.emplace_back();
    find_bounds(leaf, bounds_.back());
    const f32x4 frame{frame_.x, frame_.y, frame_.z, 0};
    const auto swept = [&](auto... points) {
        const float endless = std::numeric_limits<float>::infinity();
        f32x4 low = splat4(endless), high = splat4(-endless);
        const auto add = [&](f32x4 p) {
            low = select(p < low, p, low);
            high = select(p > high, p, high);
        };
        (add(sheet_->before_lanes(points)), ...);
        (add(sheet_->now_lanes(points) - frame), ...);
        return Box{{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
    };
    for (u32 i = leaf.points.begin; i < leaf.points.end; ++i) points_.add(swept(sheet_->point(i)));
    for (u32 i = leaf.edges.begin; i < leaf.edges.end; ++i) edges_.add(swept(sheet_->edge(i).a, sheet_->edge(i).b));
    for (u32 i = leaf.triangles.begin; i < leaf.triangles.end; ++i) {
        const auto& [a, b, c] = sheet_->skin().triangles[sheet_->triangle(i)];
        triangles_.add(swept(a, b, c));
    }
}

namespace {

// x y z, their sums, their differences, and the four diagonals of space.
struct Along13 {
    f32x8 part[2];
};
Along13 along_13(f32x4 p) {  // the fourth is 0
    constexpr float half = 0.70710678f, third = 0.57735027f;
    const f32x4 one = __builtin_shufflevector(p, p, 0, 0, 1, 3), other = __builtin_shufflevector(p, p, 1, 2, 2, 3);
    const f32x4 sum = one + other, difference = one - other, z = splat4(p[2]);
    const f32x4 diagonal = __builtin_shufflevector(sum, difference, 0, 0, 4, 4) + z * f32x4{1, -1, 1, -1};
    return {{join(p, sum * splat4(half)), join(difference * splat4(half), diagonal * splat4(third))}};
}

f32x4 greater4(f32x4 a, f32x4 b) { return select(a > b, a, b); }

}  // namespace

void SheetBoxes::find_bounds(const SheetTree::Leaf& leaf, SheetLeafBounds& bounds) const {
    SheetLeafBounds b{};
    b.low[0] = b.low[1] = splat(3e38f);
    b.high[0] = b.high[1] = splat(-3e38f);
    const f32x4 origin{origin_.x, origin_.y, origin_.z, 0};
    f32x4 size = splat4(0), sum = size;
    for (u32 i = leaf.corners.begin; i < leaf.corners.end; ++i) {
        const u32 corner = sheet_->corner(i);
        f32x4 p = sheet_->before_lanes(corner) - origin;
        p[3] = 0;
        const Along13 along = along_13(p);
        for (int k = 0; k < 2; ++k) {
            b.low[k] = least(b.low[k], along.part[k]);
            b.high[k] = greatest(b.high[k], along.part[k]);
        }
        size = greater4(size, absolute(p));
        sum += sheet_->now_lanes(corner) - sheet_->before_lanes(corner);
    }
    b.size = size[0] + size[1] + size[2];
    b.mean = Vec3{sum[0], sum[1], sum[2]} / static_cast<float>(std::max(1u, leaf.corners.end - leaf.corners.begin));
    float spread2 = 0;
    for (u32 i = leaf.corners.begin; i < leaf.corners.end; ++i)
        spread2 = std::max(spread2, length_squared(sheet_->displacement(sheet_->corner(i)) - b.mean));
    b.spread = std::sqrt(spread2);
    float corner[3][8] = {}, normal[3][8] = {}, fuzz[8] = {};
    for (u32 lane = 0; lane < leaf.triangles.end - leaf.triangles.begin; ++lane) {
        const auto& [i, j, k] = sheet_->skin().triangles[sheet_->triangle(leaf.triangles.begin + lane)];
        const Vec3 at = sheet_->before(i), u = sheet_->before(j) - at, v = sheet_->before(k) - at, n = cross(u, v);
        for (int axis = 0; axis < 3; ++axis) {
            corner[axis][lane] = at[axis];
            normal[axis][lane] = n[axis];
        }
        fuzz[lane] = 2e-6f * length(u) * length(v) * (length(u) + length(v));
    }
    b.corner = {load8(corner[0]), load8(corner[1]), load8(corner[2])};
    b.normal = {load8(normal[0]), load8(normal[1]), load8(normal[2])};
    b.length = square_root(dot(b.normal, b.normal));
    b.fuzz = load8(fuzz);
    bounds = b;
}

}  // namespace pliant
