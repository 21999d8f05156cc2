#include "collide/mesh_shape.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "core/contract.h"
#include "core/trig.h"

namespace pliant {

namespace {

constexpr float ridge_cosine = 0.966f;  // faces that meet at more than 15 degrees

Vec3 triangle_normal(const Vec3& a, const Vec3& b, const Vec3& c) {
    return direction(cross(b - a, c - a), Vec3{0, 1, 0});
}

std::vector<Box> triangle_boxes(const std::vector<Vec3>& points, const std::vector<std::array<u32, 3>>& triangles) {
    std::vector<Box> boxes(triangles.size());
    for (size_t t = 0; t < triangles.size(); ++t)
        for (u32 p : triangles[t]) boxes[t].add(points[p]);
    return boxes;
}

}  // namespace

MeshShape::MeshShape(std::vector<Vec3> points, std::vector<std::array<u32, 3>> triangles, bool closed)
    : points_(std::move(points)),
      triangles_(std::move(triangles)),
      bvh_(triangle_boxes(points_, triangles_)),
      closed_(closed) {
    PL_ASSERT(all_finite(points_) && all_below(triangles_, points_.size()));
    find_normals();
}

void MeshShape::find_normals() {
    struct Edge {
        u32 face[2];
        u32 corner[2];
        u32 count = 0;
    };
    std::map<std::pair<u32, u32>, Edge> edges;
    point_normal_.assign(points_.size(), {});
    edge_normal_.resize(triangles_.size());
    for (u32 t = 0; t < triangles_.size(); ++t) {
        const auto& [a, b, c] = triangles_[t];
        face_normal_.push_back(triangle_normal(points_[a], points_[b], points_[c]));
        for (u32 k = 0; k < 3; ++k) {
            const u32 p = triangles_[t][k], q = triangles_[t][(k + 1) % 3], r = triangles_[t][(k + 2) % 3];
            // Weighted by the angle at the corner, which makes inside and outside right at points (Baerentzen &
            // Aanaes).
            const Vec3 u = direction(points_[q] - points_[p], Vec3{1, 0, 0}),
                       v = direction(points_[r] - points_[p], Vec3{1, 0, 0});
            point_normal_[p] += face_normal_[t] * static_cast<float>(arc_cosine(dot(u, v)));
            Edge& e = edges[{std::min(p, q), std::max(p, q)}];
            if (e.count < 2) {
                e.face[e.count] = t;
                e.corner[e.count] = k;
            }
            ++e.count;
        }
    }
    for (Vec3& n : point_normal_) n = direction(n, Vec3{0, 1, 0});
    std::vector<Box> ridge_boxes;
    for (const auto& [ends, e] : edges) {
        Vec3 sum = face_normal_[e.face[0]];
        bool ridge = e.count != 2;
        if (e.count >= 2) {
            const Vec3 &n0 = face_normal_[e.face[0]], &n1 = face_normal_[e.face[1]];
            sum += n1;
            const Vec3 opposite = points_[triangles_[e.face[1]][(e.corner[1] + 2) % 3]];
            const bool convex = dot(opposite - points_[ends.first], n0) <= 0;
            ridge = ridge || (dot(n0, n1) < ridge_cosine && (convex || !closed_));
        }
        for (u32 k = 0; k < std::min(e.count, 2u); ++k)
            edge_normal_[e.face[k]][e.corner[k]] = direction(sum, face_normal_[e.face[k]]);
        if (!ridge) continue;
        ridges_.push_back({ends.first, ends.second});
        Box box;
        box.add(points_[ends.first]);
        box.add(points_[ends.second]);
        ridge_boxes.push_back(box);
    }
    ridge_bvh_ = Bvh(ridge_boxes);
}

void MeshShape::collect_triangles(const Box& near, std::vector<ColliderTriangle>& out) const {
    bvh_.overlap(near, [&](u32 t) {
        ColliderTriangle s;
        for (int k = 0; k < 3; ++k) {
            s.corner[k] = points_[triangles_[t][k]];
            s.point_normal[k] = point_normal_[triangles_[t][k]];
            s.edge_normal[k] = edge_normal_[t][k];
        }
        s.normal = face_normal_[t];
        out.push_back(s);
    });
}

HeightField::HeightField(u32 columns, u32 rows, const Vec3& size, std::vector<float> heights)
    : columns_(columns),
      rows_(rows),
      cell_x_(size.x / static_cast<float>(columns - 1)),
      cell_z_(size.z / static_cast<float>(rows - 1)),
      low_x_(-size.x / 2),
      low_z_(-size.z / 2),
      heights_(std::move(heights)) {
    PL_ASSERT(columns >= 2 && rows >= 2 && heights_.size() == static_cast<size_t>(columns) * rows);
    for (float& h : heights_) h *= size.y;
    for (u32 r = 0; r < rows; ++r)
        for (u32 c = 0; c < columns; ++c) bounds_.add(point(static_cast<i32>(c), static_cast<i32>(r)));
}

Vec3 HeightField::point(i32 column, i32 row) const {
    PL_ASSERT(column >= 0 && row >= 0 && static_cast<u32>(column) < columns_ && static_cast<u32>(row) < rows_);
    return {low_x_ + cell_x_ * static_cast<float>(column),
            heights_[static_cast<size_t>(row) * columns_ + static_cast<size_t>(column)],
            low_z_ + cell_z_ * static_cast<float>(row)};
}

HeightField::Cells HeightField::cells_near(const Box& near) const {
    PL_ASSERT(cell_x_ > 0 && cell_z_ > 0);
    const auto at = [](float v, float low, float cell, u32 count) {
        return static_cast<i32>(std::clamp(std::floor((v - low) / cell), -1.0f, static_cast<float>(count) - 1));
    };
    Cells c{at(near.low.x, low_x_, cell_x_, columns_), at(near.high.x, low_x_, cell_x_, columns_),
            at(near.low.z, low_z_, cell_z_, rows_), at(near.high.z, low_z_, cell_z_, rows_)};
    c.x0 = std::max(c.x0, 0);
    c.z0 = std::max(c.z0, 0);
    c.x1 = std::min(c.x1, static_cast<i32>(columns_) - 2);
    c.z1 = std::min(c.z1, static_cast<i32>(rows_) - 2);
    return c;
}

// Each cell is two triangles, cut from (0, 0) to (1, 1): half 0 has the corner (0, 1), half 1 the corner (1, 0).
Vec3 HeightField::face_normal(i32 c, i32 r, int half) const {
    PL_ASSERT(half == 0 || half == 1);
    return half == 0 ? triangle_normal(point(c, r), point(c, r + 1), point(c + 1, r + 1))
                     : triangle_normal(point(c, r), point(c + 1, r + 1), point(c + 1, r));
}

bool HeightField::sticks_out(const Vec3& a, const Vec3& b, const Vec3& one, const Vec3& other) {
    constexpr float sine = 0.02f;  // about one degree
    Vec3 n = direction(cross(b - a, one - a), Vec3{0, 1, 0});
    if (n.y < 0) n = -n;
    return dot(n, other - a) < -sine * length(other - a);
}

Vec3 HeightField::normal_at(i32 c, i32 r) const {
    const i32 c0 = std::max(c - 1, 0), c1 = std::min(c + 1, static_cast<i32>(columns_) - 1), r0 = std::max(r - 1, 0),
              r1 = std::min(r + 1, static_cast<i32>(rows_) - 1);
    return direction(cross(point(c, r1) - point(c, r0), point(c1, r) - point(c0, r)), Vec3{0, 1, 0});
}

void HeightField::collect_triangles(const Box& near, std::vector<ColliderTriangle>& out) const {
    const Cells cells = cells_near(near);
    for (i32 r = cells.z0; r <= cells.z1; ++r)
        for (i32 c = cells.x0; c <= cells.x1; ++c)
            for (int half = 0; half < 2; ++half) {
                const std::array<i32, 2> corners[2][3] = {{{c, r}, {c, r + 1}, {c + 1, r + 1}},
                                                          {{c, r}, {c + 1, r + 1}, {c + 1, r}}};
                ColliderTriangle t;
                t.normal = face_normal(c, r, half);
                for (int k = 0; k < 3; ++k) {
                    t.corner[k] = point(corners[half][k][0], corners[half][k][1]);
                    t.point_normal[k] = normal_at(corners[half][k][0], corners[half][k][1]);
                    t.edge_normal[k] = t.normal;  // under a height field the side is told by the height itself
                }
                out.push_back(t);
            }
}

float HeightField::height(float x, float z) const {
    const float u = (x - low_x_) / cell_x_, v = (z - low_z_) / cell_z_;
    if (!(u >= 0 && v >= 0 && u <= static_cast<float>(columns_ - 1) && v <= static_cast<float>(rows_ - 1)))
        return -std::numeric_limits<float>::infinity();
    const i32 c = std::min(static_cast<i32>(u), static_cast<i32>(columns_) - 2),
              r = std::min(static_cast<i32>(v), static_cast<i32>(rows_) - 2);
    const float fu = u - static_cast<float>(c), fv = v - static_cast<float>(r);
    const float h00 = point(c, r).y, h11 = point(c + 1, r + 1).y;
    return fv > fu ? h00 + (point(c, r + 1).y - h00) * fv + (h11 - point(c, r + 1).y) * fu
                   : h00 + (point(c + 1, r).y - h00) * fu + (h11 - point(c + 1, r).y) * fv;
}

}  // namespace pliant
