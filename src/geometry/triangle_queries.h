// Nearest points, crossings and overlaps of points, segments, rays, triangles and boxes.
//
// Everything is computed in double, also for float input: a float coordinate is exact there, differences keep all their
// digits, and thin triangles lose none of their answers. Degenerate input (a triangle that is a segment or a point, a
// segment that is a point) is treated as the lower primitive; nothing here divides by zero.
//
// `weights` are barycentric: point = weights.x a + weights.y b + weights.z c, none negative, sum 1.
#pragma once

#include <array>
#include <optional>

#include "core/vec.h"

namespace pliant {

enum class TriangleFeature : u8 { vertex_a, vertex_b, vertex_c, edge_ab, edge_bc, edge_ca, face };

template <class T>
struct TrianglePoint {
    Vector3<T> point;
    Vector3<T> weights;
    TriangleFeature feature;
    T distance_squared;  // [m²]
};
TrianglePoint<double> closest_on_triangle(const Vec3d& p, const Vec3d& a, const Vec3d& b, const Vec3d& c);
TrianglePoint<float> closest_on_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c);

// The parameter in [0, 1] of the point of segment ab that is closest to p.
double closest_on_segment(const Vec3d& p, const Vec3d& a, const Vec3d& b);

// Closest points p0 + s (p1 - p0) and q0 + t (q1 - q0). Where segments are parallel there are many; one end is chosen.
template <class T>
struct SegmentPair {
    T s, t;
    T distance_squared;  // [m²]
};
SegmentPair<double> closest_between_segments(const Vec3d& p0, const Vec3d& p1, const Vec3d& q0, const Vec3d& q1);
SegmentPair<float> closest_between_segments(const Vec3& p0, const Vec3& p1, const Vec3& q0, const Vec3& q1);

// Closest points of a segment and a triangle; distance 0 where they cross or touch.
template <class T>
struct SegmentTrianglePair {
    T s;  // along the segment
    Vector3<T> weights;
    T distance_squared;  // [m²]
};
SegmentTrianglePair<double> closest_segment_triangle(const Vec3d& p0, const Vec3d& p1, const Vec3d& a, const Vec3d& b,
                                                     const Vec3d& c);
SegmentTrianglePair<float> closest_segment_triangle(const Vec3& p0, const Vec3& p1, const Vec3& a, const Vec3& b,
                                                    const Vec3& c);

// Where a ray or segment passes through a triangle, from either side. A line through an edge or corner shared by two
// triangles meets at least one of them: each edge is judged by the same product, with opposite sign, for both of its
// triangles (Woop, Benthin & Wald 2013). A line within the triangle's plane does not pass through it.
template <class T>
struct TriangleHit {
    T t;  // origin + t direction
    Vector3<T> weights;
    bool from_front;  // against the normal (b - a) x (c - a)
};
std::optional<TriangleHit<double>> ray_triangle(const Vec3d& origin, const Vec3d& direction, double max_t,
                                                const Vec3d& a, const Vec3d& b, const Vec3d& c);
std::optional<TriangleHit<float>> ray_triangle(const Vec3& origin, const Vec3& direction, float max_t, const Vec3& a,
                                               const Vec3& b, const Vec3& c);
std::optional<TriangleHit<double>> segment_triangle(const Vec3d& p0, const Vec3d& p1, const Vec3d& a, const Vec3d& b,
                                                    const Vec3d& c);
std::optional<TriangleHit<float>> segment_triangle(const Vec3& p0, const Vec3& p1, const Vec3& a, const Vec3& b,
                                                   const Vec3& c);

// The box |x - center| <= half against a triangle, both closed: touching counts, and so does a gap of rounding
// alone. Separating axes after Akenine-Möller 2001.
bool triangle_overlaps_box(const Vec3d& center, const Vec3d& half, const Vec3d& a, const Vec3d& b, const Vec3d& c);

}  // namespace pliant
