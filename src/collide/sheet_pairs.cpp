#include "collide/sheet_pairs.h"

#include <algorithm>

namespace pliant {

void SheetBoxes::begin(const SheetTree& sheet, const Vec3& frame) {
    sheet_ = &sheet, frame_ = frame;
    boxes_.clear();
    if (made_.size() < sheet.leaf_count()) made_.resize(sheet.leaf_count(), Made{0, 0});
    if (++round_ == 0) std::fill(made_.begin(), made_.end(), Made{0, 0}), round_ = 1;
}

void SheetBoxes::make_room_as(const SheetBoxes& other) {
    if (made_.size() < other.made_.size()) made_.resize(other.made_.size(), Made{0, 0});
    boxes_.reserve(other.boxes_.capacity());
}

void SheetBoxes::make(u32 number) {
    made_[number] = {round_, static_cast<u32>(boxes_.size())};
    LeafBoxes& out = boxes_.emplace_back();
    const SheetTree::Leaf& leaf = sheet_->leaf(number);
    const auto swept = [&](Box& box, u32 point) {
        box.add(sheet_->before(point)), box.add(sheet_->now(point) - frame_);
    };
    out.all = {};
    out.triangles.clear();
    for (LaneBoxes& pack : out.edges) pack.clear();
    for (u32 i = leaf.points.begin; i < leaf.points.end; ++i) {
        Box& box = out.point[i - leaf.points.begin] = {};
        swept(box, sheet_->point(i));
    }
    for (u32 i = leaf.edges.begin; i < leaf.edges.end; ++i) {
        const u32 n = i - leaf.edges.begin;
        Box& box = out.edge[n] = {};
        swept(box, sheet_->edge(i).a), swept(box, sheet_->edge(i).b);
        out.edges[n / lane_count].set(n % lane_count, box);
    }
    for (u32 i = leaf.triangles.begin; i < leaf.triangles.end; ++i) {
        const u32 n = i - leaf.triangles.begin;
        Box box;
        for (const u32 p : sheet_->skin().triangles[sheet_->triangle(i)]) swept(box, p);
        out.triangles.set(n, box);
        out.all.add(box);
    }
}

}  // namespace pliant
