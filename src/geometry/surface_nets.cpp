#include "geometry/surface_nets.h"

#include <algorithm>

#include "core/contract.h"

namespace pliant {

namespace {

// Corner c of a cell stands at (c & 1, c >> 1 & 1, c >> 2).
Vec3i corner_offset(int c) { return {c & 1, c >> 1 & 1, c >> 2}; }

class NetBuilder {
  public:
    // The grid is centred on the box, so that symmetric input stays symmetric.
    NetBuilder(const DistanceFunction& distance, const Box& box, float cell) : cell_(cell) {
        for (int axis = 0; axis < 3; ++axis) {
            count_[axis] = static_cast<i32>(std::ceil(box.size()[axis] / cell)) + 1;  // of sites
            origin_[axis] = box.center()[axis] - cell_ * (count_[axis] - 1) / 2;
        }
        PL_ASSERT(static_cast<double>(count_.x) * count_.y * count_.z < 1e9);
        values_.resize(static_cast<size_t>(count_.x) * count_.y * count_.z);
        for_each_site([&](const Vec3i& s) {
            const double v = distance(position(s.to<double>()));
            values_[index(s)] = on_border(s) ? std::max(v, 0.01 * cell_) : v;
        });
        while (fill_alternating_faces()) {
        }
    }

    SurfaceNet build() {
        first_point_.assign(values_.size(), no_index);
        for_each_site([&](const Vec3i& s) {
            if (s.x + 1 < count_.x && s.y + 1 < count_.y && s.z + 1 < count_.z) place_points(s);
        });
        for_each_site([&](const Vec3i& s) {
            for (int axis = 0; axis < 3; ++axis) add_quad(s, axis);
        });
        return std::move(net_);
    }

  private:
    template <class F>
    void for_each_site(F&& f) const {
        for (i32 z = 0; z < count_.z; ++z)
            for (i32 y = 0; y < count_.y; ++y)
                for (i32 x = 0; x < count_.x; ++x) f(Vec3i{x, y, z});
    }
    size_t index(const Vec3i& s) const { return (static_cast<size_t>(s.z) * count_.y + s.y) * count_.x + s.x; }
    Vec3d position(const Vec3d& site) const { return origin_ + site * static_cast<double>(cell_); }
    bool on_border(const Vec3i& s) const {
        return s.x == 0 || s.y == 0 || s.z == 0 || s.x == count_.x - 1 || s.y == count_.y - 1 || s.z == count_.z - 1;
    }
    bool inside(const Vec3i& s) const { return values_[index(s)] < 0; }

    // Of a face whose corners alternate, the outer corner that is nearer to the surface becomes part of the inside.
    // That may make its neighbour alternate, so it is repeated; the inside only grows, and never at the border.
    bool fill_alternating_faces() {
        bool changed = false;
        for_each_site([&](const Vec3i& s) {
            for (int axis = 0; axis < 3; ++axis) {
                Vec3i u{}, v{};
                u[(axis + 1) % 3] = 1;
                v[(axis + 2) % 3] = 1;
                const Vec3i far = s + u + v;
                if (far.x >= count_.x || far.y >= count_.y || far.z >= count_.z) continue;
                if (inside(s) != inside(far) || inside(s + u) != inside(s + v) || inside(s) == inside(s + u)) continue;
                double &a = values_[index(inside(s) ? s + u : s)], &b = values_[index(inside(s) ? s + v : far)];
                (a <= b ? a : b) = -0.01 * cell_;
                changed = true;
            }
        });
        return changed;
    }

    // Two sheets pass through a cell only where two opposite corners differ from all others. Their number, or none.
    static int lone_corner(u32 mask) {
        for (int c = 0; c < 4; ++c) {
            const u32 pair = 1u << c | 1u << (7 - c);
            if (mask == pair || mask == (0xffu ^ pair)) return c;
        }
        return -1;
    }

    void place_points(const Vec3i& s) {
        u32 mask = 0;
        for (int c = 0; c < 8; ++c) mask |= static_cast<u32>(inside(s + corner_offset(c))) << c;
        if (mask == 0 || mask == 0xff) return;
        first_point_[index(s)] = static_cast<u32>(net_.points.size());
        const int lone = lone_corner(mask);
        if (lone < 0) {
            net_.points.push_back(mean_crossing(s, -1));
            return;
        }
        net_.points.push_back(mean_crossing(s, lone));
        net_.points.push_back(mean_crossing(s, 7 - lone));
    }

    // The mean of the places where edges of the cell are crossed: all of them, or those at one corner.
    Vec3 mean_crossing(const Vec3i& s, int only) const {
        Vec3d sum;
        int n = 0;
        for (int a = 0; a < 8; ++a)
            for (int bit = 1; bit < 8; bit *= 2) {
                const int b = a | bit;
                if (a == b || (only >= 0 && a != only && b != only)) continue;
                const Vec3i p = s + corner_offset(a), q = s + corner_offset(b);
                if (inside(p) == inside(q)) continue;
                const double vp = values_[index(p)], vq = values_[index(q)], t = vp / (vp - vq);
                sum += p.to<double>() + (q - p).to<double>() * t;
                ++n;
            }
        return position(sum / static_cast<double>(n)).to<float>();
    }

    // The point of cell s that belongs to its edge between corners a and b.
    u32 point_of(const Vec3i& s, int a, int b) const {
        const u32 first = first_point_[index(s)];
        u32 mask = 0;
        for (int c = 0; c < 8; ++c) mask |= static_cast<u32>(inside(s + corner_offset(c))) << c;
        const int lone = lone_corner(mask);
        return lone < 0 || a == lone || b == lone ? first : first + 1;
    }

    void add_quad(const Vec3i& s, int axis) {
        Vec3i step{};
        step[axis] = 1;
        const Vec3i end = s + step;
        if (end[axis] >= count_[axis] || inside(s) == inside(end)) return;
        // The four cells round the edge, turning from axis + 1 to axis + 2. The border is outside, so all of them
        // exist.
        const int u = (axis + 1) % 3, v = (axis + 2) % 3;
        constexpr int back[4][2] = {{1, 1}, {0, 1}, {0, 0}, {1, 0}};
        std::array<u32, 4> quad;
        for (int k = 0; k < 4; ++k) {
            Vec3i cell = s;
            cell[u] -= back[k][0];
            cell[v] -= back[k][1];
            const int a = back[k][0] << u | back[k][1] << v;
            quad[k] = point_of(cell, a, a | 1 << axis);
        }
        if (!inside(s)) std::reverse(quad.begin(), quad.end());
        net_.quads.push_back(quad);
    }

    double cell_;
    Vec3d origin_;
    Vec3i count_;
    std::vector<double> values_;
    std::vector<u32> first_point_;  // of the cell above each site
    SurfaceNet net_;
};

}  // namespace

SurfaceNet surface_net(const DistanceFunction& distance, const Box& box, float cell) {
    PL_ASSERT(distance);
    PL_ASSERT(cell > 0 && !box.empty());
    return NetBuilder(distance, box, cell).build();
}

std::vector<std::array<u32, 3>> cut_quads(const SurfaceNet& net) {
    PL_ASSERT(all_below(net.quads, net.points.size()));
    std::vector<std::array<u32, 3>> triangles;
    triangles.reserve(net.quads.size() * 2);
    for (const auto& q : net.quads) {
        const bool even =
            length_squared(net.points[q[0]] - net.points[q[2]]) <= length_squared(net.points[q[1]] - net.points[q[3]]);
        const int k = even ? 0 : 1;
        triangles.push_back({q[k], q[k + 1], q[k + 2]});
        triangles.push_back({q[k], q[k + 2], q[(k + 3) % 4]});
    }
    return triangles;
}

}  // namespace pliant
