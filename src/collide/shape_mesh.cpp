#include "collide/shape_mesh.h"

#include <array>
#include <map>

#include "core/contract.h"
#include "core/trig.h"

namespace pliant {

namespace {

constexpr u32 slices = 32;             // of a round shape, about its axis
constexpr u32 quarter_rings = 8;       // from the equator to a pole
constexpr float crease_cosine = 0.8f;  // faces that meet at less than about 37 degrees look round
constexpr size_t max_round = 64;       // faces at one point that are looked at for roundness

void add_triangle(TriangleList& to, u32 a, u32 b, u32 c) { to.indices.insert(to.indices.end(), {a, b, c}); }

// Corners in order, counter-clockwise as seen from where the normal points.
void add_quad(TriangleList& to, const Vec3& normal, const std::array<Vec3, 4>& corners) {
    const u32 first = static_cast<u32>(to.positions.size());
    for (const Vec3& p : corners) {
        to.positions.push_back(p);
        to.normals.push_back(normal);
    }
    add_triangle(to, first, first + 1, first + 2);
    add_triangle(to, first, first + 2, first + 3);
}

TriangleList plane_mesh(float e) {
    TriangleList mesh;
    add_quad(mesh, {0, 1, 0}, {Vec3{-e, 0, e}, {e, 0, e}, {e, 0, -e}, {-e, 0, -e}});
    return mesh;
}

TriangleList box_mesh(const Vec3& half) {
    TriangleList mesh;
    for (int axis = 0; axis < 3; ++axis)
        for (const float side : {-1.0f, 1.0f}) {
            Vec3 n, u, v;
            n[axis] = side;
            u[(axis + 1) % 3] = side;
            v[(axis + 2) % 3] = 1;  // u x v is n
            const Vec3 middle = scaled(n, half), a = scaled(u, half), b = scaled(v, half);
            add_quad(mesh, n, {middle - a - b, middle + a - b, middle + a + b, middle - a + b});
        }
    return mesh;
}

// Rings of vertices from the upper pole to the lower one. A sphere is a capsule without a middle.
TriangleList capsule_mesh(float radius, float half_height) {
    TriangleList mesh;
    const auto add_ring = [&](u32 ring, float shift) {
        const double latitude = pi / 2 * (1 - static_cast<double>(ring) / quarter_rings);
        for (u32 s = 0; s <= slices; ++s) {
            const double angle = 2 * pi * (s % slices) / slices;
            const double across = ring % (2 * quarter_rings) == 0 ? 0 : cosine(latitude);
            const Vec3 n = Vec3d{across * cosine(angle), sine(latitude), -across * sine(angle)}.to<float>();
            mesh.normals.push_back(n);
            mesh.positions.push_back(n * radius + Vec3{0, shift, 0});
        }
    };
    u32 rings = 0;
    for (u32 r = 0; r <= quarter_rings; ++r, ++rings) add_ring(r, half_height);
    for (u32 r = half_height > 0 ? quarter_rings : quarter_rings + 1; r <= 2 * quarter_rings; ++r, ++rings)
        add_ring(r, -half_height);
    constexpr u32 row = slices + 1;
    for (u32 r = 0; r + 1 < rings; ++r)
        for (u32 s = 0; s < slices; ++s) {
            const u32 a = r * row + s, b = a + row;
            if (r > 0) add_triangle(mesh, a, b, a + 1);
            if (r + 2 < rings) add_triangle(mesh, b, b + 1, a + 1);
        }
    return mesh;
}

// Normals are shared where faces meet at a flat angle; a face at a sharp one has vertices of its own.
TriangleList triangle_set_mesh(const MeshShape& shape) {
    const std::vector<std::array<u32, 3>>& triangles = shape.triangles();
    std::vector<Vec3> weighted, unit;  // normals of faces, as long as twice their area, and of length 1
    std::vector<std::vector<u32>> faces_at(shape.points().size());
    for (u32 t = 0; t < triangles.size(); ++t) {
        const auto& [a, b, c] = triangles[t];
        const std::vector<Vec3>& p = shape.points();
        weighted.push_back(cross(p[b] - p[a], p[c] - p[a]));
        unit.push_back(direction(weighted.back(), Vec3{0, 1, 0}));
        for (u32 point : triangles[t]) faces_at[point].push_back(t);
    }
    TriangleList mesh;
    std::map<std::array<float, 3>, u32> made;  // vertices of one point, by their normal
    std::vector<u32> vertex(triangles.size() * 3);
    for (u32 point = 0; point < faces_at.size(); ++point) {
        made.clear();
        for (u32 t : faces_at[point]) {
            Vec3 sum;
            if (faces_at[point].size() <= max_round)
                for (u32 other : faces_at[point])
                    if (dot(unit[t], unit[other]) > crease_cosine) sum += weighted[other];
            const Vec3 n = direction(sum, unit[t]);
            const auto [at, is_new] = made.try_emplace({n.x, n.y, n.z}, static_cast<u32>(mesh.positions.size()));
            if (is_new) {
                mesh.positions.push_back(shape.points()[point]);
                mesh.normals.push_back(n);
            }
            for (u32 k = 0; k < 3; ++k)
                if (triangles[t][k] == point) vertex[3 * t + k] = at->second;
        }
    }
    mesh.indices = std::move(vertex);
    return mesh;
}

TriangleList ground_mesh(const HeightField& field) {
    TriangleList mesh;
    const i32 columns = static_cast<i32>(field.columns()), rows = static_cast<i32>(field.rows());
    for (i32 r = 0; r < rows; ++r)
        for (i32 c = 0; c < columns; ++c) {
            mesh.positions.push_back(field.point(c, r));
            mesh.normals.push_back(field.normal_at(c, r));
        }
    for (i32 r = 0; r + 1 < rows; ++r)
        for (i32 c = 0; c + 1 < columns; ++c) {
            const u32 a = static_cast<u32>(r * columns + c), below = a + static_cast<u32>(columns);
            add_triangle(mesh, a, below, below + 1);
            add_triangle(mesh, a, below + 1, a + 1);  // cut as it is simulated
        }
    return mesh;
}

TriangleList compound_mesh(const std::vector<ShapePart>& parts) {
    TriangleList mesh;
    for (const ShapePart& part : parts) {
        const TriangleList one = shape_mesh(part.shape, 0);
        const u32 first = static_cast<u32>(mesh.positions.size());
        for (const Vec3& p : one.positions) mesh.positions.push_back(part.frame * p);
        for (const Vec3& n : one.normals) mesh.normals.push_back(part.frame.rotation * n);
        for (const u32 i : one.indices) mesh.indices.push_back(first + i);
    }
    return mesh;
}

}  // namespace

TriangleList shape_mesh(const Shape& shape, float plane_extent) {
    PL_ASSERT(shape.kind != ShapeKind::plane || is_positive(plane_extent));
    switch (shape.kind) {
        case ShapeKind::plane: return plane_mesh(plane_extent);
        case ShapeKind::sphere: return capsule_mesh(shape.radius, 0);
        case ShapeKind::capsule: return capsule_mesh(shape.radius, shape.half_height);
        case ShapeKind::box: return box_mesh(shape.half_size);
        case ShapeKind::mesh: return triangle_set_mesh(*shape.mesh);
        case ShapeKind::height_field: return ground_mesh(*shape.height_field);
        case ShapeKind::compound: return compound_mesh(*shape.parts);
    }
    return {};
}

}  // namespace pliant
