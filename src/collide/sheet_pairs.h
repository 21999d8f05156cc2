// Finds features of two sheets, or of one with itself, that may come near each other in a substep: points, triangles,
// pairs of edges, and edges and triangles that overlap. Only boxes are tested; the visitor computes distances.
#pragma once

#include "collide/box_list.h"
#include "collide/sheet_tree.h"

namespace pliant {

// Boxes of the points, edges and triangles in a sheet's leaves, for the whole substep, seen from a frame that moves by
// `frame`. Boxes of a leaf are made when they are first asked for.
class SheetBoxes {
  public:
    void begin(const SheetTree& sheet, const Vec3& frame);
    void reserve_like(const SheetBoxes& other);

    // The group that a leaf has in all three lists; boxes are in the order in which the leaf has things.
    u32 group_of(u32 leaf) {
        if (made_[leaf].round != round_) make(leaf);
        return made_[leaf].group;
    }
    const BoxList& points() const { return points_; }
    const BoxList& edges() const { return edges_; }
    const BoxList& triangles() const { return triangles_; }

  private:
    struct Made {
        u32 round, group;
    };
    void make(u32 leaf);

    const SheetTree* sheet_ = nullptr;
    Vec3 frame_;
    u32 round_ = 0;
    std::vector<Made> made_;  // per leaf
    BoxList points_, edges_, triangles_;
};

class SheetPairs {
  public:
    // `a` and `b` may be the same. Calls visitor.point(points, point, skin, triangle) for pairs that may come within
    // `max_distance`, visitor.edges(edge of a, edge of b) for pairs within `max_edge_distance`, and
    // visitor.crossing(edges, edge, skin, triangle), if it has that, for overlaps. `same_origin`: they are or were
    // one sheet. Then features with a common point at rest, or copies of one, are neighbours and cannot touch.
    template <class Visitor>
    void find(const SheetTree& a, const SheetTree& b, bool same_origin, float max_distance, float max_edge_distance,
              Visitor& visitor) {
        max_distance_ = max_distance;
        max_edge_distance_ = max_edge_distance;
        same_origin_ = same_origin;
        const bool own = &a == &b;
        const Vec3 frame = (a.mean_displacement() + b.mean_displacement()) * 0.5f;
        boxes_[0].begin(a, frame);
        if (!own) boxes_[1].begin(b, frame);
        const auto compare = [&](u32 leaf, u32 other) { compare_leaves(a, leaf, b, other, visitor); };
        if (own) {
            a.each_self_pair(std::max(max_distance, max_edge_distance), compare);
        } else {
            SheetTree::each_pair(a, b, std::max(max_distance, max_edge_distance), compare);
        }
    }

    void reserve_like(const SheetPairs& other) {
        for (int k = 0; k < 2; ++k) boxes_[k].reserve_like(other.boxes_[k]);
    }

  private:
    struct Side {
        const SheetTree& sheet;
        const SheetTree::Leaf& leaf;
        const SheetBoxes& boxes;
        u32 group;
    };

    template <class Visitor>
    void compare_leaves(const SheetTree& a, u32 leaf, const SheetTree& b, u32 other, Visitor& v) {
        const bool own = &a == &b, same = own && leaf == other;
        SheetBoxes &a_boxes = boxes_[0], &b_boxes = boxes_[own ? 0 : 1];
        const Side of_a{a, a.leaf(leaf), a_boxes, a_boxes.group_of(leaf)},
            of_b{b, b.leaf(other), b_boxes, b_boxes.group_of(other)};
        // Where both are.
        const float max_distance = std::max(max_distance_, max_edge_distance_);
        const Box a_box = a_boxes.triangles().group_box(of_a.group).grown(max_distance),
                  b_box = b_boxes.triangles().group_box(of_b.group).grown(max_distance);
        const Box common{greatest(a_box.low, b_box.low), least(a_box.high, b_box.high)};
        points(of_a, of_b, common, v);
        if (!same) points(of_b, of_a, common, v);
        edges(of_a, of_b, common, v);
        if constexpr (Visitor::looks_for_crossings) {
            crossings(of_a, of_b, common, v);
            if (!same) crossings(of_b, of_a, common, v);
        }
    }

    // f(triangle, corners) for each that is solid and touches a box.
    template <class F>
    static void near_triangles(const Side& skin, const Box& box, F&& f) {
        const BoxList& boxes = skin.boxes.triangles();
        boxes.overlap(box, std::span(&skin.group, 1), [&](u32 slot) {
            const u32 t = skin.sheet.triangle(skin.leaf.triangles.begin + slot - boxes.first(skin.group));
            if (skin.sheet.is_solid(t)) f(t, skin.sheet.skin().triangles[t]);
        });
    }
    bool are_neighbors(const SheetTree& a, u32 point, const SheetTree& b, u32 other) const {
        return same_origin_ && a.rest(point) == b.rest(other);
    }
    bool has(const SheetTree& skin, const std::array<u32, 3>& corners, const SheetTree& sheet, u32 point) const {
        return are_neighbors(sheet, point, skin, corners[0]) || are_neighbors(sheet, point, skin, corners[1]) ||
               are_neighbors(sheet, point, skin, corners[2]);
    }
    static bool is_contact_disabled(const SheetTree& sheet, const SheetTree::Edge& e) {
        return sheet.is_contact_disabled(e.a) || sheet.is_contact_disabled(e.b);
    }

    template <class Visitor>
    void points(const Side& from, const Side& skin, const Box& common, Visitor& v) const {
        u32 slot = from.boxes.points().first(from.group);
        for (u32 i = from.leaf.points.begin; i < from.leaf.points.end; ++i, ++slot) {
            const u32 p = from.sheet.point(i);
            const Box box = from.boxes.points().box(slot);
            if (!box.overlaps(common) || from.sheet.is_contact_disabled(p)) continue;
            near_triangles(skin, box.grown(max_distance_), [&](u32 t, const std::array<u32, 3>& corners) {
                if (!has(skin.sheet, corners, from.sheet, p)) v.point(from.sheet, p, skin.sheet, t);
            });
        }
    }

    template <class Visitor>
    void crossings(const Side& from, const Side& skin, const Box& common, Visitor& v) const {
        u32 slot = from.boxes.edges().first(from.group);
        for (u32 i = from.leaf.edges.begin; i < from.leaf.edges.end; ++i, ++slot) {
            const SheetTree::Edge& e = from.sheet.edge(i);
            const Box box = from.boxes.edges().box(slot);
            if (!box.overlaps(common) || is_contact_disabled(from.sheet, e)) continue;
            near_triangles(skin, box, [&](u32 t, const std::array<u32, 3>& corners) {
                if (!has(skin.sheet, corners, from.sheet, e.a) && !has(skin.sheet, corners, from.sheet, e.b))
                    v.crossing(from.sheet, i, skin.sheet, t);
            });
        }
    }

    template <class Visitor>
    void edges(const Side& a, const Side& b, const Box& common, Visitor& v) const {
        const bool own = &a.sheet == &b.sheet, same = own && &a.leaf == &b.leaf;
        u32 slot = a.boxes.edges().first(a.group);
        for (u32 i = a.leaf.edges.begin; i < a.leaf.edges.end; ++i, ++slot) {
            const SheetTree::Edge& e = a.sheet.edge(i);
            const Box box = a.boxes.edges().box(slot);
            if (!box.overlaps(common) || is_contact_disabled(a.sheet, e)) continue;
            const BoxList& others = b.boxes.edges();
            others.overlap(box.grown(max_edge_distance_), std::span(&b.group, 1), [&](u32 other_slot) {
                const u32 j = b.leaf.edges.begin + other_slot - others.first(b.group);
                const SheetTree::Edge& f = b.sheet.edge(j);
                if (same && j <= i) return;
                if (are_neighbors(a.sheet, e.a, b.sheet, f.a) || are_neighbors(a.sheet, e.a, b.sheet, f.b) ||
                    are_neighbors(a.sheet, e.b, b.sheet, f.a) || are_neighbors(a.sheet, e.b, b.sheet, f.b))
                    return;
                if (!is_contact_disabled(b.sheet, f)) v.edges(i, j);
            });
        }
    }

    float max_distance_ = 0, max_edge_distance_ = 0;
    bool same_origin_ = false;
    SheetBoxes boxes_[2];
};

}  // namespace pliant
