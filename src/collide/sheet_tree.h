// A tree of boxes over an open skin, to find where it comes near itself or another sheet.
//
// Almost everywhere a sheet cannot touch itself: a connected piece that faces one direction with the front of all
// of its triangles is a hill, and hills do not cross themselves (Volino & Magnenat-Thalmann 1994). So the tree stores
// for each of its nodes the directions in which it is a hill, and descends only where sheets are folded. Two hills
// that share an edge and face the same direction are one hill; two that share only a corner are not, because the part
// between them may be folded. The ends of one hill could wind around each other like stairs; as usual in the
// literature, this case is ignored.
//
// The tree is full: all leaves are at the same depth, children of node n are 2n and 2n+1, and two nodes that are
// compared are always at one depth.
#pragma once

#include "collide/moving_surface.h"

namespace pliant {

class SheetTree {
  public:
    SheetTree() = default;
    SheetTree(const ContactSurface& skin, std::span<const Vec3> particle_rest);

    bool empty() const { return leaves_.empty(); }
    void refit(const MovingSurface& surface);  // as its particles go, from `previous` to `position`

    struct Edge {
        u32 a, b;                      // points
        u32 triangle, other_triangle;  // on its two sides; the second may be `none`
    };
    struct Range {
        u32 begin, end;
    };
    struct Leaf {
        Range triangles, points, edges;  // each belongs to one leaf
        Range corners;                   // of its triangles, whomever they belong to
    };
    u32 leaf_count() const { return static_cast<u32>(leaves_.size()); }
    const Leaf& leaf(u32 n) const { return leaves_[n]; }
    u32 triangle(u32 slot) const { return triangles_[slot]; }
    u32 point(u32 slot) const { return points_[slot]; }
    u32 corner(u32 slot) const { return corners_[slot]; }
    const Edge& edge(u32 number) const { return edges_[number]; }
    std::span<const Edge> edges() const { return edges_; }
    const ContactSurface& skin() const { return *skin_; }

    Vec3 before(u32 point) const { return before_[point].xyz(); }
    Vec3 now(u32 point) const { return now_[point].xyz(); }
    f32x4 before_lanes(u32 point) const { return load4(&before_[point].x); }
    f32x4 now_lanes(u32 point) const { return load4(&now_[point].x); }
    Vec3 displacement(u32 point) const { return now(point) - before(point); }
    Vec3 rest(u32 point) const { return rest_[point]; }
    u32 piece_of(u32 point) const { return piece_[point]; }  // what hangs together: its lowest point
    const Vec3& mean_displacement() const { return mean_displacement_; }
    bool is_contact_disabled(u32 point) const { return surface_->is_contact_disabled(point); }
    bool is_solid(u32 triangle) const { return surface_->is_solid(triangle); }

    // f(leaf, other leaf) for each two leaves, or one and itself, that may come within `reach` of each other in the
    // substep.
    template <class F>
    void each_self_pair(float max_distance, F&& f) const {
        own_pairs(1, {mean_displacement_, max_distance}, f);
    }
    template <class F>
    static void each_pair(const SheetTree& a, const SheetTree& b, float max_distance, F&& f) {
        pairs(a, 1, b, 1, {(a.mean_displacement_ + b.mean_displacement_) * 0.5f, max_distance}, f);
    }

  private:
    struct Query {
        Vec3 frame;  // [m] what moves that way in the substep counts as still
        float max_distance;
    };
    struct Node {
        Box before, now;
        u32 fronts = 0;  // directions that all of its triangles face
    };
    static Box swept(const Node& n, const Query& query) {
        Box box = n.before;
        box.add(n.now.low - query.frame);
        box.add(n.now.high - query.frame);
        return box.grown(0.5f * query.max_distance);
    }
    static bool near(const Node& a, const Node& b, const Query& query) {
        return swept(a, query).overlaps(swept(b, query));
    }
    bool is_leaf(u32 node) const { return node >= leaves_.size(); }
    u32 leaf_of(u32 node) const { return node - static_cast<u32>(leaves_.size()); }
    // Directions to which a node is a hill.
    u32 fronts(u32 node) const { return connected_[node] ? nodes_[node].fronts : 0; }
    bool adjoin(u32 node, u32 other) const {
        for (u32 i = adjoining_start_[node]; i < adjoining_start_[node + 1]; ++i)
            if (adjoining_[i] == other) return true;
        return false;
    }

    template <class F>
    void own_pairs(u32 node, const Query& query, F& f) const {
        if (fronts(node) != 0) return;
        if (is_leaf(node)) return f(leaf_of(node), leaf_of(node));
        own_pairs(2 * node, query, f);
        own_pairs(2 * node + 1, query, f);
        own_pairs(2 * node, 2 * node + 1, query, f);
    }
    template <class F>
    void own_pairs(u32 a, u32 b, const Query& query, F& f) const {
        if (!near(nodes_[a], nodes_[b], query)) return;
        if ((fronts(a) & fronts(b)) != 0 && adjoin(a, b)) return;  // together they are a hill
        if (is_leaf(a)) return f(leaf_of(a), leaf_of(b));
        for (const u32 i : {2 * a, 2 * a + 1})
            for (const u32 j : {2 * b, 2 * b + 1}) own_pairs(i, j, query, f);
    }
    template <class F>
    static void pairs(const SheetTree& a, u32 i, const SheetTree& b, u32 j, const Query& query, F& f) {
        if (!near(a.nodes_[i], b.nodes_[j], query)) return;
        const bool down_a = !a.is_leaf(i), down_b = !b.is_leaf(j);
        if (!down_a && !down_b) return f(a.leaf_of(i), b.leaf_of(j));
        for (u32 k = 0; k < (down_a ? 2u : 1u); ++k)
            for (u32 l = 0; l < (down_b ? 2u : 1u); ++l)
                pairs(a, down_a ? 2 * i + k : i, b, down_b ? 2 * j + l : j, query, f);
    }

    Vec3 center(u32 triangle) const;
    std::vector<std::vector<u32>> group_triangles() const;
    void split(std::span<u32> order, std::span<const Vec3> centers, u32 leaves,
               const std::vector<std::vector<u32>>& groups);
    void fill_leaves();
    void find_adjoining();
    void find_connected_nodes();
    void find_pieces();

    const ContactSurface* skin_ = nullptr;
    const MovingSurface* surface_ = nullptr;
    std::vector<Leaf> leaves_;
    std::vector<u32> triangles_, points_, corners_;
    std::vector<Edge> edges_;
    std::vector<u32> adjoining_start_, adjoining_;  // per node: nodes of the same depth that share an edge with it
    std::vector<u8> connected_;                     // per node: it hangs together
    std::vector<Vec3> rest_;                        // per point
    std::vector<u32> piece_;                        // per point
    Array<u32> lanes_;                              // of leaves, as kernels want corners

    Array<Float4> before_, now_;  // per point
    std::vector<Node> nodes_;     // from 1 on
    std::vector<u32> leaf_fronts_;
    Vec3 mean_displacement_;
};

}  // namespace pliant
