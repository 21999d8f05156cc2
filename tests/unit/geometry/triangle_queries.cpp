#include "geometry/triangle_queries.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "unit/geometry/soup.h"

namespace pliant {
namespace triangle_queries_tests {
namespace {

Vec3d random_vector(Random& random, double size = 1) {
    return {random.between(-size, size), random.between(-size, size), random.between(-size, size)};
}

struct Triangle {
    Vec3d a, b, c;
    Vec3d at(const Vec3d& weights) const { return a * weights.x + b * weights.y + c * weights.z; }
};

// Fat, thin, flat to a line, and shrunk to a point.
Triangle random_triangle(Random& random, int kind) {
    Triangle t{random_vector(random), random_vector(random), random_vector(random)};
    if (kind == 1) t.c = t.a + (t.b - t.a) * random.between(-0.5, 1.5) + random_vector(random, 1e-5);
    if (kind == 2) t.c = t.a + (t.b - t.a) * random.between(-0.5, 1.5);
    if (kind == 3) t.c = t.b;
    if (kind == 4) t.b = t.c = t.a;
    return t;
}

void expect_weights(const Vec3d& w) {
    EXPECT_NEAR(w.x + w.y + w.z, 1, 1e-12);
    EXPECT_GE(std::min({w.x, w.y, w.z}), 0);
}

// Least distance over a fine grid of the triangle, corners and edges included.
double sampled_distance(const Vec3d& p, const Triangle& t, int n) {
    double best = INFINITY;
    for (int i = 0; i <= n; ++i)
        for (int j = 0; i + j <= n; ++j) {
            const double u = static_cast<double>(i) / n, v = static_cast<double>(j) / n;
            best = std::min(best, length(p - t.at({u, v, 1 - u - v})));
        }
    return best;
}

TEST(TriangleQueries, ClosestPointIsNoFurtherThanAnySample) {
    Random random(1);
    for (int trial = 0; trial < 1000; ++trial) {
        const Triangle t = random_triangle(random, trial % 5);
        const Vec3d p = random_vector(random, 1.5);
        const auto at = closest_on_triangle(p, t.a, t.b, t.c);
        expect_weights(at.weights);
        const double d = std::sqrt(at.distance_squared);
        EXPECT_NEAR(length(at.point - t.at(at.weights)), 0, 1e-12);
        EXPECT_NEAR(length(p - at.point), d, 1e-12);
        // The nearest of n samples along sides of length up to 3.5 is within 3.5/n of the nearest point.
        const double sampled = sampled_distance(p, t, 50);
        EXPECT_LE(d, sampled + 1e-12);
        EXPECT_GE(d, sampled - 3.5 / 50);
    }
}

TEST(TriangleQueries, ClosestPointSatisfiesItsOptimalityConditions) {
    // q is closest exactly when no corner lies further along p - q than q itself: (corner - q) . (p - q) <= 0.
    Random random(2);
    for (int trial = 0; trial < 20000; ++trial) {
        const Triangle t = random_triangle(random, trial % 5);
        const Vec3d p = random_vector(random, 1.5);
        const auto at = closest_on_triangle(p, t.a, t.b, t.c);
        for (const Vec3d& corner : {t.a, t.b, t.c}) EXPECT_LE(dot(corner - at.point, p - at.point), 1e-10);
    }
}

TEST(TriangleQueries, FeatureNamesWhereTheClosestPointLies) {
    const Vec3 a{0, 0, 0}, b{1, 0, 0}, c{0, 1, 0};
    const auto feature = [&](const Vec3& p) { return closest_on_triangle(p, a, b, c).feature; };
    EXPECT_EQ(feature({0.2f, 0.2f, 1}), TriangleFeature::face);
    EXPECT_EQ(feature({0.2f, 0.2f, 0}), TriangleFeature::face);
    EXPECT_EQ(feature({-1, -1, 1}), TriangleFeature::vertex_a);
    EXPECT_EQ(feature({3, 0.5f, 0}), TriangleFeature::vertex_b);
    EXPECT_EQ(feature({0.5f, 3, 0}), TriangleFeature::vertex_c);
    EXPECT_EQ(feature({0.5f, -1, 0}), TriangleFeature::edge_ab);
    EXPECT_EQ(feature({1, 1, 0}), TriangleFeature::edge_bc);
    EXPECT_EQ(feature({-1, 0.5f, 0}), TriangleFeature::edge_ca);
    EXPECT_EQ(closest_on_triangle(Vec3{5, 5, 5}, a, a, a).point, a);
}

TEST(TriangleQueries, SegmentsAreNoFurtherApartThanAnySample) {
    Random random(3);
    for (int trial = 0; trial < 3000; ++trial) {
        const Vec3d p0 = random_vector(random), q0 = random_vector(random);
        Vec3d p1 = random_vector(random), q1 = random_vector(random);
        if (trial % 5 == 1) q1 = q0 + (p1 - p0) * random.between(-2, 2);                                // parallel
        if (trial % 5 == 2) q1 = q0 + (p1 - p0) * random.between(-2, 2) + random_vector(random, 1e-7);  // nearly
        if (trial % 5 == 3) p1 = p0;
        if (trial % 10 == 3) q1 = q0;
        const auto pair = closest_between_segments(p0, p1, q0, q1);
        ASSERT_TRUE(pair.s >= 0 && pair.s <= 1 && pair.t >= 0 && pair.t <= 1);
        const Vec3d p = p0 + (p1 - p0) * pair.s, q = q0 + (q1 - q0) * pair.t;
        EXPECT_NEAR(length_squared(p - q), pair.distance_squared, 1e-12);
        // Each of the two points is the closest to the other; with convexity that makes the pair optimal, except that
        // for nearly parallel segments it is a weak test, so samples along one segment are compared as well.
        double sampled = INFINITY;
        for (int i = 0; i <= 200; ++i) {
            const Vec3d r = p0 + (p1 - p0) * (i / 200.0);
            sampled = std::min(sampled, length(r - (q0 + (q1 - q0) * closest_on_segment(r, q0, q1))));
        }
        EXPECT_LE(std::sqrt(pair.distance_squared), sampled + 1e-9);
        EXPECT_GE(std::sqrt(pair.distance_squared), sampled - 3.5 / 200);
    }
}

TEST(TriangleQueries, SegmentAndTriangleAreNoFurtherApartThanAnySample) {
    Random random(4);
    int crossings = 0;
    for (int trial = 0; trial < 3000; ++trial) {
        const Triangle t = random_triangle(random, trial % 5);
        const Vec3d p0 = random_vector(random), p1 = trial % 7 ? random_vector(random) : p0;
        const auto pair = closest_segment_triangle(p0, p1, t.a, t.b, t.c);
        expect_weights(pair.weights);
        const double d = std::sqrt(pair.distance_squared);
        EXPECT_NEAR(length(p0 + (p1 - p0) * pair.s - t.at(pair.weights)), d, 1e-9);
        double sampled = INFINITY;
        for (int i = 0; i <= 100; ++i)
            sampled = std::min(
                sampled, std::sqrt(closest_on_triangle(p0 + (p1 - p0) * (i / 100.0), t.a, t.b, t.c).distance_squared));
        EXPECT_LE(d, sampled + 1e-9);
        EXPECT_GE(d, sampled - 3.5 / 100);
        crossings += d == 0;
    }
    EXPECT_GT(crossings, 50);
}

TEST(TriangleQueries, HitsAreOnTheTriangleAndKnowTheirSide) {
    Random random(5);
    int hits = 0;
    for (int trial = 0; trial < 20000; ++trial) {
        const Triangle t = random_triangle(random, 0);
        const Vec3d origin = random_vector(random, 2);
        const Vec3d target = t.at([&] {
            const double u = random.unit(), v = random.unit() * (1 - u);
            return Vec3d{u, v, 1 - u - v};
        }());
        const Vec3d direction = (target - origin) * random.between(0.2, 3);
        const Vec3d normal = cross(t.b - t.a, t.c - t.a);
        if (std::fabs(dot(normal, direction)) < 1e-3) continue;  // edge on, where a hit is a matter of rounding
        const auto hit = ray_triangle(origin, direction, 10, t.a, t.b, t.c);
        ASSERT_TRUE(hit);
        EXPECT_LT(length(origin + direction * hit->t - target), 1e-9);
        EXPECT_LT(length(t.at(hit->weights) - target), 1e-9);
        EXPECT_EQ(hit->from_front, dot(normal, direction) < 0);
        EXPECT_EQ(segment_triangle(origin, origin + direction, t.a, t.b, t.c).has_value(), hit->t <= 1);
        EXPECT_FALSE(ray_triangle(origin, -direction, 10, t.a, t.b, t.c));
        ++hits;
    }
    EXPECT_GT(hits, 15000);
}

TEST(TriangleQueries, NoRaySlipsBetweenTriangles) {
    // Rays from inside a closed sphere, aimed exactly at corners and edges, meet at least one triangle, in float too.
    const Soup s = make_sphere(11, 13, 1, {0.1f, 0.2f, 0.3f});
    Random random(6);
    for (int trial = 0; trial < 3000; ++trial) {
        const auto& t = s.triangles[random.below(static_cast<u32>(s.triangles.size()))];
        const Vec3 a = s.points[t[0]], b = s.points[t[1]];
        const Vec3 target = trial % 3 == 0 ? a : a + (b - a) * random.real(0, 1);
        const Vec3 origin = Vec3{0.1f, 0.2f, 0.3f} + random_point(random, 0.3f);
        int met = 0;
        for (const auto& u : s.triangles)
            met +=
                ray_triangle(origin, target - origin, 10, s.points[u[0]], s.points[u[1]], s.points[u[2]]).has_value();
        EXPECT_GE(met, 1);
        EXPECT_LE(met, 13);  // all triangles round a pole
    }
}

TEST(TriangleQueries, BoxOverlapAgreesWithClipping) {
    // The reference: the triangle clipped by the six planes of the box has something left.
    Random random(7);
    int overlaps = 0, close_calls = 0;
    for (int trial = 0; trial < 20000; ++trial) {
        const Triangle t = random_triangle(random, trial % 5);
        const Vec3d center = random_vector(random, 0.8);
        const Vec3d half{random.between(0.01, 0.4), random.between(0.01, 0.4), random.between(0.01, 0.4)};
        const auto clipped = [&](double grow) {
            std::vector<Vec3d> polygon{t.a - center, t.b - center, t.c - center};
            for (int plane = 0; plane < 6 && !polygon.empty(); ++plane) {
                const int axis = plane / 2;
                const double sign = plane % 2 ? -1 : 1;
                const auto inside = [&](const Vec3d& p) { return half[axis] + grow - sign * p[axis]; };
                std::vector<Vec3d> next;
                for (size_t i = 0; i < polygon.size(); ++i) {
                    const Vec3d &p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
                    const double ip = inside(p), iq = inside(q);
                    if (ip >= 0) next.push_back(p);
                    if ((ip > 0 && iq < 0) || (ip < 0 && iq > 0)) next.push_back(p + (q - p) * (ip / (ip - iq)));
                }
                polygon.swap(next);
            }
            return !polygon.empty();
        };
        const bool overlap = triangle_overlaps_box(center, half, t.a, t.b, t.c);
        const bool surely = clipped(-1e-9), perhaps = clipped(1e-9);
        EXPECT_TRUE(overlap || !surely);
        EXPECT_TRUE(!overlap || perhaps);
        close_calls += surely != perhaps;
        overlaps += overlap;
    }
    EXPECT_GT(overlaps, 1000);
    EXPECT_LT(close_calls, 10);
}

TEST(TriangleQueries, TouchingABoxIsOverlap) {
    const Vec3d half{0.5, 0.5, 0.5};
    // A face, an edge and a corner of the unit box, touched from outside.
    EXPECT_TRUE(triangle_overlaps_box({}, half, {0.5, -3, -3}, {0.5, 3, -3}, {0.5, 0, 3}));
    EXPECT_TRUE(triangle_overlaps_box({}, half, {1, 0, -3}, {0, 1, 3}, {1, 0, 3}));
    EXPECT_TRUE(triangle_overlaps_box({}, half, {1.5, 0, 0}, {0, 1.5, 0}, {0, 0, 1.5}));
    EXPECT_FALSE(triangle_overlaps_box({}, half, {1.5001, 0, 0}, {0, 1.5001, 0}, {0, 0, 1.5001}));
    EXPECT_TRUE(triangle_overlaps_box({}, half, {0.5, 0.5, 0.5}, {0.5, 0.5, 0.5}, {0.5, 0.5, 0.5}));
}

}  // namespace
}  // namespace triangle_queries_tests
}  // namespace pliant
