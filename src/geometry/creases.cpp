#include "geometry/creases.h"

#include <cmath>

#include "core/contract.h"
#include "core/disjoint_sets.h"
#include "geometry/triangle_edges.h"
#include "geometry/weld.h"

namespace pliant {

namespace {

// Points that stand in one place count as one: in some files every triangle has points of its own.
std::vector<u32> welded(const Mesh& mesh) {
    std::vector<u8> used(mesh.points.size());
    for (size_t p = 0; p < used.size(); ++p) used[p] = is_finite(mesh.points[p]);
    const Box box = mesh.bounds();
    return weld_points(mesh.points, used, 1e-6 * static_cast<double>(length(box.high - box.low)));
}

// Corner 3 t + k is corner k of triangle t. Corners that share a normal are joined.
class CreaseCorners {
  public:
    CreaseCorners(const Mesh& mesh, const Triangulation& triangulation, double angle)
        : mesh_(mesh), triangulation_(triangulation), sets_(3 * triangulation.triangles.size()) {
        const std::vector<u32> place = welded(mesh);
        for (const auto& t : triangulation.triangles) {
            points_.push_back(
                {place[mesh.vertex_point[t[0]]], place[mesh.vertex_point[t[1]]], place[mesh.vertex_point[t[2]]]});
            const auto at = [&](size_t k) { return mesh.points[points_.back()[k]].to<double>(); };
            normals_.push_back(cross(at(1) - at(0), at(2) - at(0)));
        }
        const double least = std::cos(angle * 3.14159265358979 / 180);
        for_each_edge(edge_uses(points_), [&](std::span<const EdgeUse> edge) {
            if (edge.size() == 2 && is_smooth(edge[0], edge[1], least)) join(edge[0], edge[1]);
        });
        sums_.resize(3 * points_.size());
        for (u32 corner = 0; corner < sums_.size(); ++corner) sums_[sets_.find(corner)] += normals_[corner / 3];
    }
    u32 group(u32 corner) { return sets_.find(corner); }
    Vec3 normal(u32 group) const { return direction(sums_[group], Vec3d{0, 1, 0}).to<float>(); }

  private:
    bool is_smooth(const EdgeUse& a, const EdgeUse& b, double least) const {
        if (triangulation_.face[a.triangle()] == triangulation_.face[b.triangle()]) return true;
        if (a.forward == b.forward) return false;  // the two sides of the surface face opposite ways
        const Vec3d &n = normals_[a.triangle()], &m = normals_[b.triangle()];
        return dot(n, m) >= least * length(n) * length(m);
    }
    u32 corner_at(u32 triangle, u32 point) const {
        const TrianglePoints& t = points_[triangle];
        return 3 * triangle + (t[0] == point ? 0 : t[1] == point ? 1 : 2);
    }
    void join(const EdgeUse& a, const EdgeUse& b) {
        for (const u32 point : {a.low, a.high})
            sets_.join(corner_at(a.triangle(), point), corner_at(b.triangle(), point));
    }

    const Mesh& mesh_;
    const Triangulation& triangulation_;
    DisjointSets sets_;
    std::vector<TrianglePoints> points_;
    std::vector<Vec3d> normals_;  // per triangle, twice its area long
    std::vector<Vec3d> sums_;     // per group, at its lowest corner
};

// The group of each corner of each face.
std::vector<u32> groups_of_faces(const Mesh& mesh, const Triangulation& triangulation, CreaseCorners& corners) {
    std::vector<u32> groups(mesh.face_vertex.size(), 0);
    for (u32 t = 0; t < triangulation.triangles.size(); ++t) {
        const u32 face = triangulation.face[t];
        for (u32 k = 0; k < 3; ++k)
            for (u32 at = mesh.face_start[face]; at < mesh.face_start[face + 1]; ++at)
                if (mesh.face_vertex[at] == triangulation.triangles[t][k]) groups[at] = corners.group(3 * t + k);
    }
    return groups;
}

}  // namespace

void add_creased_normals(Mesh& mesh, const Triangulation& triangulation, double angle) {
    PL_ASSERT(is_not_negative(angle) && all_below(triangulation.triangles, mesh.vertex_point.size()));
    if (!mesh.normals.empty()) return;
    CreaseCorners corners(mesh, triangulation, angle);
    const std::vector<u32> groups = groups_of_faces(mesh, triangulation, corners);

    constexpr u32 none = 0xffffffffu;
    std::vector<u32> group_of(mesh.vertex_point.size(), none), next(mesh.vertex_point.size(), none);
    for (size_t at = 0; at < mesh.face_vertex.size(); ++at) {
        u32 v = mesh.face_vertex[at];
        while (group_of[v] != none && group_of[v] != groups[at] && next[v] != none) v = next[v];
        if (group_of[v] != none && group_of[v] != groups[at]) {
            next[v] = static_cast<u32>(mesh.vertex_point.size());
            mesh.vertex_point.push_back(mesh.vertex_point[v]);
            if (!mesh.uv.empty()) mesh.uv.push_back(mesh.uv[v]);
            if (!mesh.second_uv.empty()) mesh.second_uv.push_back(mesh.second_uv[v]);
            v = next[v];
            group_of.push_back(none);
            next.push_back(none);
        }
        group_of[v] = groups[at];
        mesh.face_vertex[at] = v;
    }
    mesh.normals.resize(mesh.vertex_point.size(), Vec3{0, 1, 0});
    for (size_t v = 0; v < mesh.normals.size(); ++v)
        if (group_of[v] != none) mesh.normals[v] = corners.normal(group_of[v]);
}

}  // namespace pliant
