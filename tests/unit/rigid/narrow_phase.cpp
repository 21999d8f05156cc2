// Where pieces touch: closed forms against Bullet's GJK, which is trusted here.

#include <gtest/gtest.h>

#include "core/hash.h"
#include "rigid/separating_axis.h"
#include "rigid_systems.h"

namespace pliant::testing {
namespace narrow_phase_tests {
namespace {

struct Random {
    u64 state;
    double next() { return double(mix(state++) >> 11) / 9007199254740992.0 * 2 - 1; }
    Vec3 vector(float size) { return Vec3{float(next()), float(next()), float(next())} * size; }
    Quat rotation() { return normalized(Quat{float(next()), float(next()), float(next()), float(next())}); }
};

rigid::Core corners_of(const Vec3& half, rigid::Point4* out) {
    for (u32 k = 0; k < 8; ++k)
        out[k] = {k & 1 ? half.x : -half.x, k & 2 ? half.y : -half.y, k & 4 ? half.z : -half.z, 0};
    return {out, 8, 0};
}

// Boxes that overlap: the way out must be as short as EPA's, within the preference for faces. Boxes apart: never
// farther apart than they are, and found apart whenever they are.
TEST(NarrowPhase, BoxesAgainstGjk) {
    Random random{7};
    int overlapping = 0, apart = 0;
    double worst = 0;
    for (int i = 0; i < 20000; ++i) {
        const Vec3 a = random.vector(0.4f) + Vec3{0.6f, 0.6f, 0.6f}, b = random.vector(0.4f) + Vec3{0.6f, 0.6f, 0.6f};
        const Transform at_a{{}, random.rotation()}, at_b{random.vector(2), random.rotation()};
        rigid::Point4 pa[8], pb[8];
        rigid::Closest trusted, found;
        if (!rigid::closest_points(corners_of(a, pa), at_a, corners_of(b, pb), at_b, 10, trusted)) continue;
        ASSERT_TRUE(rigid::find_separating_axis(a, at_a, b, at_b, 10, found));
        EXPECT_NEAR(length(found.normal), 1, 1e-4);
        if (trusted.gap > 1e-3f) {
            ++apart;
            EXPECT_GT(found.gap, -0.01f);  // a face is taken where an edge is not clearly better
            EXPECT_LE(found.gap, trusted.gap + 1e-3f);
        } else if (trusted.gap < -1e-3f) {
            ++overlapping;
            worst = std::max(worst, double(trusted.gap - found.gap));
        }
    }
    std::printf("%d apart, %d overlapping: way out longer than EPA's by at most %.4f m\n", apart, overlapping, worst);
    EXPECT_GT(apart, 1000);
    EXPECT_GT(overlapping, 1000);
    EXPECT_LT(worst, 0.02);
}

// A manifold's points lie on both pieces, and their gaps are what divides them.
TEST(NarrowPhase, ManifoldsLieOnBothPieces) {
    Random random{3};
    const std::vector<Vec3> points = [&] {
        std::vector<Vec3> v;
        for (int i = 0; i < 20; ++i) v.push_back(direction(random.vector(1), Vec3{0, 1, 0}) * 0.5f);
        return v;
    }();
    const rigid::Piece pieces[] = {rigid::sphere(0.4f), rigid::capsule(0.2f, 0.4f), rigid::box({0.5f, 0.3f, 0.4f}),
                                   rigid::hull(points)};
    int count = 0, full = 0;
    for (int i = 0; i < 4000; ++i) {
        const rigid::Piece &a = pieces[i % 4], &b = pieces[i / 4 % 4];
        const Transform at_a{{}, random.rotation()}, at_b{random.vector(0.8f), random.rotation()};
        rigid::Manifold m;
        rigid::collide_pieces(a, at_a, b, at_b, 0.05f, m);
        for (u32 k = 0; k < m.count; ++k) {
            const rigid::ManifoldPoint& p = m.point[k];
            EXPECT_NEAR(length(m.normal), 1, 1e-4);
            EXPECT_NEAR(dot(p.on_b - p.on_a, m.normal), p.gap, 1e-4);
            EXPECT_LE(p.gap, 0.0501f);
            ASSERT_TRUE(a.bounds(at_a).grown(0.1f).contains(p.on_a) || p.gap < -0.1f);
        }
        count += m.count > 0;
        full += m.count > 2;
    }
    std::printf("%d manifolds, %d with three points or more\n", count, full);
    EXPECT_GT(count, 1000);
    EXPECT_GT(full, 100);
}

// A box that lies on a box has its four corners as contacts, wherever it lies; half over the edge, the clipped ones.
TEST(NarrowPhase, BoxesThatLieFlatHaveFullManifolds) {
    const rigid::Piece box = rigid::box({0.5f, 0.5f, 0.5f});
    for (const float x : {0.0f, 0.3f, 0.7f})
        for (const float angle : {0.0f, 0.3f, 0.785f}) {
            rigid::Manifold m;
            rigid::collide_pieces(box, {}, box, {{x, 1, 0.1f}, turn({0, 1, 0}, angle).to<float>()}, 0.01f, m);
            ASSERT_EQ(m.count, 4u) << x << " " << angle;
            EXPECT_GT(m.normal.y, 0.9999f);
            Vec3 low = m.point[0].on_a, high = low;
            for (u32 i = 0; i < m.count; ++i) {
                EXPECT_NEAR(m.point[i].gap, 0, 1e-5);
                low = least(low, m.point[i].on_a);
                high = greatest(high, m.point[i].on_a);
            }
            EXPECT_GT((high.x - low.x) * (high.z - low.z), 0.5f * (1 - x) * 0.9f);
        }
}

}  // namespace
}  // namespace narrow_phase_tests
}  // namespace pliant::testing
