#include "collide/sheet_pairs.h"

#include <algorithm>

#include "core/assert.h"

namespace pliant {

void SheetBoxes::begin(const SheetTree& sheet, const Vec3& frame) {
    sheet_ = &sheet;
    frame_ = frame;
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
}

void SheetBoxes::make(u32 number) {
    PL_ASSERT(sheet_ && number < sheet_->leaf_count());
    made_[number] = {round_, points_.group_count()};
    points_.begin_group();
    edges_.begin_group();
    triangles_.begin_group();
    const SheetTree::Leaf& leaf = sheet_->leaf(number);
    const auto swept = [&](std::initializer_list<u32> points) {
        Box box;
        for (const u32 p : points) {
            box.add(sheet_->before(p));
            box.add(sheet_->now(p) - frame_);
        }
        return box;
    };
    for (u32 i = leaf.points.begin; i < leaf.points.end; ++i) points_.add(swept({sheet_->point(i)}));
    for (u32 i = leaf.edges.begin; i < leaf.edges.end; ++i) edges_.add(swept({sheet_->edge(i).a, sheet_->edge(i).b}));
    for (u32 i = leaf.triangles.begin; i < leaf.triangles.end; ++i) {
        const auto& [a, b, c] = sheet_->skin().triangles[sheet_->triangle(i)];
        triangles_.add(swept({a, b, c}));
    }
}

}  // namespace pliant
