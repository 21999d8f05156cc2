// Meshes with parts that are close to each other, for tests.
#pragma once

#include <functional>
#include <map>

#include "geometry/mesh.h"
#include "geometry/repair.h"

namespace pliant::testing {

// The surface of those boxes of a grid that are solid, as quads; one point where several meet.
inline Mesh blocks(const std::vector<float>& xs, const std::vector<float>& ys, const std::vector<float>& zs,
                   const std::function<bool(int, int, int)>& solid) {
    Mesh mesh;
    mesh.name = "blocks";
    mesh.materials.emplace_back();
    std::map<std::array<int, 3>, u32> number;
    const auto point = [&](const std::array<int, 3>& at) {
        const auto [found, is_new] = number.insert({at, static_cast<u32>(mesh.points.size())});
        if (is_new) {
            mesh.vertex_point.push_back(found->second);
            mesh.points.push_back(
                {xs[static_cast<size_t>(at[0])], ys[static_cast<size_t>(at[1])], zs[static_cast<size_t>(at[2])]});
        }
        return found->second;
    };
    const std::array<int, 3> count{static_cast<int>(xs.size()) - 1, static_cast<int>(ys.size()) - 1,
                                   static_cast<int>(zs.size()) - 1};
    const auto is_solid = [&](const std::array<int, 3>& b) {
        for (size_t i = 0; i < 3; ++i)
            if (b[i] < 0 || b[i] >= count[i]) return false;
        return solid(b[0], b[1], b[2]);
    };
    std::array<int, 3> b;
    for (b[2] = 0; b[2] < count[2]; ++b[2])
        for (b[1] = 0; b[1] < count[1]; ++b[1])
            for (b[0] = 0; b[0] < count[0]; ++b[0])
                for (size_t axis = 0; axis < 3 && is_solid(b); ++axis)
                    for (const int side : {0, 1}) {
                        std::array<int, 3> beside = b, corner = b;
                        beside[axis] += side ? 1 : -1;
                        if (is_solid(beside)) continue;
                        corner[axis] += side;
                        const size_t u = (axis + (side ? 1 : 2)) % 3, v = (axis + (side ? 2 : 1)) % 3;
                        for (const auto& [du, dv] : {std::array{0, 0}, {1, 0}, {1, 1}, {0, 1}}) {
                            std::array<int, 3> at = corner;
                            at[u] += du, at[v] += dv;
                            mesh.face_vertex.push_back(point(at));
                        }
                        mesh.face_start.push_back(static_cast<u32>(mesh.face_vertex.size()));
                        mesh.face_material.push_back(0);
                    }
    return mesh;
}

inline std::vector<float> evenly(float from, float to, int steps) {
    std::vector<float> places;
    for (int i = 0; i <= steps; ++i)
        places.push_back(from + (to - from) * static_cast<float>(i) / static_cast<float>(steps));
    return places;
}

// Two bars of 1 x 0.1 x 0.1 m along x, one above the other.
inline Mesh two_bars(float gap, int detail = 20) {
    return blocks(evenly(0, 1, detail), {0, 0.05f, 0.1f, 0.1f + gap, 0.15f + gap, 0.2f + gap}, {0, 0.05f, 0.1f},
                  [](int, int y, int) { return y != 2; });
}

// A palm of 0.2 m with five fingers of 0.1 x 0.5 x 0.1 m, along y from x = 0.
inline Mesh hand(float gap) {
    std::vector<float> xs;
    for (int finger = 0; finger < 5; ++finger)
        for (const float x : {0.0f, 0.05f, 0.1f}) xs.push_back(x + static_cast<float>(finger) * (0.1f + gap));
    return blocks(xs, evenly(0, 0.7f, 14), {0, 0.05f, 0.1f}, [](int x, int y, int) { return y < 4 || x % 3 != 2; });
}

inline Mesh joined(Mesh a, const Mesh& b) {
    const u32 points = static_cast<u32>(a.points.size()), vertices = static_cast<u32>(a.vertex_point.size()),
              corners = static_cast<u32>(a.face_vertex.size());
    a.points.insert(a.points.end(), b.points.begin(), b.points.end());
    for (const u32 p : b.vertex_point) a.vertex_point.push_back(points + p);
    for (const u32 v : b.face_vertex) a.face_vertex.push_back(vertices + v);
    for (size_t f = 1; f < b.face_start.size(); ++f) a.face_start.push_back(corners + b.face_start[f]);
    a.face_material.resize(a.face_start.size() - 1, 0);
    a.uv.clear(), a.normals.clear(), a.attributes.clear(), a.parts.clear();
    return a;
}

}  // namespace pliant::testing
