#include "geometry/coarsen.h"

#include <algorithm>
#include <queue>

#include "core/contract.h"

namespace pliant {

namespace {

// Sum of squared distances to planes, weighted by area (Garland & Heckbert 1997).
struct Quadric {
    double xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0, x = 0, y = 0, z = 0, c = 0, weight = 0;

    void add_plane(const Vec3d& n, double d, double w) {
        xx += w * n.x * n.x;
        yy += w * n.y * n.y;
        zz += w * n.z * n.z;
        xy += w * n.x * n.y;
        xz += w * n.x * n.z;
        yz += w * n.y * n.z;
        x += w * n.x * d;
        y += w * n.y * d;
        z += w * n.z * d;
        c += w * d * d;
        weight += w;
    }
    void add(const Quadric& o) {
        xx += o.xx;
        yy += o.yy;
        zz += o.zz;
        xy += o.xy;
        xz += o.xz;
        yz += o.yz;
        x += o.x;
        y += o.y;
        z += o.z;
        c += o.c;
        weight += o.weight;
    }
    double mean_square(const Vec3d& p) const {
        const double e = xx * p.x * p.x + yy * p.y * p.y + zz * p.z * p.z +
                         2 * (xy * p.x * p.y + xz * p.x * p.z + yz * p.y * p.z + x * p.x + y * p.y + z * p.z) + c;
        return weight > 0 ? std::max(e, 0.0) / weight : 0;
    }
};

class Coarsener {
  public:
    Coarsener(std::vector<Vec3>& points, std::vector<std::array<u32, 3>>& triangles, float shortest, float tolerance)
        : points_(points),
          triangles_(triangles),
          shortest2_(shortest * shortest),
          tolerance2_(static_cast<double>(tolerance) * tolerance),
          around_(points.size()),
          quadric_(points.size()),
          version_(points.size(), 0) {
        for (u32 t = 0; t < triangles.size(); ++t)
            for (u32 p : triangles[t]) around_[p].push_back(t);
        alive_.assign(triangles.size(), 1);
        for (u32 t = 0; t < triangles.size(); ++t) add_planes(t);
    }

    void run() {
        for (const auto& t : triangles_)
            for (int k = 0; k < 3; ++k) offer(t[k], t[(k + 1) % 3]);
        while (!queue_.empty()) {
            const Candidate c = queue_.top();
            queue_.pop();
            if (version_[c.a] != c.version_a || version_[c.b] != c.version_b) continue;
            // The end that changes the surface less is kept: corners stay, points of edges and faces go.
            const bool keep_a = error(c.b, c.a) <= error(c.a, c.b);
            const u32 kept = keep_a ? c.a : c.b, gone = keep_a ? c.b : c.a;
            if (may_collapse(gone, kept)) {
                collapse(gone, kept);
            } else if (may_collapse(kept, gone)) {
                collapse(kept, gone);
            }
        }
        compact();
    }

  private:
    struct Candidate {
        float length2;
        u32 a, b, version_a, version_b;
        bool operator<(const Candidate& o) const {  // the queue gives the greatest first: that is the shortest edge
            if (length2 != o.length2) return length2 > o.length2;
            return a != o.a ? a > o.a : b > o.b;
        }
    };

    Vec3d at(u32 p) const { return points_[p].to<double>(); }
    Vec3d area_normal(const Vec3d& a, const Vec3d& b, const Vec3d& c) const { return cross(b - a, c - a); }

    void add_planes(u32 t) {
        const auto& [a, b, c] = triangles_[t];
        const Vec3d n = area_normal(at(a), at(b), at(c));
        const double area = length(n);
        if (!(area > 0)) return;
        for (u32 p : {a, b, c}) quadric_[p].add_plane(n / area, -dot(n / area, at(a)), area);
    }

    void offer(u32 a, u32 b) {
        if (a > b) std::swap(a, b);
        const float d = length_squared(points_[a] - points_[b]);
        if (a != b && d < shortest2_) queue_.push({d, a, b, version_[a], version_[b]});
    }

    std::vector<u32> neighbors(u32 p) const {
        std::vector<u32> found;
        for (u32 t : around_[p])
            if (alive_[t])
                for (u32 q : triangles_[t])
                    if (q != p) found.push_back(q);
        std::sort(found.begin(), found.end());
        return found;
    }

    // Each neighbour of an inner point appears twice, once in each of two triangles.
    static bool is_inner(const std::vector<u32>& n) {
        for (size_t i = 0; i < n.size(); i += 2)
            if (i + 1 >= n.size() || n[i] != n[i + 1] || (i + 2 < n.size() && n[i + 2] == n[i])) return false;
        return !n.empty();
    }

    bool may_collapse(u32 gone, u32 kept) const {
        std::vector<u32> of_gone = neighbors(gone), of_kept = neighbors(kept);
        if (!is_inner(of_gone)) return false;  // borders and edges that are not manifold stay
        of_gone.erase(std::unique(of_gone.begin(), of_gone.end()), of_gone.end());
        of_kept.erase(std::unique(of_kept.begin(), of_kept.end()), of_kept.end());
        std::vector<u32> common;
        std::set_intersection(of_gone.begin(), of_gone.end(), of_kept.begin(), of_kept.end(),
                              std::back_inserter(common));
        if (common.size() != 2 || of_gone.size() < 4) return false;  // a handle would close, or a tetrahedron collapse
        return error(gone, kept) <= tolerance2_ && keeps_orientation(gone, kept);
    }

    double error(u32 gone, u32 kept) const {
        Quadric sum = quadric_[gone];
        sum.add(quadric_[kept]);
        return sum.mean_square(at(kept));
    }

    bool keeps_orientation(u32 gone, u32 kept) const {
        for (u32 t : around_[gone]) {
            if (!alive_[t]) continue;
            std::array<Vec3d, 3> before, after;
            bool vanishes = false;
            for (int k = 0; k < 3; ++k) {
                const u32 p = triangles_[t][k];
                vanishes = vanishes || p == kept;
                before[k] = at(p);
                after[k] = at(p == gone ? kept : p);
            }
            if (vanishes) continue;
            const Vec3d n0 = area_normal(before[0], before[1], before[2]),
                        n1 = area_normal(after[0], after[1], after[2]);
            if (dot(n0, n1) <= 0.5 * length(n0) * length(n1)) return false;  // turned by more than 60 degrees, or flat
        }
        return true;
    }

    void collapse(u32 gone, u32 kept) {
        for (u32 t : around_[gone]) {
            if (!alive_[t]) continue;
            auto& corners = triangles_[t];
            if (std::find(corners.begin(), corners.end(), kept) != corners.end()) {
                alive_[t] = 0;
                continue;
            }
            std::replace(corners.begin(), corners.end(), gone, kept);
            around_[kept].push_back(t);
        }
        around_[gone].clear();
        quadric_[kept].add(quadric_[gone]);
        ++version_[gone];
        ++version_[kept];
        std::vector<u32> near = neighbors(kept);
        near.erase(std::unique(near.begin(), near.end()), near.end());
        for (u32 q : near) offer(kept, q);
    }

    void compact() {
        std::vector<std::array<u32, 3>> left;
        std::vector<u32> number(points_.size(), 0);
        for (u32 t = 0; t < triangles_.size(); ++t)
            if (alive_[t]) {
                left.push_back(triangles_[t]);
                for (u32 p : triangles_[t]) number[p] = 1;
            }
        std::vector<Vec3> kept;
        for (u32 p = 0; p < points_.size(); ++p)
            if (number[p]) {
                number[p] = static_cast<u32>(kept.size());
                kept.push_back(points_[p]);
            }
        for (auto& t : left)
            for (u32& p : t) p = number[p];
        points_ = std::move(kept);
        triangles_ = std::move(left);
    }

    std::vector<Vec3>& points_;
    std::vector<std::array<u32, 3>>& triangles_;
    const float shortest2_;
    const double tolerance2_;
    std::vector<std::vector<u32>> around_;
    std::vector<Quadric> quadric_;
    std::vector<u32> version_;
    std::vector<u8> alive_;
    std::priority_queue<Candidate> queue_;
};

}  // namespace

void coarsen_triangles(std::vector<Vec3>& points, std::vector<std::array<u32, 3>>& triangles, float shortest_edge,
                       float tolerance) {
    PL_ASSERT(all_finite(points) && all_below(triangles, points.size()));
    PL_ASSERT(is_positive(shortest_edge) && is_not_negative(tolerance));
    Coarsener(points, triangles, shortest_edge, tolerance).run();
}

}  // namespace pliant
