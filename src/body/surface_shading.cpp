#include "body/surface_shading.h"

#include <algorithm>

#include "core/assert.h"

namespace pliant {

SurfaceShading::SurfaceShading(const SurfaceModel& surface) : leader_(surface.vertex_count()) {
    PL_ASSERT(surface.normals.size() == surface.positions.size());
    constexpr float same_cosine = 0.999f;  // 2.6 degrees: less is rounding, or a normal that was averaged differently
    std::vector<std::vector<u32>> leaders(surface.point_count());
    for (u32 v = 0; v < surface.vertex_count(); ++v) {
        std::vector<u32>& of_point = leaders[surface.vertex_point[v]];
        leader_[v] = v;
        for (u32 other : of_point)
            if (dot(surface.normals[v], surface.normals[other]) > same_cosine) {
                leader_[v] = other;
                break;
            }
        if (leader_[v] == v) of_point.push_back(v);
    }
}

void SurfaceShading::find(const SurfaceModel& surface, SurfaceFrame& frame) const {
    PL_ASSERT(frame.positions.size() == leader_.size());
    frame.normals.assign(leader_.size(), Vec3{});
    for (size_t i = 0; i + 2 < surface.indices.size(); i += 3) {
        const u32 a = surface.indices[i], b = surface.indices[i + 1], c = surface.indices[i + 2];
        const Vec3 n =
            cross(frame.positions[b] - frame.positions[a], frame.positions[c] - frame.positions[a]);  // twice the area
        for (u32 v : {a, b, c}) frame.normals[leader_[v]] += n;
    }
    frame.bounds = {};
    for (size_t v = 0; v < leader_.size(); ++v) {  // a leader comes before those it leads
        frame.normals[v] = leader_[v] == v ? direction(frame.normals[v], Vec3{0, 1, 0}) : frame.normals[leader_[v]];
        frame.bounds.add(frame.positions[v]);
    }
    frame.tangents.resize(surface.uv.empty() ? 0 : leader_.size());
    if (!surface.uv.empty()) turn_tangents(surface, frame);
}

// As find_tangents, but which hand they are does not change, and nothing is allocated.
void SurfaceShading::turn_tangents(const SurfaceModel& s, SurfaceFrame& frame) {
    PL_ASSERT(frame.tangents.size() == s.vertex_count() && frame.normals.size() == s.vertex_count());
    std::fill(frame.tangents.begin(), frame.tangents.end(), Float4{});
    for (size_t i = 0; i + 2 < s.indices.size(); i += 3) {
        const u32 a = s.indices[i], b = s.indices[i + 1], c = s.indices[i + 2];
        const float v1 = s.uv[b].y - s.uv[a].y, v2 = s.uv[c].y - s.uv[a].y;
        const float area = (s.uv[b].x - s.uv[a].x) * v2 - (s.uv[c].x - s.uv[a].x) * v1;
        if (!(area * area > 0)) continue;
        const Vec3 e1 = frame.positions[b] - frame.positions[a], e2 = frame.positions[c] - frame.positions[a];
        const Vec3 t = (e1 * v2 - e2 * v1) * (area > 0 ? 1.0f : -1.0f);
        for (u32 v : {a, b, c}) frame.tangents[v].set_xyz(frame.tangents[v].xyz() + t);
    }
    for (size_t v = 0; v < frame.tangents.size(); ++v) {
        const Vec3 n = frame.normals[v], t = frame.tangents[v].xyz();
        frame.tangents[v].set_xyz(direction(t - n * dot(n, t), perpendicular(n)));
        frame.tangents[v].w = s.tangents[v].w;
    }
}

void find_tangents(const SurfaceModel& s, std::span<const Vec3> positions, std::span<const Vec3> normals,
                   std::span<Float4> tangents) {
    PL_ASSERT(positions.size() == normals.size() && tangents.size() == positions.size() &&
              s.uv.size() == positions.size());
    std::vector<Vec3d> along_u(positions.size()), along_v(positions.size());
    for (size_t i = 0; i + 2 < s.indices.size(); i += 3) {
        const u32 a = s.indices[i], b = s.indices[i + 1], c = s.indices[i + 2];
        const Vec3d e1 = (positions[b] - positions[a]).to<double>(), e2 = (positions[c] - positions[a]).to<double>();
        const double u1 = s.uv[b].x - s.uv[a].x, v1 = s.uv[b].y - s.uv[a].y, u2 = s.uv[c].x - s.uv[a].x,
                     v2 = s.uv[c].y - s.uv[a].y;
        const double area = u1 * v2 - u2 * v1;
        if (!(area * area > 0)) continue;
        const double sign =
            area > 0 ? 1 : -1;  // weighted by the triangle's size, not by 1/area, which explodes on slivers
        const Vec3d t = (e1 * v2 - e2 * v1) * sign, bitangent = (e2 * u1 - e1 * u2) * sign;
        for (u32 v : {a, b, c}) along_u[v] += t, along_v[v] += bitangent;
    }
    for (size_t v = 0; v < positions.size(); ++v) {
        const Vec3d n = normals[v].to<double>();
        const Vec3d t = direction(along_u[v] - n * dot(n, along_u[v]), perpendicular(n));
        tangents[v].set_xyz(t.to<float>());
        tangents[v].w = dot(cross(n, t), along_v[v]) < 0 ? -1.0f : 1.0f;
    }
}

}  // namespace pliant
