// Finds features of two sheets, or of one with itself, that may come near each other in a substep: points, triangles,
// pairs of edges, and edges and triangles that overlap. Only boxes are tested; the visitor computes distances.
#pragma once

#include "collide/box_list.h"
#include "collide/sheet_tree.h"

namespace pliant {

// Where the triangles of a leaf were when the substep began, more tightly than a box says, and how they move.
struct SheetLeafBounds {
    f32x8 low[2], high[2];  // [m] along 13 directions, from an origin near the sheet
    float size;             // [m] of the greatest place, for what rounding can do
    Vec3 mean;              // [m] displacement in the substep
    float spread;           // [m] from that, at most

    // Planes of its triangles, which are one for each lane.
    Vec3x8 corner, normal;
    f32x8 length;  // of the normal
    f32x8 fuzz;    // what rounding can add to the height of a point over the plane, times the length

    // How much nearer anything of one leaf may come to anything of the other in the substep.
    static float approach(const SheetLeafBounds& a, const SheetLeafBounds& b) {
        return a.spread + b.spread + pliant::length(a.mean - b.mean);
    }
    static float rounding(const SheetLeafBounds& a, const SheetLeafBounds& b) { return 4e-6f * (a.size + b.size); }
    // Whether some direction separates them by more than a distance when the substep begins.
    static bool are_apart(const SheetLeafBounds& a, const SheetLeafBounds& b, float distance) {
        const f32x8 d = splat(distance);
        return any((a.low[0] - b.high[0] > d) | (b.low[0] - a.high[0] > d) | (a.low[1] - b.high[1] > d) |
                   (b.low[1] - a.high[1] > d));
    }
    // The lanes whose planes are not further than that from a point.
    u32 planes_within(const Vec3& p, float distance) const {
        const f32x8 height = dot(normal, Vec3x8{splat(p.x), splat(p.y), splat(p.z)} - corner);
        return bits(absolute(height) - fuzz > length * splat(distance)) ^ 0xffu;
    }
    // The lanes whose planes lie between two points.
    u32 planes_between(const Vec3& from, const Vec3& to) const {
        const f32x8 zero = splat(0.0f), side = dot(normal, Vec3x8{splat(from.x), splat(from.y), splat(from.z)} - corner),
                    other = dot(normal, Vec3x8{splat(to.x), splat(to.y), splat(to.z)} - corner);
        return bits(((side < zero) & (other > zero)) | ((side > zero) & (other < zero)));
    }
};

// Boxes of the points, edges and triangles in a sheet's leaves, for the whole substep, seen from a frame that moves by
// `frame`. Boxes of a leaf are made when they are first asked for.
class SheetBoxes {
  public:
    void begin(const SheetTree& sheet, const Vec3& frame, const Vec3& origin);
    void reserve_like(const SheetBoxes& other);

    // The group that a leaf has in all three lists; boxes are in the order in which the leaf has things.
    u32 group_of(u32 leaf) {
        if (made_[leaf].round != round_) make(leaf);
        return made_[leaf].group;
    }
    const BoxList& points() const { return points_; }
    const BoxList& edges() const { return edges_; }
    const BoxList& triangles() const { return triangles_; }
    const SheetLeafBounds& bounds(u32 group) const { return bounds_[group]; }

  private:
    struct Made {
        u32 round, group;
    };
    void make(u32 leaf);
    void find_bounds(const SheetTree::Leaf& leaf, SheetLeafBounds& bounds) const;

    const SheetTree* sheet_ = nullptr;
    Vec3 frame_, origin_;
    u32 round_ = 0;
    std::vector<Made> made_;  // per leaf
    BoxList points_, edges_, triangles_;
    Array<SheetLeafBounds> bounds_;  // by group
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
        const Vec3 origin = a.before(0);
        boxes_[0].begin(a, frame, origin);
        if (!own) boxes_[1].begin(b, frame, origin);
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
        const SheetLeafBounds& bounds;
    };

    template <class Visitor>
    void compare_leaves(const SheetTree& a, u32 leaf, const SheetTree& b, u32 other, Visitor& v) {
        const bool own = &a == &b, same = own && leaf == other;
        SheetBoxes &a_boxes = boxes_[0], &b_boxes = boxes_[own ? 0 : 1];
        const u32 a_group = a_boxes.group_of(leaf), b_group = b_boxes.group_of(other);
        const SheetLeafBounds &a_bounds = a_boxes.bounds(a_group), &b_bounds = b_boxes.bounds(b_group);
        const Side of_a{a, a.leaf(leaf), a_boxes, a_group, a_bounds},
            of_b{b, b.leaf(other), b_boxes, b_group, b_bounds};
        const float max_distance = std::max(max_distance_, max_edge_distance_);
        const float rounding = SheetLeafBounds::rounding(a_bounds, b_bounds);
        // What is this far apart when the substep begins does not come near enough to matter to any visitor.
        approach_ = 1.001f * SheetLeafBounds::approach(a_bounds, b_bounds) + rounding;
        if (!same && SheetLeafBounds::are_apart(a_bounds, b_bounds, 1.001f * max_distance + approach_)) return;
        // Where both are.
        const Box a_box = a_boxes.triangles().group_box(of_a.group).grown(max_distance),
                  b_box = b_boxes.triangles().group_box(of_b.group).grown(max_distance);
        const Box common{greatest(a_box.low, b_box.low), least(a_box.high, b_box.high)};
        points(of_a, of_b, common, v);
        if (!same) points(of_b, of_a, common, v);
        edges(of_a, of_b, common, v);
        if constexpr (Visitor::looks_for_crossings) {
            if (!same && SheetLeafBounds::are_apart(a_bounds, b_bounds, rounding)) return;
            crossings(of_a, of_b, common, v);
            if (!same) crossings(of_b, of_a, common, v);
        }
    }

    // f(number in the leaf, box) for each of some boxes of a leaf that touches a box.
    template <class F>
    static void each_near(const BoxList& boxes, u32 group, const Box& box, F&& f) {
        boxes.overlap(box, std::span(&group, 1), [&](u32 slot) { f(slot - boxes.first(group), boxes.box(slot)); });
    }
    // f(triangle, corners) for each that is solid, touches a box, and is among those marked.
    template <class F>
    static void near_triangles(const Side& skin, const Box& box, u32 marked, F&& f) {
        if (marked == 0) return;
        const BoxList& boxes = skin.boxes.triangles();
        boxes.overlap(box, std::span(&skin.group, 1), [&](u32 slot) {
            const u32 number = slot - boxes.first(skin.group);
            if (!(marked >> number & 1)) return;
            const u32 t = skin.sheet.triangle(skin.leaf.triangles.begin + number);
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
        each_near(from.boxes.points(), from.group, common, [&](u32 number, const Box& box) {
            const u32 p = from.sheet.point(from.leaf.points.begin + number);
            if (from.sheet.is_contact_disabled(p)) return;
            const u32 marked = skin.bounds.planes_within(from.sheet.before(p), 1.001f * max_distance_ + approach_);
            near_triangles(skin, box.grown(max_distance_), marked, [&](u32 t, const std::array<u32, 3>& corners) {
                if (!has(skin.sheet, corners, from.sheet, p)) v.point(from.sheet, p, skin.sheet, t);
            });
        });
    }

    template <class Visitor>
    void crossings(const Side& from, const Side& skin, const Box& common, Visitor& v) const {
        each_near(from.boxes.edges(), from.group, common, [&](u32 number, const Box& box) {
            const u32 i = from.leaf.edges.begin + number;
            const SheetTree::Edge& e = from.sheet.edge(i);
            const u32 marked = skin.bounds.planes_between(from.sheet.before(e.a), from.sheet.before(e.b));
            if (marked == 0 || is_contact_disabled(from.sheet, e)) return;
            near_triangles(skin, box, marked, [&](u32 t, const std::array<u32, 3>& corners) {
                if (!has(skin.sheet, corners, from.sheet, e.a) && !has(skin.sheet, corners, from.sheet, e.b))
                    v.crossing(from.sheet, i, skin.sheet, t);
            });
        });
    }

    template <class Visitor>
    void edges(const Side& a, const Side& b, const Box& common, Visitor& v) const {
        const bool own = &a.sheet == &b.sheet, same = own && &a.leaf == &b.leaf;
        each_near(a.boxes.edges(), a.group, common, [&](u32 number, const Box& box) {
            const u32 i = a.leaf.edges.begin + number;
            const SheetTree::Edge& e = a.sheet.edge(i);
            if (is_contact_disabled(a.sheet, e)) return;
            each_near(b.boxes.edges(), b.group, box.grown(max_edge_distance_), [&](u32 other_number, const Box&) {
                const u32 j = b.leaf.edges.begin + other_number;
                const SheetTree::Edge& f = b.sheet.edge(j);
                if (same && j <= i) return;
                if (are_neighbors(a.sheet, e.a, b.sheet, f.a) || are_neighbors(a.sheet, e.a, b.sheet, f.b) ||
                    are_neighbors(a.sheet, e.b, b.sheet, f.a) || are_neighbors(a.sheet, e.b, b.sheet, f.b))
                    return;
                if (!is_contact_disabled(b.sheet, f)) v.edges(i, j);
            });
        });
    }

    float max_distance_ = 0, max_edge_distance_ = 0;
    float approach_ = 0;  // [m] of the leaves that are compared, and rounding
    bool same_origin_ = false;
    SheetBoxes boxes_[2];
};

}  // namespace pliant
