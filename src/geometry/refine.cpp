#include "geometry/refine.h"

#include <algorithm>

#include "core/contract.h"

namespace pliant {

namespace {

using Triangle = std::array<u32, 3>;

u64 edge_key(u32 a, u32 b) { return static_cast<u64>(std::min(a, b)) << 32 | std::max(a, b); }
u32 low_end(u64 edge) { return static_cast<u32>(edge >> 32); }
u32 high_end(u64 edge) { return static_cast<u32>(edge); }

// `point` is the new point on each side, or none.
void split_triangle(const std::vector<Vec3>& points, const Triangle& t, const std::array<u32, 3>& point,
                    std::vector<Triangle>& out) {
    const int count = (point[0] != no_index) + (point[1] != no_index) + (point[2] != no_index);
    // Turned so that one cut is on the first side, and two are on the first and second.
    int turn = 0;
    if (count == 1) turn = point[0] != no_index ? 0 : point[1] != no_index ? 1 : 2;
    if (count == 2) turn = point[2] == no_index ? 0 : point[0] == no_index ? 1 : 2;
    const u32 a = t[turn], b = t[(turn + 1) % 3], c = t[(turn + 2) % 3];
    const u32 ab = point[turn], bc = point[(turn + 1) % 3], ca = point[(turn + 2) % 3];
    if (count == 0) out.push_back(t);
    if (count == 1) out.insert(out.end(), {{a, ab, c}, {ab, b, c}});
    if (count == 2) {
        out.push_back({ab, b, bc});
        const float a_bc = length_squared(points[a] - points[bc]), ab_c = length_squared(points[ab] - points[c]);
        if (a_bc <= ab_c)
            out.insert(out.end(), {{a, ab, bc}, {a, bc, c}});
        else
            out.insert(out.end(), {{a, ab, c}, {ab, bc, c}});
    }
    if (count == 3) out.insert(out.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
}

// One pass over the mesh: its edges, which of them are to be cut, and the cutting.
class Pass {
  public:
    Pass(std::vector<Vec3>& points, std::vector<Triangle>& triangles) : points_(points), triangles_(triangles) {
        edges_.reserve(triangles.size() * 3);
        for (const Triangle& t : triangles)
            for (int c = 0; c < 3; ++c) edges_.push_back(edge_key(t[c], t[(c + 1) % 3]));
        std::sort(edges_.begin(), edges_.end());
        edges_.erase(std::unique(edges_.begin(), edges_.end()), edges_.end());
        sides_.reserve(triangles.size());
        for (const Triangle& t : triangles)
            sides_.push_back({number(t[0], t[1]), number(t[1], t[2]), number(t[2], t[0])});
        length2_.reserve(edges_.size());
        for (const u64 e : edges_) length2_.push_back(length_squared(points[high_end(e)] - points[low_end(e)]));
        cut_.assign(edges_.size(), 0);
    }

    // Marks long edges, and with any side of a triangle its longest one (Rivara 1984): where the wanted length changes
    // from place to place, triangles would else be cut across their short sides into slivers without end.
    void mark(const std::function<float(const Vec3&)>& longest_edge) {
        for (u32 e = 0; e < edges_.size(); ++e) {
            const float limit = longest_edge(middle(edges_[e]));
            if (length2_[e] > limit * limit) mark_edge(e);
        }
        for (bool changed = true; changed;) {
            changed = false;
            for (const auto& s : sides_) {
                if (!cut_[s[0]] && !cut_[s[1]] && !cut_[s[2]]) continue;
                const u32 longest = std::max({s[0], s[1], s[2]}, [&](u32 a, u32 b) { return shorter(a, b); });
                if (!cut_[longest]) changed |= mark_edge(longest);
            }
        }
    }

    u32 marked() const { return static_cast<u32>(std::count(cut_.begin(), cut_.end(), 1)); }

    void keep_longest(u32 count) {
        std::vector<u32> kept;
        for (u32 e = 0; e < edges_.size(); ++e)
            if (cut_[e]) kept.push_back(e);
        std::sort(kept.begin(), kept.end(), [&](u32 a, u32 b) { return shorter(b, a); });
        for (size_t i = count; i < kept.size(); ++i) cut_[kept[i]] = 0;
    }

    void split(std::vector<std::array<u32, 2>>* parents) {
        std::vector<EdgeCut> cuts;
        for (u32 e = 0; e < edges_.size(); ++e) {
            if (!cut_[e]) continue;
            cuts.push_back({low_end(edges_[e]), high_end(edges_[e]), middle(edges_[e])});
            if (parents) parents->push_back({cuts.back().a, cuts.back().b});
        }
        cut_edges(points_, triangles_, cuts);
    }

  private:
    u32 number(u32 a, u32 b) const {
        return static_cast<u32>(std::lower_bound(edges_.begin(), edges_.end(), edge_key(a, b)) - edges_.begin());
    }
    Vec3 middle(u64 e) const { return (points_[low_end(e)] + points_[high_end(e)]) * 0.5f; }
    bool shorter(u32 a, u32 b) const { return length2_[a] != length2_[b] ? length2_[a] < length2_[b] : a > b; }
    bool mark_edge(u32 e) {  // unless its ends are neighbours among the floats
        const Vec3 m = middle(edges_[e]);
        const bool apart = m != points_[low_end(edges_[e])] && m != points_[high_end(edges_[e])];
        cut_[e] = apart;
        return apart;
    }

    std::vector<Vec3>& points_;
    std::vector<Triangle>& triangles_;
    std::vector<u64> edges_;                 // each once, sorted
    std::vector<std::array<u32, 3>> sides_;  // edges of each triangle
    std::vector<float> length2_;             // of each edge
    std::vector<u8> cut_;
};

}  // namespace

void cut_edges(std::vector<Vec3>& points, std::vector<Triangle>& triangles, std::span<const EdgeCut> cuts) {
    PL_ASSERT(std::all_of(cuts.begin(), cuts.end(), [&](const EdgeCut& c) {
        return c.a != c.b && c.a < points.size() && c.b < points.size() && is_finite(c.at);
    }));
    PL_ASSERT(std::is_sorted(cuts.begin(), cuts.end(), [](const EdgeCut& c, const EdgeCut& d) {
        return edge_key(c.a, c.b) < edge_key(d.a, d.b);
    }));
    const u32 first = static_cast<u32>(points.size());
    for (const EdgeCut& c : cuts) points.push_back(c.at);
    const auto point_on = [&](u32 a, u32 b) {
        const u64 key = edge_key(a, b);
        const auto at = std::lower_bound(cuts.begin(), cuts.end(), key,
                                         [](const EdgeCut& c, u64 k) { return edge_key(c.a, c.b) < k; });
        return at != cuts.end() && edge_key(at->a, at->b) == key ? first + static_cast<u32>(at - cuts.begin())
                                                                 : no_index;
    };
    std::vector<Triangle> next;
    next.reserve(triangles.size() + 2 * cuts.size());
    for (const Triangle& t : triangles)
        split_triangle(points, t, {point_on(t[0], t[1]), point_on(t[1], t[2]), point_on(t[2], t[0])}, next);
    triangles.swap(next);
}

Refined refine_triangles(std::vector<Vec3>& points, std::vector<Triangle>& triangles, float longest_edge,
                         std::vector<std::array<u32, 2>>* parents, u32 max_points) {
    PL_ASSERT(is_positive(longest_edge));
    return refine_triangles(
        points, triangles, [&](const Vec3&) { return longest_edge; }, parents, max_points);
}

Refined refine_triangles(std::vector<Vec3>& points, std::vector<Triangle>& triangles,
                         const std::function<float(const Vec3&)>& longest_edge,
                         std::vector<std::array<u32, 2>>* parents, u32 max_points) {
    PL_ASSERT(longest_edge && all_finite(points) && all_below(triangles, points.size()));
    for (;;) {
        Pass pass(points, triangles);
        pass.mark(longest_edge);
        if (pass.marked() == 0) return Refined::complete;
        const size_t room = max_points > points.size() ? max_points - points.size() : 0;
        const bool full = pass.marked() > room;
        if (full) pass.keep_longest(static_cast<u32>(room));
        pass.split(parents);
        if (full) return Refined::stopped;
    }
}

}  // namespace pliant
