// Colliders made of triangles: meshes and height fields.
#pragma once

#include <array>
#include <vector>

#include "geometry/bvh.h"

namespace pliant {

// A triangle near something, with what is needed to tell which side of the whole a point is on.
struct SoupTriangle {
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
    const Bvh& bvh() const { return bvh_; }
    void collect(const Box& near, std::vector<SoupTriangle>& out) const;
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
    void collect(const Box& near, std::vector<SoupTriangle>& out) const;
    template <class F>
    void ridges(const Box& near, F&& f) const;
    // Height of the ground at a place, or minus infinity outside.
    float height(float x, float z) const;

  private:
    struct Cells {
        i32 x0, x1, z0, z1;  // both ends included; empty when x1 < x0
    };
    Cells cells_near(const Box& near) const;
    Vec3 point(i32 column, i32 row) const;
    Vec3 face_normal(i32 column, i32 row, int half) const;
    Vec3 normal_at(i32 column, i32 row) const;
    u32 columns_, rows_;
    float cell_x_, cell_z_, low_x_, low_z_;
    std::vector<float> heights_;
    Box bounds_;
};

template <class F>
void HeightField::ridges(const Box& near, F&& f) const {
    const Cells c = cells_near(near);
    for (i32 z = c.z0; z <= c.z1; ++z)
        for (i32 x = c.x0; x <= c.x1; ++x) {
            f(point(x, z), point(x + 1, z));
            f(point(x, z), point(x, z + 1));
        }
}

}  // namespace pliant
