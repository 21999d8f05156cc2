#include "geometry/sculpt.h"

#include <algorithm>

#include "core/contract.h"
#include "core/trig.h"
#include "geometry/refine.h"

namespace pliant {

namespace {

using Triangle = std::array<u32, 3>;

// The gradient by four samples at the corners of a tetrahedron.
Vec3d gradient(const DistanceFunction& f, const Vec3d& p, double step) {
    constexpr double corner[4][3] = {{1, -1, -1}, {-1, -1, 1}, {-1, 1, -1}, {1, 1, 1}};
    Vec3d sum;
    for (const auto& c : corner) {
        const Vec3d d{c[0], c[1], c[2]};
        sum += d * f(p + d * step);
    }
    return sum / (4 * step);
}

// A point as it appears on a chart; the same point may appear on both sides of the chart's seam, a turn apart.
struct Corner {
    u32 point, chart;
    i32 turn;
    auto operator<=>(const Corner&) const = default;
};

// Charts are laid out in a square of square tiles, with a margin for what hangs over a seam. (Only faces over a tip,
// which look in all directions, would hang over further.)
Vec2 tile_place(const ChartPlace& place, u32 chart, u32 charts) {
    u32 across = 1;
    while (across * across < charts) ++across;
    const double u = std::clamp(place.u, -0.12, 1.12);
    const double x = chart % across + 0.1 + 0.8 * u, y = chart / across + 0.05 + 0.9 * place.v;
    return {static_cast<float>(x / across), static_cast<float>(y / across)};
}

class Sculptor {
  public:
    explicit Sculptor(const Sculpture& s) : s_(s), step_(0.02 * s.cell) {
        const double grown = s.grown * s.cell;
        const SurfaceNet net = surface_net([&](const Vec3d& p) { return s.distance(p) - grown; }, s.box, s.cell);
        points_ = net.points;
        triangles_ = cut_quads(net);
    }

    Mesh run() {
        project_from(0);
        for (int round = 0; round < 5; ++round) even_out();
        if (s_.longest_edge) {
            const size_t first = points_.size();
            refine_triangles(points_, triangles_, s_.longest_edge, nullptr, 1000000);
            project_from(first);
        }
        for (int round = 0; round < 3; ++round) even_out();
        project_from(0);
        for (const ColorRegion& r : s_.regions) cut_along(r.level);
        return textured();
    }

  private:
    // Onto the surface by Newton steps, none longer than a cell.
    Vec3 projected(const Vec3d& start, int steps = 2) const {
        Vec3d p = start;
        for (int i = 0; i < steps; ++i) {
            const Vec3d g = gradient(s_.distance, p, step_);
            Vec3d move = g * (s_.distance(p) / std::max(length_squared(g), 0.05));
            if (length(move) > s_.cell) move *= s_.cell / length(move);
            p -= move;
        }
        return p.to<float>();
    }
    void project_from(size_t first) {
        for (size_t i = first; i < points_.size(); ++i) points_[i] = projected(points_[i].to<double>());
    }

    // Moves every point along the surface, half way to the mean of its neighbours. (The mean itself may lie in the
    // middle of a thin part, from where the way back to the surface is any way.)
    void even_out() {
        std::vector<Vec3d> sum(points_.size());
        std::vector<u32> count(points_.size(), 0);
        for (const Triangle& t : triangles_)
            for (int c = 0; c < 3; ++c) {
                sum[t[c]] += points_[t[(c + 1) % 3]].to<double>();
                ++count[t[c]];
            }
        for (size_t i = 0; i < points_.size(); ++i) {
            const Vec3d p = points_[i].to<double>(), move = sum[i] / static_cast<double>(count[i]) - p;
            const Vec3d normal = direction(gradient(s_.distance, p, step_), Vec3d{0, 1, 0});
            points_[i] = projected(p + (move - normal * dot(normal, move)) * 0.5, 1);
        }
    }

    struct Edge {
        u32 a, b;
        auto operator<=>(const Edge&) const = default;
    };
    std::vector<Edge> sorted_edges() const {
        std::vector<Edge> edges;
        for (const Triangle& t : triangles_)
            for (int c = 0; c < 3; ++c)
                if (t[c] < t[(c + 1) % 3]) edges.push_back({t[c], t[(c + 1) % 3]});  // each once: the mesh is closed
        std::sort(edges.begin(), edges.end());
        return edges;
    }

    // The share of the way along an edge where the level passes through zero, by bisection.
    double crossing(const DistanceFunction& level, const Edge& e) const {
        const Vec3d a = points_[e.a].to<double>(), way = points_[e.b].to<double>() - a;
        const bool from_inside = level(a) < 0;
        double low = 0, high = 1;
        for (int i = 0; i < 20; ++i) {
            const double middle = (low + high) / 2;
            ((level(a + way * middle) < 0) == from_inside ? low : high) = middle;
        }
        return (low + high) / 2;
    }
    Vec3d along(const Edge& e, double t) const {
        const Vec3d a = points_[e.a].to<double>();
        return a + (points_[e.b].to<double>() - a) * t;
    }

    // Makes the mesh follow the border level = 0: points near it move onto it, the other edges across it are cut.
    void cut_along(const DistanceFunction& level) {
        std::vector<u8> inside(points_.size());
        for (size_t i = 0; i < points_.size(); ++i) inside[i] = level(points_[i].to<double>()) < 0;
        std::vector<Edge> across = sorted_edges();
        across.erase(
            std::remove_if(across.begin(), across.end(), [&](const Edge& e) { return inside[e.a] == inside[e.b]; }),
            across.end());
        constexpr double near = 0.3;  // of an edge: from further away a point would leave slivers behind, nearer a cut
        std::vector<double> nearest(points_.size(), near);
        std::vector<Vec3d> target(points_.size());
        for (const Edge& e : across) {
            const double t = crossing(level, e), way = std::min(t, 1 - t);
            const u32 mover = t < 0.5 ? e.a : e.b;
            if (way < nearest[mover]) {
                nearest[mover] = way;
                target[mover] = along(e, t);
            }
        }
        for (size_t i = 0; i < points_.size(); ++i)
            if (nearest[i] < near) points_[i] = projected(target[i]);
        std::vector<EdgeCut> cuts;
        for (const Edge& e : across)
            if (nearest[e.a] == near && nearest[e.b] == near)
                cuts.push_back({e.a, e.b, projected(along(e, crossing(level, e)))});
        cut_edges(points_, triangles_, cuts);
    }

    u32 material_at(const Vec3d& p) const {
        u32 material = 0;
        for (const ColorRegion& r : s_.regions)
            if (r.level(p) < 0) material = r.material;
        return material;
    }

    Mesh textured() const {
        Mesh mesh;
        mesh.points = points_;
        mesh.materials = s_.materials;
        std::vector<Corner> corners;
        for (const Triangle& t : triangles_) {
            const Vec3d middle =
                (points_[t[0]].to<double>() + points_[t[1]].to<double>() + points_[t[2]].to<double>()) / 3.0;
            mesh.face_material.push_back(material_at(middle));
            const u32 chart = s_.chart_of(middle);
            const double around = s_.place_on(middle, chart).u;
            for (const u32 p : t) {
                const double u = s_.place_on(points_[p].to<double>(), chart).u;
                corners.push_back({p, chart, static_cast<i32>(std::floor(around - u + 0.5))});
            }
            mesh.face_start.push_back(static_cast<u32>(corners.size()));
        }
        std::vector<Corner> vertices = corners;
        std::sort(vertices.begin(), vertices.end());
        vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
        for (const Corner& v : vertices) add_vertex(v, mesh);
        for (const Corner& c : corners)
            mesh.face_vertex.push_back(
                static_cast<u32>(std::lower_bound(vertices.begin(), vertices.end(), c) - vertices.begin()));
        return mesh;
    }

    void add_vertex(const Corner& v, Mesh& mesh) const {
        const Vec3d p = points_[v.point].to<double>();
        ChartPlace place = s_.place_on(p, v.chart);
        place.u += v.turn;
        mesh.vertex_point.push_back(v.point);
        mesh.uv.push_back(tile_place(place, v.chart, s_.charts));
        mesh.normals.push_back(direction(gradient(s_.distance, p, step_), Vec3d{0, 1, 0}).to<float>());
    }

    const Sculpture& s_;
    double step_;  // for gradients
    std::vector<Vec3> points_;
    std::vector<Triangle> triangles_;
};

}  // namespace

Material plain_material(const char* name, const Vec3& color, float roughness) {
    Material m;
    m.name = name;
    m.color = color;
    m.roughness = roughness;
    return m;
}

ChartPlace place_on_disc(const Vec3d& from_center, bool back) {
    PL_ASSERT(is_finite(from_center));
    const double z = back ? -from_center.z : from_center.z, x = back ? -from_center.x : from_center.x;
    const double flat = std::sqrt(x * x + from_center.y * from_center.y);
    const double far = arc_tangent(flat, z) / radians(240) / std::max(flat, 1e-12);
    return {0.5 + x * far, 0.5 + from_center.y * far};
}

Mesh sculpt(const Sculpture& sculpture) {
    PL_ASSERT(sculpture.distance && is_positive(sculpture.cell) && !sculpture.box.empty());
    PL_ASSERT(!sculpture.materials.empty() && sculpture.chart_of && sculpture.place_on);
    Mesh mesh = Sculptor(sculpture).run();
    PL_VALIDATE(mesh);
    return mesh;
}

}  // namespace pliant
