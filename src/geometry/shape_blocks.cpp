// Shapes of flat sides: the surface of a set of grid cells. Points are shared; each side has its own vertices.
#include <algorithm>
#include <functional>

#include "core/assert.h"
#include "geometry/shape_builders.h"

namespace pliant {

namespace {

class Blocks {
  public:
    // Cells count.x x count.y x count.z within `box`; those for which `solid` holds are there.
    Blocks(const Box& box, const Vec3i& count, std::function<bool(const Vec3i&)> solid)
        : box_(box), count_(count), solid_(std::move(solid)) {}

    Mesh build(const Material& material) {
        mesh_.materials = {material};
        const size_t sites = static_cast<size_t>(count_.x + 1) * (count_.y + 1) * (count_.z + 1);
        point_.assign(sites, none);
        vertex_.assign(sites, none);
        for (int axis = 0; axis < 3; ++axis)
            for (const int side : {0, 1}) {
                std::fill(vertex_.begin(), vertex_.end(), none);
                for_each_cell([&](const Vec3i& c) {
                    Vec3i next = c;
                    next[axis] += side ? 1 : -1;
                    if (is_solid(c) && !is_solid(next)) add_face(c, axis, side);
                });
            }
        return std::move(mesh_);
    }

    // Only the upper sides.
    Mesh build_top(const Material& material) {
        mesh_.materials = {material};
        const size_t sites = static_cast<size_t>(count_.x + 1) * (count_.y + 1) * (count_.z + 1);
        point_.assign(sites, none);
        vertex_.assign(sites, none);
        for_each_cell([&](const Vec3i& c) { add_face(c, 1, 1); });
        return std::move(mesh_);
    }

  private:
    template <class F>
    void for_each_cell(F&& f) const {
        for (i32 z = 0; z < count_.z; ++z)
            for (i32 y = 0; y < count_.y; ++y)
                for (i32 x = 0; x < count_.x; ++x) f(Vec3i{x, y, z});
    }
    bool is_solid(const Vec3i& c) const {
        return c.x >= 0 && c.y >= 0 && c.z >= 0 && c.x < count_.x && c.y < count_.y && c.z < count_.z && solid_(c);
    }

    void add_face(const Vec3i& cell, int axis, int side) {
        const int u = (axis + 1) % 3, v = (axis + 2) % 3;
        constexpr int corner[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
        for (int k = 0; k < 4; ++k) {
            const int* at = corner[side ? k : 3 - k];
            Vec3i site = cell;
            site[axis] += side;
            site[u] += at[0];
            site[v] += at[1];
            mesh_.face_vertex.push_back(vertex_at(site, axis, side));
        }
        mesh_.face_start.push_back(static_cast<u32>(mesh_.face_vertex.size()));
        mesh_.face_material.push_back(0);
    }

    u32 vertex_at(const Vec3i& site, int axis, int side) {
        const size_t i = (static_cast<size_t>(site.z) * (count_.y + 1) + site.y) * (count_.x + 1) + site.x;
        const Vec3 share{static_cast<float>(site.x) / static_cast<float>(count_.x),
                         static_cast<float>(site.y) / static_cast<float>(count_.y),
                         static_cast<float>(site.z) / static_cast<float>(count_.z)};
        if (point_[i] == none) {
            point_[i] = static_cast<u32>(mesh_.points.size());
            mesh_.points.push_back(box_.low + scaled(box_.size(), share));
        }
        if (vertex_[i] == none) {
            vertex_[i] = static_cast<u32>(mesh_.vertex_point.size());
            mesh_.vertex_point.push_back(point_[i]);
            Vec3 normal;
            normal[axis] = side ? 1.0f : -1.0f;
            mesh_.normals.push_back(normal);
            // Upright on the walls, seen from outside: u to the right, v up; on the floor and ceiling u along x.
            const float right = axis == 0 ? (side ? 1 - share.z : share.z) : axis == 2 && !side ? 1 - share.x : share.x;
            const float up = axis == 1 ? (side ? 1 - share.z : share.z) : share.y;
            mesh_.uv.push_back({right, up});
        }
        return vertex_[i];
    }

    static constexpr u32 none = 0xffffffffu;
    Box box_;
    Vec3i count_;
    std::function<bool(const Vec3i&)> solid_;
    Mesh mesh_;
    std::vector<u32> point_, vertex_;  // of each site; vertices of the side in work
};

Material plain(const char* name, const Vec3& color) {
    Material m;
    m.name = name;
    m.color = color;
    return m;
}

Box centered(const Vec3& size) { return {size * -0.5f, size * 0.5f}; }

i32 cells(float length, float cell) { return std::max(1, static_cast<i32>(std::floor(length / cell + 0.5f))); }

}  // namespace

Mesh build_box(const Vec3& size, u32 detail) {
    PL_ASSERT(detail > 0 && size.x > 0 && size.y > 0 && size.z > 0);
    const float cell = std::max({size.x, size.y, size.z}) / static_cast<float>(detail);
    const Vec3i count{cells(size.x, cell), cells(size.y, cell), cells(size.z, cell)};
    return Blocks(centered(size), count, [](const Vec3i&) { return true; }).build(plain("box", {0.62f, 0.34f, 0.16f}));
}

Mesh build_plane(const Vec3& size, u32 detail) {
    PL_ASSERT(detail > 0 && size.x > 0 && size.z > 0);
    const float cell = std::max(size.x, size.z) / static_cast<float>(detail);
    Material cloth = plain("plane", {0.25f, 0.36f, 0.62f});
    cloth.two_sided = true;
    const Vec3 flat{size.x, 0, size.z};
    return Blocks(centered(flat), {cells(size.x, cell), 1, cells(size.z, cell)}, [](const Vec3i&) { return true; })
        .build_top(cloth);
}

Mesh build_stairs(const Vec3& size, u32 steps) {
    PL_ASSERT(steps > 0 && size.x > 0 && size.y > 0 && size.z > 0);
    const i32 n = static_cast<i32>(steps);
    const Vec3 half{size.x / 2, 0, size.z / 2};
    const Box box{-half, half + Vec3{0, size.y, 0}};
    return Blocks(box, {cells(size.x, size.z / static_cast<float>(n)), n, n},
                  [n](const Vec3i& c) { return c.y < n - c.z; })
        .build(plain("stairs", {0.5f, 0.48f, 0.45f}));
}

}  // namespace pliant
