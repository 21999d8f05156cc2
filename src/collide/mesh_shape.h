// Colliders made of triangles: meshes and height fields.
#pragma once

#include <array>
#include <vector>

#include "geometry/bvh.h"

namespace pliant {

// A triangle of a collider, with the normals that tell on which side of the surface a point is.
struct ColliderTriangle {
    Vec3 corner[3];
    Vec3 normal;          // of the face
    Vec3 edge_normal[3];  // mean of the faces at edges ab, bc, ca
    Vec3 point_normal[3];
};

class MeshShape {
  public:
    MeshShape(std::vector<Vec3> points, std::vector<std::array<u32, 3>> triangles, bool closed);

    bool closed() const { return closed_; }
    Box bounds() const { return bvh_.bounds(); }
    const std::vector<Vec3>& points() const { return points_; }
    const std::vector<std::array<u32, 3>>& triangles() const { return triangles_; }
    void collect_triangles(const Box& near, std::vector<ColliderTriangle>& out) const;
    // Edges where faces meet at a ridge, and open edges: f(a, b).
    template <class F>
    void ridges(const Box& near, F&& f) const {
        ridge_bvh_.overlap(near, [&](u32 e) { f(points_[ridges_[e][0]], points_[ridges_[e][1]]); });
    }

  private:
    void find_normals();
    std::vector<Vec3> points_;
    std::vector<std::array<u32, 3>> triangles_;
    std::vector<Vec3> face_normal_, point_normal_;
    std::vector<std::array<Vec3, 3>> edge_normal_;
    std::vector<std::array<u32, 2>> ridges_;
    Bvh bvh_, ridge_bvh_;
    bool closed_;
};

// columns x rows heights, the first row at the least z; centred about the origin in x and z.
class HeightField {
  public:
    HeightField(u32 columns, u32 rows, const Vec3& size, std::vector<float> heights);  // size.y scales the heights

    Box bounds() const { return bounds_; }
    u32 columns() const { return columns_; }
    u32 rows() const { return rows_; }
    Vec3 point(i32 column, i32 row) const;
    Vec3 normal_at(i32 column, i32 row) const;
    void collect_triangles(const Box& near, std::vector<ColliderTriangle>& out) const;
    template <class F>
    void ridges(const Box& near, F&& f) const;
    // Height of the ground at a place, or minus infinity outside.
    float height(float x, float z) const;

  private:
    struct Cells {
        i32 x0, x1, z0, z1;  // both ends included; empty when x1 < x0
    };
    Cells cells_near(const Box& near) const;
    Vec3 face_normal(i32 column, i32 row, int half) const;
    // Whether the ground falls on both sides of an edge, more than a flat floor of many cells does by rounding.
    static bool sticks_out(const Vec3& a, const Vec3& b, const Vec3& one, const Vec3& other);
    u32 columns_, rows_;
    float cell_x_, cell_z_, low_x_, low_z_;
    std::vector<float> heights_;
    Box bounds_;
};

template <class F>
void HeightField::ridges(const Box& near, F&& f) const {
    const Cells cells = cells_near(near);
    const i32 last_x = static_cast<i32>(columns_) - 2, last_z = static_cast<i32>(rows_) - 2;
    // An edge from a to b, and where the ground goes on both sides of it.
    const auto edge = [&](const Vec3& a, const Vec3& b, const Vec3* one, const Vec3* other) {
        if (!one || !other || sticks_out(a, b, *one, *other)) f(a, b);
    };
    for (i32 z = cells.z0; z <= cells.z1; ++z)
        for (i32 x = cells.x0; x <= cells.x1; ++x) {
            const Vec3 a = point(x, z), b = point(x + 1, z), c = point(x, z + 1), d = point(x + 1, z + 1);
            edge(a, d, &b, &c);
            const Vec3 above = z > 0 ? point(x, z - 1) : Vec3{}, before = x > 0 ? point(x - 1, z) : Vec3{};
            edge(a, b, z > 0 ? &above : nullptr, &d);
            edge(a, c, x > 0 ? &before : nullptr, &d);
            if (z == last_z) edge(c, d, &a, nullptr);
            if (x == last_x) edge(b, d, &a, nullptr);
        }
}

}  // namespace pliant
