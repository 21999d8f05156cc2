#include "collide/sheet_pairs.h"

#include <algorithm>

namespace pliant {

void SheetBoxes::begin(const SheetTree& sheet, const Vec3& frame) {
    sheet_ = &sheet, frame_ = frame;
    make_room(sheet.leaf_count());
    if (++round_ == 0) std::fill(made_.begin(), made_.end(), 0u), round_ = 1;
}

static void set_lane(LaneBoxes& boxes, u32 lane, const Box& box) {
    for (int k = 0; k < 3; ++k) {
        reinterpret_cast<float*>(&boxes.low[k])[lane] = box.low[k];
        reinterpret_cast<float*>(&boxes.high[k])[lane] = box.high[k];
    }
}

void SheetBoxes::make(u32 number) {
    made_[number] = round_;
    LeafBoxes& out = leaves_[number];
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
        set_lane(out.edges[n / 8], n % 8, box);
    }
    for (u32 i = leaf.triangles.begin; i < leaf.triangles.end; ++i) {
        const u32 n = i - leaf.triangles.begin;
        Box box;
        for (const u32 p : sheet_->skin().triangles[sheet_->triangle(i)]) swept(box, p);
        set_lane(out.triangles, n, box);
        out.all.add(box);
    }
}

}  // namespace pliant
