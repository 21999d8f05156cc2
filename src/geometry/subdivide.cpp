#include "geometry/subdivide.h"

#include <algorithm>
#include <map>

#include "core/contract.h"
#include "geometry/triangle_edges.h"

namespace pliant {

namespace {

using Edge = std::array<u32, 2>;
Edge edge_of(u32 a, u32 b) { return {std::min(a, b), std::max(a, b)}; }

// Where the middle of an edge goes: half way to the planes at its ends, where an arc is.
Vec3 rounded_middle(const Mesh& m, u32 a, u32 b) {
    const Vec3 &x = m.points[m.vertex_point[a]], &y = m.points[m.vertex_point[b]];
    const Vec3 middle = (x + y) * 0.5f;
    const Vec3 way = m.normals[a] * dot(middle - x, m.normals[a]) + m.normals[b] * dot(middle - y, m.normals[b]);
    return middle - way * (0.5f * 0.5f);
}

class Subdivision {
  public:
    explicit Subdivision(const Mesh& mesh) : m_(mesh), out_(mesh) {}

    Mesh run(const Triangulation& triangulation) {
        out_.face_start = {0};
        out_.face_vertex.clear();
        out_.face_material.clear();
        out_.parts.clear();
        for (size_t t = 0; t < triangulation.triangles.size(); ++t) {
            const std::array<u32, 3>& v = triangulation.triangles[t];
            const u32 ab = middle(v[0], v[1]), bc = middle(v[1], v[2]), ca = middle(v[2], v[0]);
            const u32 material = m_.face_material[triangulation.face[t]];
            for (const std::array<u32, 3>& f : {std::array{v[0], ab, ca}, std::array{ab, v[1], bc},
                                                std::array{ca, bc, v[2]}, std::array{ab, bc, ca}}) {
                out_.face_vertex.insert(out_.face_vertex.end(), f.begin(), f.end());
                out_.face_start.push_back(static_cast<u32>(out_.face_vertex.size()));
                out_.face_material.push_back(material);
            }
        }
        for (const auto& [edge, point] : points_) out_.points[point] = sums_[edge].first / sums_[edge].second;
        return std::move(out_);
    }

  private:
    // The vertex in the middle of an edge between vertices. Where several lie on one edge between points, they agree on
    // a place.
    u32 middle(u32 a, u32 b) {
        const auto [known, is_new] = vertices_.try_emplace(edge_of(a, b), static_cast<u32>(out_.vertex_point.size()));
        if (!is_new) return known->second;
        const Edge edge = edge_of(m_.vertex_point[a], m_.vertex_point[b]);
        const auto [point, new_point] = points_.try_emplace(edge, static_cast<u32>(out_.points.size()));
        if (new_point) {
            out_.points.emplace_back();
            for (Attribute& at : out_.attributes) at.values.push_back(0.5f * (at.values[edge[0]] + at.values[edge[1]]));
        }
        auto& [sum, count] = sums_[edge];
        sum += rounded_middle(m_, std::min(a, b), std::max(a, b));
        count += 1;
        out_.vertex_point.push_back(point->second);
        const auto add_middle = [&](const std::vector<Vec2>& uv, std::vector<Vec2>& out) {
            if (!uv.empty()) out.push_back({0.5f * (uv[a].x + uv[b].x), 0.5f * (uv[a].y + uv[b].y)});
        };
        add_middle(m_.uv, out_.uv);
        add_middle(m_.second_uv, out_.second_uv);
        out_.normals.push_back(direction(m_.normals[a] + m_.normals[b], m_.normals[a]));
        return known->second;
    }

    const Mesh& m_;
    Mesh out_;
    std::map<Edge, u32> vertices_, points_;
    std::map<Edge, std::pair<Vec3, float>> sums_;
};

}  // namespace

Mesh subdivided(Mesh mesh, u32 levels) {
    PL_VALIDATE(mesh);
    PL_ASSERT(levels < 12);
    for (u32 level = 0; level < levels; ++level) {
        const Triangulation triangulation = triangulate(mesh);
        add_missing_normals(mesh, triangulation);
        mesh = Subdivision(mesh).run(triangulation);
        PL_VALIDATE(mesh);
    }
    return mesh;
}

Mesh thickened(Mesh mesh, float thickness) {
    PL_ASSERT(std::isfinite(thickness));
    const Triangulation triangulation = triangulate(mesh);
    Mesh smooth = mesh;
    smooth.normals.clear();
    add_missing_normals(smooth, triangulation);  // one a point: a seam may not open
    if (mesh.normals.empty()) mesh.normals = smooth.normals;
    const u32 points = static_cast<u32>(mesh.points.size()), vertices = static_cast<u32>(mesh.vertex_point.size());
    std::vector<Vec3> normal(points);
    for (u32 v = 0; v < vertices; ++v) normal[mesh.vertex_point[v]] = smooth.normals[v];

    mesh.points.resize(2 * points);
    for (u32 p = 0; p < points; ++p) {
        const Vec3 at = mesh.points[p];
        mesh.points[p] = at + normal[p] * (0.5f * thickness);
        mesh.points[points + p] = at - normal[p] * (0.5f * thickness);
    }
    for (Attribute& a : mesh.attributes) a.values.insert(a.values.end(), a.values.begin(), a.values.begin() + points);
    const auto add_vertex = [&](u32 like, u32 point, const Vec3& shading) {
        mesh.vertex_point.push_back(point);
        mesh.normals.push_back(shading);
        if (!mesh.uv.empty()) mesh.uv.push_back(Vec2(mesh.uv[like]));
        if (!mesh.second_uv.empty()) mesh.second_uv.push_back(Vec2(mesh.second_uv[like]));
        return static_cast<u32>(mesh.vertex_point.size() - 1);
    };
    const auto add_face = [&](std::initializer_list<u32> corners, u32 material) {
        mesh.face_vertex.insert(mesh.face_vertex.end(), corners);
        mesh.face_start.push_back(static_cast<u32>(mesh.face_vertex.size()));
        mesh.face_material.push_back(material);
    };
    mesh.parts.clear();
    for (u32 v = 0; v < vertices; ++v) add_vertex(v, points + mesh.vertex_point[v], -mesh.normals[v]);
    const u32 faces = static_cast<u32>(mesh.face_count());
    for (u32 f = 0; f < faces; ++f) {
        std::vector<u32> back;
        for (u32 c = mesh.face_start[f + 1]; c-- > mesh.face_start[f];) back.push_back(vertices + mesh.face_vertex[c]);
        mesh.face_vertex.insert(mesh.face_vertex.end(), back.begin(), back.end());
        mesh.face_start.push_back(static_cast<u32>(mesh.face_vertex.size()));
        mesh.face_material.push_back(u32(mesh.face_material[f]));
    }
    // Borders have vertices of their own, so that their edges are hard.
    std::vector<TrianglePoints> triangles;
    for (const auto& t : triangulation.triangles)
        triangles.push_back({mesh.vertex_point[t[0]], mesh.vertex_point[t[1]], mesh.vertex_point[t[2]]});
    for_each_edge(edge_uses(triangles), [&](std::span<const EdgeUse> uses) {
        if (uses.size() != 1) return;
        const std::array<u32, 3>& t = triangulation.triangles[uses[0].triangle()];
        const u32 a = t[uses[0].corner % 3], b = t[(uses[0].corner + 1) % 3];
        const u32 pa = mesh.vertex_point[a], pb = mesh.vertex_point[b];
        const Vec3 out = direction(cross(mesh.points[pb] - mesh.points[pa], normal[pa] + normal[pb]), normal[pa]);
        add_face({add_vertex(b, pb, out), add_vertex(a, pa, out), add_vertex(a, points + pa, out),
                  add_vertex(b, points + pb, out)},
                 u32(mesh.face_material[triangulation.face[uses[0].triangle()]]));
    });
    return mesh;
}

}  // namespace pliant
