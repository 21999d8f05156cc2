#include "geometry/flat_triangles.h"

#include <algorithm>

#include "core/contract.h"

namespace pliant {
namespace {

bool repeats_a_point(const TrianglePoints& t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; }

struct EdgeSide {
    u32 corner;  // the side from this corner to the next
    double length_squared;
};

EdgeSide longest_side(const TrianglePoints& t, std::span<const Vec3> points) {
    EdgeSide longest{0, -1};
    for (u32 i = 0; i < 3; ++i) {
        const double l = length_squared(points[t[(i + 1) % 3]].to<double>() - points[t[i]].to<double>());
        if (l > longest.length_squared) longest = {i, l};
    }
    return longest;
}

// One round of turns, on the edges as they were at its start: a triangle beside a turned edge waits for the next round.
class TurnRound {
  public:
    TurnRound(std::vector<TrianglePoints>& triangles, std::vector<u32>& source, std::span<const Vec3> points,
              double height)
        : triangles_(triangles),
          source_(source),
          points_(points),
          height_(height),
          uses_(edge_uses(triangles)),
          opposite_(3 * triangles.size(), no_index),
          waits_(triangles.size(), 0) {
        for_each_edge(uses_, [&](std::span<const EdgeUse> edge) {
            if (edge.size() != 2 || !balanced(edge)) return;
            opposite_[edge[0].corner] = edge[1].corner;
            opposite_[edge[1].corner] = edge[0].corner;
        });
    }

    bool turn(u32 flat) {
        const u32 side = longest_side(triangles_[flat], points_).corner, other = opposite_[3 * flat + side];
        if (other == no_index || waits_[flat] || waits_[other / 3]) return false;
        const u32 neighbour = other / 3;
        const u32 x = triangles_[flat][side], y = triangles_[flat][(side + 1) % 3],
                  z = triangles_[flat][(side + 2) % 3], d = triangles_[neighbour][(other % 3 + 2) % 3];
        const TrianglePoints one{z, x, d}, two{z, d, y};
        if (is_flat(one, points_, height_) || is_flat(two, points_, height_) || has_edge(z, d)) return false;
        for (const u32 t : {flat, neighbour}) {
            waits_[t] = 1;
            for (u32 i = 0; i < 3; ++i)
                if (opposite_[3 * t + i] != no_index) waits_[opposite_[3 * t + i] / 3] = 1;
        }
        triangles_[flat] = one;
        triangles_[neighbour] = two;
        source_[flat] = source_[neighbour];
        return true;
    }

  private:
    bool has_edge(u32 a, u32 b) const {
        const EdgeUse wanted{std::min(a, b), std::max(a, b), 0, false};
        const auto at = std::lower_bound(uses_.begin(), uses_.end(), wanted, before);
        return at != uses_.end() && at->low == wanted.low && at->high == wanted.high;
    }

    std::vector<TrianglePoints>& triangles_;
    std::vector<u32>& source_;
    std::span<const Vec3> points_;
    double height_;
    std::vector<EdgeUse> uses_;
    std::vector<u32> opposite_;  // the corner on the other side of each corner's edge, where two triangles meet there
    std::vector<u8> waits_;
};

}  // namespace

bool is_flat(const TrianglePoints& t, std::span<const Vec3> points, double height) {
    PL_ASSERT(all_below(t, points.size()) && is_not_negative(height));
    if (repeats_a_point(t)) return true;
    const Vec3d a = points[t[0]].to<double>(), b = points[t[1]].to<double>(), c = points[t[2]].to<double>();
    // Twice the area is the longest side times the height over it.
    return length(cross(b - a, c - a)) <= height * std::sqrt(longest_side(t, points).length_squared);
}

u32 absorb_flat_triangles(std::vector<TrianglePoints>& triangles, std::vector<u32>& source,
                          std::span<const Vec3> points, double height) {
    PL_ASSERT(source.size() == triangles.size() && all_below(triangles, points.size()) && is_not_negative(height));
    u32 turned = 0;
    // Flat triangles in a row are absorbed one after the other; rows are short where they occur at all.
    for (int round = 0; round < 16; ++round) {
        std::vector<u32> flat;
        for (u32 t = 0; t < triangles.size(); ++t)
            if (!repeats_a_point(triangles[t]) && is_flat(triangles[t], points, height)) flat.push_back(t);
        if (flat.empty()) break;
        TurnRound edges(triangles, source, points, height);
        u32 turned_now = 0;
        for (const u32 t : flat) turned_now += edges.turn(t);
        if (!turned_now) break;
        turned += turned_now;
    }
    return turned;
}

}  // namespace pliant
