#include "geometry/atlas.h"

#include "core/disjoint_sets.h"
#include "geometry/triangle_edges.h"
#include "geometry/weld.h"

namespace pliant {

namespace {

struct Chart {
    u32 way;  // 2 axis + (1 where it faces backwards)
    std::vector<u32> triangles;
    double low[2], size[2];  // [m] as seen
    double at[2];            // where it lies in the image
};

// [m] as seen from that way; turned round rather than mirrored.
std::array<double, 2> seen(const Vec3& p, u32 way) {
    const u32 axis = way / 2;
    const double u = p[static_cast<int>((axis + 1) % 3)], v = p[static_cast<int>((axis + 2) % 3)];
    return {way % 2 ? -u : u, v};
}

class AtlasMaker {
  public:
    AtlasMaker(const Mesh& mesh, const Triangulation& triangulation) : points_(mesh.points) {
        for (const auto& t : triangulation.triangles)
            triangles_.push_back({mesh.vertex_point[t[0]], mesh.vertex_point[t[1]], mesh.vertex_point[t[2]]});
    }

    std::vector<UvTriangle> make() {
        find_ways();
        find_charts();
        return lay_out();
    }

  private:
    // ---- which way each triangle faces

    void find_ways() {
        std::vector<u8> finite(points_.size());
        Box box;
        for (size_t p = 0; p < points_.size(); ++p)
            if ((finite[p] = is_finite(points_[p]))) box.add(points_[p]);
        const std::vector<u32> one = weld_points(points_, finite, 1e-6 * static_cast<double>(length(box.size())));
        std::vector<TrianglePoints> welded;
        for (const TrianglePoints& t : triangles_) {
            const bool sound = finite[t[0]] && finite[t[1]] && finite[t[2]];
            welded.push_back(sound ? TrianglePoints{one[t[0]], one[t[1]], one[t[2]]} : TrianglePoints{});
            const Vec3d a = points_[t[0]].to<double>();
            const Vec3d n = cross(points_[t[1]].to<double>() - a, points_[t[2]].to<double>() - a);
            normals_.push_back(sound ? direction(n, Vec3d{}) : Vec3d{});
            way_.push_back(nearest_way(normals_.back()));
            sound_.push_back(sound);
        }
        edges_ = edge_uses(welded);
        for (int round = 0; round < 4; ++round) agree_with_neighbors();
    }

    static double faces(const Vec3d& n, u32 way) {
        return way % 2 ? -n[static_cast<int>(way / 2)] : n[static_cast<int>(way / 2)];
    }

    static u32 nearest_way(const Vec3d& n) {
        u32 best = 0;
        for (u32 way = 1; way < 6; ++way)
            if (faces(n, way) > faces(n, best)) best = way;
        return best;
    }

    // Triangles that are about as near to another way would fall into charts of a few each.
    void agree_with_neighbors() {
        std::vector<std::array<u8, 6>> around(triangles_.size());
        for_each_edge(edges_, [&](std::span<const EdgeUse> uses) {
            if (uses.size() != 2) return;
            const u32 a = uses[0].triangle(), b = uses[1].triangle();
            ++around[a][way_[b]];
            ++around[b][way_[a]];
        });
        constexpr double not_too_steep = 0.4;  // it would be a sliver in the image
        for (size_t t = 0; t < triangles_.size(); ++t)
            for (u32 way = 0; way < 6; ++way)
                if (around[t][way] >= 2 && faces(normals_[t], way) > not_too_steep) way_[t] = way;
    }

    // ---- charts

    void find_charts() {
        DisjointSets sets(triangles_.size());
        for_each_edge(edges_, [&](std::span<const EdgeUse> uses) {
            for (size_t i = 1; i < uses.size(); ++i)
                if (way_[uses[i].triangle()] == way_[uses[0].triangle()])
                    sets.join(uses[0].triangle(), uses[i].triangle());
        });
        constexpr u32 none = 0xffffffffu;
        std::vector<u32> chart_of(triangles_.size(), none);
        std::vector<std::vector<u32>> members;
        for (u32 t = 0; t < triangles_.size(); ++t) {
            if (!sound_[t]) continue;
            u32& chart = chart_of[sets.find(t)];
            if (chart == none) {
                chart = static_cast<u32>(members.size());
                members.emplace_back();
            }
            members[chart].push_back(t);
        }
        for (std::vector<u32>& list : members)
            while (!list.empty()) add_chart(list);
    }

    // Takes out of the list what lies in no other's place.
    void add_chart(std::vector<u32>& list) {
        Chart chart{way_[list[0]], {}, {1e300, 1e300}, {-1e300, -1e300}, {}};
        measure(chart, list);
        const double most = std::max({chart.size[0], chart.size[1], 1e-300});
        const u32 side = std::clamp(static_cast<u32>(4 * std::sqrt(static_cast<double>(list.size()))), 16u, 2048u);
        std::vector<u8> taken(size_t{side} * side);
        std::vector<u32> left;
        for (const u32 t : list) {
            UvTriangle uv;
            for (int k = 0; k < 3; ++k) {
                const auto s = seen(points_[triangles_[t][k]], chart.way);
                // A little within 0 … 1, so that nothing is repeated.
                const auto unit = [&](int axis) {
                    return static_cast<float>((s[axis] - chart.low[axis]) / most * 0.98 + 0.01);
                };
                uv[k] = {unit(0), unit(1)};
            }
            bool fits = true;
            for_each_texel(uv, side, side,
                           [&](u32 x, u32 y, const Vec3d&) { fits = fits && !taken[size_t{y} * side + x]; });
            if (!fits) {
                left.push_back(t);
                continue;
            }
            for_each_texel(uv, side, side, [&](u32 x, u32 y, const Vec3d&) { taken[size_t{y} * side + x] = 1; });
            chart.triangles.push_back(t);
        }
        list = std::move(left);
        measure(chart, chart.triangles);
        charts_.push_back(std::move(chart));
    }

    void measure(Chart& chart, const std::vector<u32>& list) const {
        double low[2] = {1e300, 1e300}, high[2] = {-1e300, -1e300};
        for (const u32 t : list)
            for (const u32 p : triangles_[t])
                for (int axis = 0; axis < 2; ++axis) {
                    const double s = seen(points_[p], chart.way)[axis];
                    low[axis] = std::min(low[axis], s);
                    high[axis] = std::max(high[axis], s);
                }
        for (int axis = 0; axis < 2; ++axis) {
            chart.low[axis] = low[axis];
            chart.size[axis] = high[axis] - low[axis];
        }
    }

    // ---- the image

    std::vector<UvTriangle> lay_out() {
        std::vector<UvTriangle> uv(triangles_.size());
        if (charts_.empty()) return uv;
        std::stable_sort(charts_.begin(), charts_.end(),
                         [](const Chart& a, const Chart& b) { return a.size[1] > b.size[1]; });
        const double border = std::min(1.0 / 128, 0.1 / std::sqrt(static_cast<double>(charts_.size())));
        double area = 0, longest = 1e-300;
        for (const Chart& c : charts_) {
            area += c.size[0] * c.size[1];
            longest = std::max({longest, c.size[0], c.size[1]});
        }
        double low = 0, high = std::min(1 / longest, area > 0 ? 1 / std::sqrt(area) : 1 / longest);
        for (int round = 0; round < 40; ++round) {
            const double scale = 0.5 * (low + high);
            (put_on_shelves(scale, border) ? low : high) = scale;
        }
        put_on_shelves(low, border);
        for (const Chart& c : charts_)
            for (const u32 t : c.triangles)
                for (int k = 0; k < 3; ++k) {
                    const auto s = seen(points_[triangles_[t][k]], c.way);
                    const auto at = [&](int axis) {
                        return static_cast<float>(std::clamp(c.at[axis] + (s[axis] - c.low[axis]) * low, 0.0, 1.0));
                    };
                    uv[t][k] = {at(0), at(1)};
                }
        return uv;
    }

    bool put_on_shelves(double scale, double border) {
        double x = 0, y = 0, shelf = 0;
        for (Chart& c : charts_) {
            const double width = c.size[0] * scale + 2 * border, height = c.size[1] * scale + 2 * border;
            if (width > 1) return false;
            if (x + width > 1) {
                x = 0;
                y += shelf;
                shelf = 0;
            }
            if (y + height > 1) return false;
            c.at[0] = x + border;
            c.at[1] = y + border;
            x += width;
            shelf = std::max(shelf, height);
        }
        return true;
    }

    const std::vector<Vec3>& points_;
    std::vector<TrianglePoints> triangles_;
    std::vector<EdgeUse> edges_;  // of welded points
    std::vector<Vec3d> normals_;
    std::vector<u32> way_;  // of each triangle
    std::vector<u8> sound_;
    std::vector<Chart> charts_;
};

}  // namespace

std::vector<UvTriangle> generated_atlas(const Mesh& mesh, const Triangulation& triangulation) {
    return AtlasMaker(mesh, triangulation).make();
}

}  // namespace pliant
