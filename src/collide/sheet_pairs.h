// What of two sheets, or of one and itself, may come near each other in a substep: points and triangles, edges and
// edges, and edges and triangles that overlap. Boxes only; the visitor looks closer.
#pragma once

#include <bit>

#include "collide/sheet_tree.h"
#include "core/lanes.h"

namespace pliant {

// Boxes of eight things, lane by lane.
struct LaneBoxes {
    float low[3][lane_count], high[3][lane_count];
    void clear() {
        for (int k = 0; k < 3; ++k) store8(low[k], splat(3e38f)), store8(high[k], splat(-3e38f));
    }
    void set(u32 lane, const Box& box) {
        for (int k = 0; k < 3; ++k) low[k][lane] = box.low[k], high[k][lane] = box.high[k];
    }
    // Bit i: box i overlaps.
    u32 overlapping(const Box& b) const {
        i32x8 apart = (splat(b.high.x) < load8(low[0])) | (load8(high[0]) < splat(b.low.x));
        apart |= (splat(b.high.y) < load8(low[1])) | (load8(high[1]) < splat(b.low.y));
        apart |= (splat(b.high.z) < load8(low[2])) | (load8(high[2]) < splat(b.low.z));
        return bits(~apart);
    }
};

// Of a leaf, all through the substep, seen from something that moves by `frame`.
struct LeafBoxes {
    static constexpr u32 most = 24;  // edges or points of eight triangles
    Box all;
    Box point[most], edge[most];
    LaneBoxes edges[most / lane_count], triangles;
};

class SheetBoxes {
  public:
    void begin(const SheetTree& sheet, const Vec3& frame);
    void make_room_as(const SheetBoxes& other);
    // Boxes of a leaf are made when they are first asked for, in a place that at() gives; not a reference, because the
    // next leaf may move them.
    u32 place_of(u32 leaf) {
        if (made_[leaf].round != round_) make(leaf);
        return made_[leaf].place;
    }
    const LeafBoxes& at(u32 place) const { return boxes_[place]; }

  private:
    struct Made {
        u32 round, place;
    };
    void make(u32 leaf);
    const SheetTree* sheet_ = nullptr;
    Vec3 frame_;
    u32 round_ = 0;
    std::vector<Made> made_;  // per leaf
    std::vector<LeafBoxes> boxes_;
};

class SheetPairs {
  public:
    // `a` and `b` may be the same. Calls visitor.point(points, point, skin, triangle) for what may come within `reach`,
    // visitor.edges(edge of a, edge of b) for what may come within `edge_reach`, and visitor.crossing(edges, edge,
    // skin, triangle) for what overlaps. No two of them share a point.
    template <class Visitor>
    void find(const SheetTree& a, const SheetTree& b, float reach, float edge_reach, Visitor& visitor) {
        a_ = &a, b_ = &b, reach_ = reach, edge_reach_ = edge_reach;
        const bool own = &a == &b;
        const Vec3 frame = (a.mean_way() + b.mean_way()) * 0.5f;
        boxes_[0].begin(a, frame);
        if (!own) boxes_[1].begin(b, frame);
        const auto look_at = [&](u32 leaf, u32 other) { look(leaf, other, visitor); };
        if (own) {
            a.meet_itself(std::max(reach, edge_reach), look_at);
        } else {
            SheetTree::meet(a, b, std::max(reach, edge_reach), look_at);
        }
    }

    void make_room_as(const SheetPairs& other) {
        for (int k = 0; k < 2; ++k) boxes_[k].make_room_as(other.boxes_[k]);
    }

  private:
    template <class F>
    static void each(u32 bits, F&& f) {
        for (; bits != 0; bits &= bits - 1) f(static_cast<u32>(std::countr_zero(bits)));
    }

    template <class Visitor>
    void look(u32 leaf, u32 other, Visitor& v) {
        const bool same = a_ == b_ && leaf == other;
        SheetBoxes &a_boxes = boxes_[0], &b_boxes = boxes_[a_ == b_ ? 0 : 1];
        const u32 a_place = a_boxes.place_of(leaf), b_place = b_boxes.place_of(other);
        const LeafBoxes &of_a = a_boxes.at(a_place), &of_b = b_boxes.at(b_place);
        // Where both are.
        const float reach = std::max(reach_, edge_reach_);
        const Box a_box = of_a.all.grown(reach), b_box = of_b.all.grown(reach);
        const Box common{greatest(a_box.low, b_box.low), least(a_box.high, b_box.high)};
        points(*a_, leaf, of_a, *b_, other, of_b, common, v);
        if (!same) points(*b_, other, of_b, *a_, leaf, of_a, common, v);
        crossings(*a_, leaf, of_a, *b_, other, of_b, common, v);
        if (!same) crossings(*b_, other, of_b, *a_, leaf, of_a, common, v);
        edges(leaf, of_a, other, of_b, common, v);
    }

    template <class Visitor>
    void points(const SheetTree& points, u32 leaf, const LeafBoxes& of_points, const SheetTree& skin, u32 other,
                const LeafBoxes& of_skin, const Box& common, Visitor& v) const {
        const u32 triangles = of_skin.triangles.overlapping(common);
        if (triangles == 0) return;
        const SheetTree::Range own = points.leaf(leaf).points, targets = skin.leaf(other).triangles;
        for (u32 i = own.begin; i < own.end; ++i) {
            const u32 p = points.point(i);
            const Box& box = of_points.point[i - own.begin];
            if (!box.overlaps(common) || points.is_mute(p)) continue;
            each(of_skin.triangles.overlapping(box.grown(reach_)) & triangles, [&](u32 n) {
                const u32 t = skin.triangle(targets.begin + n);
                const auto& c = skin.skin().triangles[t];
                if (&points == &skin && (c[0] == p || c[1] == p || c[2] == p)) return;
                if (skin.is_solid(t)) v.point(points, p, skin, t);
            });
        }
    }

    template <class Visitor>
    void crossings(const SheetTree& edges, u32 leaf, const LeafBoxes& of_edges, const SheetTree& skin, u32 other,
                   const LeafBoxes& of_skin, const Box& common, Visitor& v) const {
        const u32 triangles = of_skin.triangles.overlapping(common);
        if (triangles == 0) return;
        const SheetTree::Range own = edges.leaf(leaf).edges, targets = skin.leaf(other).triangles;
        for (u32 i = own.begin; i < own.end; ++i) {
            const SheetTree::Edge& e = edges.edge(i);
            const Box& box = of_edges.edge[i - own.begin];
            if (!box.overlaps(common) || edges.is_mute(e.a) || edges.is_mute(e.b)) continue;
            each(of_skin.triangles.overlapping(box) & triangles, [&](u32 n) {
                const u32 t = skin.triangle(targets.begin + n);
                const auto& c = skin.skin().triangles[t];
                if (&edges == &skin &&
                    (c[0] == e.a || c[1] == e.a || c[2] == e.a || c[0] == e.b || c[1] == e.b || c[2] == e.b))
                    return;
                if (skin.is_solid(t)) v.crossing(edges, i, skin, t);
            });
        }
    }

    template <class Visitor>
    void edges(u32 leaf, const LeafBoxes& of_a, u32 other, const LeafBoxes& of_b, const Box& common, Visitor& v) const {
        const SheetTree::Range own = a_->leaf(leaf).edges, targets = b_->leaf(other).edges;
        const bool same = a_ == b_ && leaf == other;
        for (u32 i = own.begin; i < own.end; ++i) {
            const SheetTree::Edge& e = a_->edge(i);
            const Box& box = of_a.edge[i - own.begin];
            if (!box.overlaps(common) || a_->is_mute(e.a) || a_->is_mute(e.b)) continue;
            const Box grown = box.grown(edge_reach_);
            for (u32 pack = 0; targets.begin + lane_count * pack < targets.end; ++pack)
                each(of_b.edges[pack].overlapping(grown), [&](u32 n) {
                    const u32 j = targets.begin + lane_count * pack + n;
                    if (same && j <= i) return;
                    const SheetTree::Edge& f = b_->edge(j);
                    if (a_ == b_ && (e.a == f.a || e.a == f.b || e.b == f.a || e.b == f.b)) return;
                    if (!b_->is_mute(f.a) && !b_->is_mute(f.b)) v.edges(i, j);
                });
        }
    }

    const SheetTree* a_ = nullptr;
    const SheetTree* b_ = nullptr;
    float reach_ = 0, edge_reach_ = 0;
    SheetBoxes boxes_[2];
};

}  // namespace pliant
