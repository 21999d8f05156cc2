#include "geometry/triangle_queries.h"

#include <algorithm>

#include "core/assert.h"

namespace pliant {

namespace {

// A triangle whose height is below this part of its sides is treated as its three edges. (Squared; in double the normal
// of an exactly flat triangle of float points comes out below 1e-32.)
constexpr double flat = 1e-24;

using Corners = std::array<Vec3d, 3>;

Vec3d along(const Vec3d& a, const Vec3d& b, double t) { return a + (b - a) * t; }

TriangleFeature edge_feature(int edge, double t) {
    constexpr TriangleFeature vertex[3] = {TriangleFeature::vertex_a, TriangleFeature::vertex_b,
                                           TriangleFeature::vertex_c};
    constexpr TriangleFeature between[3] = {TriangleFeature::edge_ab, TriangleFeature::edge_bc,
                                            TriangleFeature::edge_ca};
    return t <= 0 ? vertex[edge] : t >= 1 ? vertex[(edge + 1) % 3] : between[edge];
}

// Among the edges ab, bc, ca that are marked.
TrianglePoint<double> closest_on_edges(const Vec3d& p, const Corners& corner, const std::array<bool, 3>& marked) {
    TrianglePoint<double> best{};
    best.distance_squared = std::numeric_limits<double>::infinity();
    for (int e = 0; e < 3; ++e) {
        if (!marked[e]) continue;
        const Vec3d &a = corner[e], &b = corner[(e + 1) % 3];
        const double t = closest_on_segment(p, a, b);
        const Vec3d q = along(a, b, t);
        const double d = length_squared(p - q);
        if (!(d < best.distance_squared)) continue;
        best = {q, {}, edge_feature(e, t), d};
        best.weights[e] = 1 - t;
        best.weights[(e + 1) % 3] = t;
    }
    return best;
}

}  // namespace

double closest_on_segment(const Vec3d& p, const Vec3d& a, const Vec3d& b) {
    PL_ASSERT(is_finite(p) && is_finite(a) && is_finite(b));
    const Vec3d d = b - a;
    const double along_d = dot(p - a, d), length2 = length_squared(d);
    return along_d <= 0 ? 0 : along_d >= length2 ? 1 : along_d / length2;
}

TrianglePoint<double> closest_on_triangle(const Vec3d& p, const Vec3d& a, const Vec3d& b, const Vec3d& c) {
    PL_ASSERT(is_finite(p) && is_finite(a) && is_finite(b) && is_finite(c));
    const Vec3d ab = b - a, ac = c - a, ap = p - a, normal = cross(ab, ac);
    const double area2 = length_squared(normal), size2 = std::max({length_squared(ab), length_squared(ac)});
    if (area2 <= flat * size2 * size2) return closest_on_edges(p, {a, b, c}, {true, true, true});
    // Barycentric coordinates of the foot of the perpendicular: inside, that is the answer. Outside, it is on an edge
    // that the foot lies beyond: from any other edge the way to p leads into the triangle.
    const double v = dot(cross(ap, ac), normal) / area2, w = dot(cross(ab, ap), normal) / area2, u = 1 - v - w;
    if (!(u > 0 && v > 0 && w > 0)) return closest_on_edges(p, {a, b, c}, {!(w > 0), !(u > 0), !(v > 0)});
    const Vec3d q = a + ab * v + ac * w;
    return {q, {u, v, w}, TriangleFeature::face, length_squared(p - q)};
}

SegmentPair<double> closest_between_segments(const Vec3d& p0, const Vec3d& p1, const Vec3d& q0, const Vec3d& q1) {
    PL_ASSERT(is_finite(p0) && is_finite(p1) && is_finite(q0) && is_finite(q1));
    const Vec3d dp = p1 - p0, dq = q1 - q0, r = p0 - q0;
    const double a = length_squared(dp), e = length_squared(dq), b = dot(dp, dq), f = dot(dp, r), g = dot(dq, r);
    SegmentPair<double> best{0, 0, std::numeric_limits<double>::infinity()};
    const auto offer = [&](double s, double t) {
        const double d = length_squared(along(p0, p1, s) - along(q0, q1, t));
        if (d < best.distance_squared) best = {s, t, d};
    };
    // The squared distance is convex over the square of (s, t): its least value is at the lines' own closest points if
    // they lie inside, and on the square's border, at an end of one segment, otherwise.
    const double denominator = a * e - b * b;
    if (denominator > 0) {
        const double s = (b * g - f * e) / denominator, t = (a * g - b * f) / denominator;
        if (s > 0 && s < 1 && t > 0 && t < 1) offer(s, t);
    }
    offer(0, closest_on_segment(p0, q0, q1));
    offer(1, closest_on_segment(p1, q0, q1));
    offer(closest_on_segment(q0, p0, p1), 0);
    offer(closest_on_segment(q1, p0, p1), 1);
    return best;
}

SegmentTrianglePair<double> closest_segment_triangle(const Vec3d& p0, const Vec3d& p1, const Vec3d& a, const Vec3d& b,
                                                     const Vec3d& c) {
    PL_ASSERT(is_finite(p0) && is_finite(p1) && is_finite(a) && is_finite(b) && is_finite(c));
    if (const auto hit = segment_triangle(p0, p1, a, b, c)) return {hit->t, hit->weights, 0};
    // They do not cross: then one end of the segment or one edge of the triangle is nearest.
    SegmentTrianglePair<double> best{0, {}, std::numeric_limits<double>::infinity()};
    for (const double s : {0.0, 1.0}) {
        const TrianglePoint<double> at = closest_on_triangle(s == 0 ? p0 : p1, a, b, c);
        if (at.distance_squared < best.distance_squared) best = {s, at.weights, at.distance_squared};
    }
    const Corners corner{a, b, c};
    for (int e = 0; e < 3; ++e) {
        const SegmentPair<double> pair = closest_between_segments(p0, p1, corner[e], corner[(e + 1) % 3]);
        if (!(pair.distance_squared < best.distance_squared)) continue;
        best = {pair.s, {}, pair.distance_squared};
        best.weights[e] = 1 - pair.t;
        best.weights[(e + 1) % 3] = pair.t;
    }
    return best;
}

std::optional<TriangleHit<double>> ray_triangle(const Vec3d& origin, const Vec3d& direction, double max_t,
                                                const Vec3d& a, const Vec3d& b, const Vec3d& c) {
    PL_ASSERT(is_finite(origin) && is_finite(direction) && max_t >= 0);
    const Vec3d size{std::fabs(direction.x), std::fabs(direction.y), std::fabs(direction.z)};
    const int z = size.x > size.y ? (size.x > size.z ? 0 : 2) : (size.y > size.z ? 1 : 2);
    const int x = (z + 1) % 3, y = (z + 2) % 3;
    if (!(size[z] > 0)) return {};
    // Sheared so that the ray runs along z: the triangle is then judged in the plane, corner by corner, and a shared
    // corner comes out the same in every triangle.
    const double shear_x = direction[x] / direction[z], shear_y = direction[y] / direction[z];
    struct Flat {
        double x, y, z;
    };
    const auto flatten = [&](const Vec3d& p) {
        const Vec3d r = p - origin;
        return Flat{r[x] - shear_x * r[z], r[y] - shear_y * r[z], r[z]};
    };
    const Flat fa = flatten(a), fb = flatten(b), fc = flatten(c);
    const double u = fc.x * fb.y - fc.y * fb.x, v = fa.x * fc.y - fa.y * fc.x, w = fb.x * fa.y - fb.y * fa.x;
    if ((u < 0 || v < 0 || w < 0) && (u > 0 || v > 0 || w > 0)) return {};
    const double sum = u + v + w;
    if (sum == 0) return {};
    const Vec3d weights{u / sum, v / sum, w / sum};
    const double t = (weights.x * fa.z + weights.y * fb.z + weights.z * fc.z) / direction[z];
    if (!(t >= 0 && t <= max_t)) return {};
    return TriangleHit<double>{t, weights, (sum > 0) == (direction[z] > 0)};
}

std::optional<TriangleHit<double>> segment_triangle(const Vec3d& p0, const Vec3d& p1, const Vec3d& a, const Vec3d& b,
                                                    const Vec3d& c) {
    return ray_triangle(p0, p1 - p0, 1, a, b, c);
}

bool triangle_overlaps_box(const Vec3d& center, const Vec3d& half, const Vec3d& a, const Vec3d& b, const Vec3d& c) {
    PL_ASSERT(half.x >= 0 && half.y >= 0 && half.z >= 0 && is_finite(center));
    const Vec3d p[3] = {a - center, b - center, c - center};
    // What rounding can do to a product of two of these lengths, many times over.
    double size = half.x + half.y + half.z;
    for (const Vec3d& q : p) size += std::fabs(q.x) + std::fabs(q.y) + std::fabs(q.z);
    const double slack = size * 1e-14;
    for (int axis = 0; axis < 3; ++axis) {
        if (std::min({p[0][axis], p[1][axis], p[2][axis]}) > half[axis] + slack) return false;
        if (std::max({p[0][axis], p[1][axis], p[2][axis]}) < -half[axis] - slack) return false;
    }
    const auto apart = [&](const Vec3d& axis) {
        const double s = dot(axis, p[0]), t = dot(axis, p[1]), r = dot(axis, p[2]);
        const Vec3d size_of_axis{std::fabs(axis.x), std::fabs(axis.y), std::fabs(axis.z)};
        const double reach = dot(half, size_of_axis) + slack * (size_of_axis.x + size_of_axis.y + size_of_axis.z);
        return std::min({s, t, r}) > reach || std::max({s, t, r}) < -reach;
    };
    const Vec3d edge[3] = {p[1] - p[0], p[2] - p[1], p[0] - p[2]};
    if (apart(cross(edge[0], edge[1]))) return false;
    for (const Vec3d& e : edge)
        if (apart({0, -e.z, e.y}) || apart({e.z, 0, -e.x}) || apart({-e.y, e.x, 0})) return false;
    return true;
}

// Float input, answered in double and rounded once.

TrianglePoint<float> closest_on_triangle(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
    const auto r = closest_on_triangle(p.to<double>(), a.to<double>(), b.to<double>(), c.to<double>());
    return {r.point.to<float>(), r.weights.to<float>(), r.feature, static_cast<float>(r.distance_squared)};
}

SegmentPair<float> closest_between_segments(const Vec3& p0, const Vec3& p1, const Vec3& q0, const Vec3& q1) {
    const auto r = closest_between_segments(p0.to<double>(), p1.to<double>(), q0.to<double>(), q1.to<double>());
    return {static_cast<float>(r.s), static_cast<float>(r.t), static_cast<float>(r.distance_squared)};
}

SegmentTrianglePair<float> closest_segment_triangle(const Vec3& p0, const Vec3& p1, const Vec3& a, const Vec3& b,
                                                    const Vec3& c) {
    const auto r =
        closest_segment_triangle(p0.to<double>(), p1.to<double>(), a.to<double>(), b.to<double>(), c.to<double>());
    return {static_cast<float>(r.s), r.weights.to<float>(), static_cast<float>(r.distance_squared)};
}

static std::optional<TriangleHit<float>> rounded(const std::optional<TriangleHit<double>>& hit) {
    if (!hit) return {};
    return TriangleHit<float>{static_cast<float>(hit->t), hit->weights.to<float>(), hit->from_front};
}

std::optional<TriangleHit<float>> ray_triangle(const Vec3& origin, const Vec3& direction, float max_t, const Vec3& a,
                                               const Vec3& b, const Vec3& c) {
    return rounded(ray_triangle(origin.to<double>(), direction.to<double>(), max_t, a.to<double>(), b.to<double>(),
                                c.to<double>()));
}

std::optional<TriangleHit<float>> segment_triangle(const Vec3& p0, const Vec3& p1, const Vec3& a, const Vec3& b,
                                                   const Vec3& c) {
    return rounded(segment_triangle(p0.to<double>(), p1.to<double>(), a.to<double>(), b.to<double>(), c.to<double>()));
}

}  // namespace pliant
