#include "geometry/refine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "unit/geometry/soup.h"

namespace pliant {
namespace refine_tests {
namespace {

float longest(const Soup& s) {
    float most = 0;
    for (const auto& t : s.triangles)
        for (int c = 0; c < 3; ++c) most = std::max(most, length(s.points[t[c]] - s.points[t[(c + 1) % 3]]));
    return most;
}

double area(const Soup& s) {
    double sum = 0;
    for (const auto& t : s.triangles)
        sum += 0.5 * length(cross((s.points[t[1]] - s.points[t[0]]).to<double>(),
                                  (s.points[t[2]] - s.points[t[0]]).to<double>()));
    return sum;
}

// No crack: as many borders as before, and none inside. Edges are counted with their direction.
u32 border_edges(const Soup& s) {
    std::map<std::pair<u32, u32>, int> balance;
    for (const auto& t : s.triangles)
        for (int c = 0; c < 3; ++c) {
            const u32 a = t[c], b = t[(c + 1) % 3];
            balance[{std::min(a, b), std::max(a, b)}] += a < b ? 1 : -1;
        }
    u32 open = 0;
    for (const auto& [edge, count] : balance) open += count != 0;
    return open;
}

TEST(Refine, ShortensEveryEdgeAndOpensNoCrack) {
    for (const float limit : {1.5f, 0.7f, 0.3f, 0.11f, 0.05f}) {
        Soup s = make_box({-1, -0.1f, -1}, {1, 0.1f, 0.3f});
        const double before = area(s), volume = s.volume();
        std::vector<std::array<u32, 2>> parents;
        const u32 first = static_cast<u32>(s.points.size());
        EXPECT_EQ(refine_triangles(s.points, s.triangles, limit, &parents, 1000000), Refined::complete);
        EXPECT_LE(longest(s), limit);
        EXPECT_GT(longest(s), limit / 4);  // and not for nothing
        EXPECT_EQ(border_edges(s), 0u);
        // Flat sides stay flat; coordinates are halves of sums of floats.
        EXPECT_NEAR(area(s), before, 1e-5);
        EXPECT_NEAR(s.volume(), volume, 1e-5);
        ASSERT_EQ(parents.size(), s.points.size() - first);
        for (u32 i = 0; i < parents.size(); ++i) {
            EXPECT_LT(parents[i][1], first + i);
            EXPECT_EQ(s.points[first + i], (s.points[parents[i][0]] + s.points[parents[i][1]]) * 0.5f);
        }
    }
}

TEST(Refine, NoTriangleCollapsesOrTurns) {
    Soup s = make_sheet(3, 1);
    Random random(1);
    for (Vec3& p : s.points) p += Vec3{random.real(-0.1f, 0.1f), 0, random.real(-0.1f, 0.1f)};
    refine_triangles(s.points, s.triangles, 0.04f, nullptr, 1000000);
    for (const auto& t : s.triangles)
        EXPECT_GT(cross(s.points[t[1]] - s.points[t[0]], s.points[t[2]] - s.points[t[0]]).y, 0);
}

TEST(Refine, StopsWhereThereIsNoRoom) {
    Soup s = make_box({-1, -1, -1}, {1, 1, 1});
    const double volume = s.volume();
    EXPECT_EQ(refine_triangles(s.points, s.triangles, 0.01f, nullptr, 500), Refined::stopped);
    EXPECT_EQ(s.points.size(), 500u);
    EXPECT_EQ(border_edges(s), 0u);
    EXPECT_NEAR(s.volume(), volume, 1e-5);
    EXPECT_EQ(refine_triangles(s.points, s.triangles, 0.01f, nullptr, 500), Refined::stopped);
    EXPECT_EQ(s.points.size(), 500u);
    EXPECT_EQ(refine_triangles(s.points, s.triangles, 10, nullptr, 0), Refined::complete);
}

TEST(Refine, LengthMayDependOnThePlace) {
    Soup s = make_sheet(4, 1);
    const auto wanted = [](const Vec3& p) { return p.x < 0 ? 0.05f : 0.5f; };
    EXPECT_EQ(refine_triangles(s.points, s.triangles, wanted, nullptr, 100000), Refined::complete);
    u32 left = 0;
    for (const Vec3& p : s.points) left += p.x < 0;
    EXPECT_GT(left, s.points.size() * 3 / 4);
    EXPECT_LT(s.points.size(), 1000u);
    EXPECT_NEAR(area(s), 1, 1e-5);
    u32 on_border = 0;  // as many as there are border edges, unless one opened inside
    for (const Vec3& p : s.points) on_border += std::fabs(p.x) == 0.5f || std::fabs(p.z) == 0.5f;
    EXPECT_EQ(border_edges(s), on_border);
    // Cut through longest sides, triangles keep at least half their least angle: here 45 degrees.
    for (const auto& t : s.triangles) {
        const Vec3 a = s.points[t[0]], b = s.points[t[1]], c = s.points[t[2]];
        const float side = std::max({length(b - a), length(c - b), length(a - c)});
        EXPECT_GT(length(cross(b - a, c - a)) / (side * side), 0.3f);
    }
}

TEST(Refine, EndsBelowTheResolutionOfFloats) {
    Soup s;
    s.points = {{1, 1, 1}, {1.0000001f, 1, 1}, {1, 1.0000001f, 1}};
    s.triangles = {{0, 1, 2}};
    EXPECT_EQ(refine_triangles(s.points, s.triangles, 1e-20f, nullptr, 1000), Refined::complete);
}

}  // namespace
}  // namespace refine_tests
}  // namespace pliant
