// What a sheet is made of, and that its stiffness is the one that was asked for.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "body/cloth/fabric.h"
#include "core/random.h"
#include "core/trig.h"

namespace pliant::cloth {
namespace cloth_fabric_tests {
namespace {

struct Sheet {
    std::vector<Vec3> points;
    std::vector<TrianglePoints> triangles;
    std::vector<Vec3> warp;
};

// (n-1)² squares of side 1/(n-1), cut along one diagonal; or rows of triangles that all have the same sides.
Sheet squares(u32 n) {
    Sheet s;
    const float side = 1.0f / static_cast<float>(n - 1);
    for (u32 j = 0; j < n; ++j)
        for (u32 i = 0; i < n; ++i) s.points.push_back({static_cast<float>(i) * side, 0, static_cast<float>(j) * side});
    for (u32 j = 0; j + 1 < n; ++j)
        for (u32 i = 0; i + 1 < n; ++i) {
            const u32 a = j * n + i, b = a + 1, c = a + n, d = c + 1;
            s.triangles.push_back({a, c, d}), s.triangles.push_back({a, d, b});
        }
    s.warp.assign(s.triangles.size(), Vec3{1, 0, 0});
    return s;
}
Sheet equal_sides(u32 n) {
    Sheet s;
    const float side = 1.0f / static_cast<float>(n - 1), rise = side * std::sqrt(0.75f);
    for (u32 j = 0; j < n; ++j)
        for (u32 i = 0; i < n; ++i)
            s.points.push_back(
                {(static_cast<float>(i) + 0.5f * static_cast<float>(j % 2)) * side, 0, static_cast<float>(j) * rise});
    for (u32 j = 0; j + 1 < n; ++j)
        for (u32 i = 0; i + 1 < n; ++i) {
            const u32 a = j * n + i, b = a + 1, c = a + n, d = c + 1;
            if (j % 2) {
                s.triangles.push_back({a, c, d}), s.triangles.push_back({a, d, b});
            } else {
                s.triangles.push_back({a, c, b}), s.triangles.push_back({b, c, d});
            }
        }
    s.warp.assign(s.triangles.size(), Vec3{1, 0, 0});
    return s;
}

TEST(Fabric, OfSquaresHasBothDiagonals) {
    const u32 n = 17;
    const Sheet s = squares(n);
    const Fabric f = make_fabric(s.points, s.triangles, s.warp);
    EXPECT_EQ(f.edges.count(), 2 * n * (n - 1));
    EXPECT_EQ(f.diagonals.count(), 2 * (n - 1) * (n - 1));
    EXPECT_TRUE(f.flat);
    double area = 0;
    for (const float a : f.area) area += a;
    EXPECT_NEAR(area, 1, 1e-5);
}

// A span is as long as the links between its ends: on a grid as far as the ends are apart.
TEST(Fabric, SpansFollowThreads) {
    const Sheet s = squares(33);
    const Fabric f = make_fabric(s.points, s.triangles, s.warp);
    u32 longest = 0;
    for (u32 i = 0; i < f.spans.count(); ++i) {
        const Vec3 way = s.points[f.spans.b[i]] - s.points[f.spans.a[i]];
        ASSERT_NEAR(f.spans.rest[i], length(way), 1e-5);
        ASSERT_TRUE(std::fabs(way.x) < 1e-6f || std::fabs(way.z) < 1e-6f);  // along a thread, not across
        longest = std::max(longest, static_cast<u32>(std::lround(length(way) * 32)));
    }
    EXPECT_GE(longest, 16u);
    EXPECT_LT(f.spans.count(), 2 * f.edges.count());
}

double stretch_energy(const Fabric& f, const std::vector<Vec3>& moved, double warp, double weft, double shear) {
    double energy = 0;
    for (const Links* l : {&f.edges, &f.diagonals})
        for (u32 i = 0; i < l->count(); ++i) {
            const double c2 = l->warp[i], s2 = 1 - c2;
            const double k =
                1 / (c2 * c2 / warp + s2 * s2 / weft + c2 * s2 / shear) * l->area[i] / (l->rest[i] * l->rest[i]);
            const double d = length(moved[l->b[i]] - moved[l->a[i]]) - l->rest[i];
            energy += k * d * d / 2;
        }
    return energy;
}

std::vector<Vec3> stretched(const Sheet& s, double along, double across) {
    std::vector<Vec3> moved = s.points;
    for (Vec3& p : moved) p.x *= static_cast<float>(1 + along), p.z *= static_cast<float>(1 + across);
    return moved;
}

// E = K strain² / 2 per area, at any density. Squares: the warp's own stiffness along it and the weft's across, and a
// little more for the diagonals. Equal triangles alike in all directions: exact where the material is, which for
// springs means a Poisson ratio of 1/3 (free across it: the sheet narrows by a third of what it stretches).
TEST(Fabric, IsAsStiffAsAskedFor) {
    const double strain = 0.002;
    for (const u32 n : {9u, 17u, 65u}) {
        const Sheet s = squares(n);
        const Fabric f = make_fabric(s.points, s.triangles, s.warp);
        const double along = stretch_energy(f, stretched(s, strain, 0), 1000, 3000, 30) / (strain * strain / 2),
                     across = stretch_energy(f, stretched(s, 0, strain), 1000, 3000, 30) / (strain * strain / 2);
        std::printf("squares %2u: %.1f N/m along the warp (1000), %.1f across (3000)\n", n, along, across);
        EXPECT_NEAR(along, 1000, 60);
        EXPECT_NEAR(across, 3000, 60);
    }
    for (const u32 n : {17u, 65u}) {
        const Sheet s = equal_sides(n);
        const Fabric f = make_fabric(s.points, s.triangles, s.warp);
        double area = 0;
        for (const float a : f.area) area += a;
        const double k =
            stretch_energy(f, stretched(s, strain, -strain / 3), 1000, 1000, 375) / (strain * strain / 2 * area);
        std::printf("equal triangles %2u: %.1f N/m (1000)\n", n, k);
        EXPECT_NEAR(k, 1000, 4000.0 / n);  // borders have half links
    }
}

double bend_energy(const Bends& b, const std::vector<Vec3>& x) {
    double energy = 0;
    for (u32 i = 0; i < b.count(); ++i) {
        Vec3d s;
        for (u32 k = 0; k < b.size; ++k)
            s += x[b.particle[k][i]].to<double>() * static_cast<double>(b.coefficient[k][i]);
        const double bent = length(s) - std::fabs(b.rest[i]);
        energy += bent * bent / b.weight[i] / 2;
    }
    return energy;
}

// Rolled up to a radius R, cloth of stiffness 1 N m holds 1 / (2 R²) per area, whichever way it is rolled.
TEST(Fabric, BendsAsStiffAsAskedFor) {
    for (const auto make : {squares, equal_sides})
        for (const u32 n : {17u, 65u}) {
            const Sheet s = make(n);
            const Fabric f = make_fabric(s.points, s.triangles, s.warp);
            for (const double turned : {0.0, 0.5, pi / 4}) {
                const double radius = 0.5;
                std::vector<Vec3> x;
                for (const Vec3& p : s.points) {
                    const double u = p.x * cosine(turned) + p.z * sine(turned),
                                 v = p.z * cosine(turned) - p.x * sine(turned);
                    x.push_back(Vec3d{radius * sine(u / radius), radius * cosine(u / radius), v}.to<float>());
                }
                double area = 0;
                for (const float a : f.area) area += a;
                const double asked = area / (2 * radius * radius);
                std::printf("%u, turned by %.2f: dihedral %.3f, triangle %.3f of what is asked for\n", n, turned,
                            bend_energy(f.dihedral, x) / asked, bend_energy(f.triangle, x) / asked);
                EXPECT_NEAR(bend_energy(f.triangle, x) / asked, 1, 1.5 / n + 0.02);  // borders bend less
                if (make == squares && turned > 0) {
                    // A grid cut one way is stiffer on the bias, whatever its density: a limit of angles at edges.
                    EXPECT_LT(bend_energy(f.dihedral, x) / asked, 3);
                } else {
                    EXPECT_NEAR(bend_energy(f.dihedral, x) / asked, 1, 1.5 / n + 0.02);
                }
            }
        }
}

// What is bent at rest wants to be so, also after a turn.
TEST(Fabric, RemembersBendsAtRest) {
    Sheet s = squares(9);
    for (Vec3& p : s.points) p = Vec3d{0.3 * sine(p.x / 0.3), 0.3 * cosine(p.x / 0.3), p.z}.to<float>();
    const Fabric f = make_fabric(s.points, s.triangles, s.warp);
    EXPECT_FALSE(f.flat);
    float most = 0;
    for (const float t : f.dihedral.rest) most = std::max(most, std::fabs(t));
    EXPECT_GT(most, 0.01f);
}

}  // namespace
}  // namespace cloth_fabric_tests
}  // namespace pliant::cloth
