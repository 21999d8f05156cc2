#include "geometry/geodesics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "core/trig.h"

namespace pliant {
namespace geodesics_tests {
namespace {

struct Sheet {
    std::vector<Vec3> points;
    std::vector<TrianglePoints> triangles;
};

// n x n squares, each cut along the same diagonal; `place` puts a point of 0 … 1 squared into space.
template <class Place>
Sheet grid(u32 n, Place&& place, auto&& has) {
    Sheet s;
    for (u32 j = 0; j <= n; ++j)
        for (u32 i = 0; i <= n; ++i)
            s.points.push_back(
                place(static_cast<float>(i) / static_cast<float>(n), static_cast<float>(j) / static_cast<float>(n)));
    for (u32 j = 0; j < n; ++j)
        for (u32 i = 0; i < n; ++i) {
            if (!has(i, j)) continue;
            const u32 a = j * (n + 1) + i, b = a + 1, c = a + n + 1, d = c + 1;
            s.triangles.push_back({a, c, d});
            s.triangles.push_back({a, d, b});
        }
    return s;
}
bool everywhere(u32, u32) { return true; }

// From one point a flat sheet is unfolded as it is: only rounding is left.
TEST(Geodesics, FromACornerOfAFlatSheet) {
    const Sheet s = grid(
        40,
        [](float x, float y) {
            return Vec3{x, 0, y};
        },
        everywhere);
    Distances found;
    const u32 source[] = {0};
    Geodesics(s.points, s.triangles).from(source, found);
    [[maybe_unused]] const auto& [d, nearest, known, heap] = found;
    double worst = 0;
    for (size_t p = 1; p < d.size(); ++p) {
        const double straight = length(s.points[p] - s.points[0]);
        worst = std::max(worst, d[p] / straight - 1);
        ASSERT_GT(d[p], straight * (1 - 1e-5));
    }
    std::printf("distances on a flat sheet: at most %.2f %% too long\n", worst * 100);
    EXPECT_LT(worst, 1e-4);
}

TEST(Geodesics, DoNotSeeThatTheSheetIsRolledUp) {
    const auto rolled = [](float x, float y) {
        return Vec3{static_cast<float>(cosine(4 * x) / 4), y, static_cast<float>(sine(4 * x) / 4)};
    };
    const Sheet s = grid(40, rolled, everywhere);
    Distances found;
    const u32 source[] = {0};
    Geodesics(s.points, s.triangles).from(source, found);
    [[maybe_unused]] const auto& [d, nearest, known, heap] = found;
    for (u32 j = 0; j <= 40; j += 10)
        for (u32 i = 10; i <= 40; i += 10) {
            const double flat = std::hypot(i / 40.0, j / 40.0);
            EXPECT_NEAR(d[j * 41 + i], flat, 0.012 * flat) << i << ", " << j;
        }
}

TEST(Geodesics, GoRoundACorner) {  // an L: the upper right quarter is not there
    const Sheet s = grid(
        40,
        [](float x, float y) {
            return Vec3{x, 0, y};
        },
        [](u32 i, u32 j) { return i < 20 || j < 20; });
    Distances found;
    const u32 source[] = {40};  // (1, 0)
    Geodesics(s.points, s.triangles).from(source, found);
    [[maybe_unused]] const auto& [d, nearest, known, heap] = found;
    const double around = 2 * std::hypot(0.5, 0.5);
    EXPECT_NEAR(d[40 * 41], around, 0.01 * around);  // (0, 1), by way of (0.5, 0.5)
}

TEST(Geodesics, NearestOfSeveralSources) {
    const Sheet s = grid(
        20,
        [](float x, float y) {
            return Vec3{x, 0, y};
        },
        everywhere);
    Distances found;
    const u32 sources[] = {0, 20};
    Geodesics(s.points, s.triangles).from(sources, found);
    [[maybe_unused]] const auto& [d, nearest, known, heap] = found;
    EXPECT_EQ(nearest[10 * 21 + 4], 0u);
    EXPECT_EQ(nearest[10 * 21 + 16], 1u);
}

// From a whole side: never nearer than it is, which many waves taken for one would be.
TEST(Geodesics, FromAWholeSide) {
    const Sheet s = grid(
        40,
        [](float x, float y) {
            return Vec3{x, 0, y};
        },
        everywhere);
    std::vector<u32> side;
    for (u32 i = 0; i <= 40; ++i) side.push_back(i);
    Distances found;
    Geodesics(s.points, s.triangles).from(side, found);
    for (u32 p = 0; p < s.points.size(); ++p) ASSERT_NEAR(found.distance[p], s.points[p].z, 1e-5) << p;
}

TEST(Geodesics, WhereNoWayLeads) {
    const std::vector<Vec3> points{{0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {5, 0, 0}, {6, 0, 0}, {5, 0, 1}};
    const std::vector<TrianglePoints> triangles{{0, 1, 2}, {3, 4, 5}};
    Distances found;
    const u32 source[] = {1};
    Geodesics(points, triangles).from(source, found);
    [[maybe_unused]] const auto& [d, nearest, known, heap] = found;
    EXPECT_EQ(nearest[4], 0xffffffffu);
    EXPECT_GT(d[4], 1e37f);
    EXPECT_NEAR(d[2], std::sqrt(2.0), 1e-6);
}

}  // namespace
}  // namespace geodesics_tests
}  // namespace pliant
