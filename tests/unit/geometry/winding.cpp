#include "geometry/winding.h"

#include <gtest/gtest.h>

#include "core/cpu.h"
#include "unit/geometry/soup.h"

namespace pliant {
namespace winding_tests {
namespace {

TEST(Winding, SolidAngleOfAnOctant) {
    // The triangle between the axes covers an eighth of the sky, seen from the origin, which is behind it.
    EXPECT_NEAR(solid_angle({}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}), 4 * pi / 8, 1e-15);
    EXPECT_NEAR(solid_angle({}, {1, 0, 0}, {0, 0, 1}, {0, 1, 0}), -4 * pi / 8, 1e-15);
    EXPECT_EQ(solid_angle({1, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}), 0);
}

TEST(Winding, ClosedMeshesAreCounted) {
    Random random(1);
    Soup two = make_sphere(20, 24, 1), inverted = make_box({-0.5f, -0.5f, -0.5f}, {0.5f, 0.5f, 0.5f});
    for (auto& t : inverted.triangles) std::swap(t[0], t[1]);
    two.add(make_sphere(20, 24, 1, {1, 0, 0}));
    for (int i = 0; i < 300; ++i) {
        const Vec3d p = random_point(random, 2).to<double>();
        const double w = winding_number_exact(two.points, two.triangles, p);
        EXPECT_NEAR(w, std::floor(w + 0.5), 1e-12);
        const double reach = length(p), reach2 = length(p - Vec3d{1, 0, 0});
        // Chords of a sphere of 20 rings stay within 2 % of the radius.
        const bool clear = std::fabs(reach - 1) > 0.02 && std::fabs(reach2 - 1) > 0.02;
        EXPECT_TRUE(!clear || std::fabs(w - (reach < 1) - (reach2 < 1)) < 1e-12);
        const bool in_box = std::max({std::fabs(p.x), std::fabs(p.y), std::fabs(p.z)}) < 0.5;
        EXPECT_NEAR(winding_number_exact(inverted.points, inverted.triangles, p), in_box ? -1 : 0, 1e-12);
    }
}

std::vector<std::pair<const char*, Soup>> test_meshes() {
    Random random(2);
    std::vector<std::pair<const char*, Soup>> meshes{{"sphere", make_sphere(60, 80)}, {"sheet", make_sheet(50, 2)}};
    Soup half = make_sphere(60, 80);
    half.triangles.resize(half.triangles.size() / 2);
    meshes.emplace_back("half a sphere", half);
    Soup scattered;
    for (u32 i = 0; i < 3000; ++i) {
        const Vec3 p = random_point(random);
        for (int c = 0; c < 3; ++c) scattered.points.push_back(p + random_point(random, 0.05f));
        scattered.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    meshes.emplace_back("scattered triangles", scattered);
    meshes.emplace_back("one box", make_box({-1, -1, -1}, {1, 1, 1}));
    return meshes;
}

TEST(Winding, FastAgreesWithExact) {
    for (const auto& [name, soup] : test_meshes()) {
        const WindingNumber fast(soup.points, soup.triangles);
        Random random(3);
        double worst = 0;
        for (int i = 0; i < 2000; ++i) {
            Vec3 p = random_point(random, 1.5f);
            if (i % 2)
                p = soup.points[random.below(static_cast<u32>(soup.points.size()))] + random_point(random, 0.05f);
            const double exact = winding_number_exact(soup.points, soup.triangles, p.to<double>());
            worst = std::max(worst, std::fabs(fast.at(p) - exact));
        }
        // The error of the expansion falls with the cube of radius over distance, at most 1/2; measured 0.005.
        EXPECT_LT(worst, 0.01) << name;
    }
}

TEST(Winding, ALargerBetaIsMoreAccurate) {
    const Soup soup = make_sphere(60, 80);
    const WindingNumber coarse(soup.points, soup.triangles, 2), fine(soup.points, soup.triangles, 4);
    Random random(4);
    double worst[2] = {0, 0};
    for (int i = 0; i < 500; ++i) {
        const Vec3 p = random_point(random, 1.2f);
        const double exact = winding_number_exact(soup.points, soup.triangles, p.to<double>());
        worst[0] = std::max(worst[0], std::fabs(coarse.at(p) - exact));
        worst[1] = std::max(worst[1], std::fabs(fine.at(p) - exact));
    }
    EXPECT_LT(worst[1], worst[0] / 4);
}

TEST(Winding, ScaleAndPlaceDoNotMatter) {
    const Soup soup = make_sphere(20, 30);
    const WindingNumber unit(soup.points, soup.triangles);
    for (const float scale : {1e-12f, 1e-3f, 1e12f}) {
        Soup other = soup;
        for (Vec3& p : other.points) p = p * scale + Vec3{3, 0, 0} * scale;
        const WindingNumber scaled_up(other.points, other.triangles);
        Random random(5);
        for (int i = 0; i < 200; ++i) {
            const Vec3 p = random_point(random, 1.5f);
            if (std::fabs(length(p) - 1) < 0.02f) continue;  // rounding of the shift may carry these across
            EXPECT_NEAR(scaled_up.at(p * scale + Vec3{3, 0, 0} * scale), unit.at(p), 0.01);
        }
    }
    EXPECT_NEAR(unit.at({1e30f, 0, 0}), 0, 1e-7);
}

TEST(Winding, InstructionSetsAgreeToTheBit) {
    const Soup soup = make_sphere(20, 30);
    const WindingNumber fast(soup.points, soup.triangles);
    Random random(6);
    const Isa before = active_isa();
    for (int i = 0; i < 500; ++i) {
        const Vec3 p = random_point(random, 1.5f);
        set_active_isa(Isa::v2);
        const double plain = fast.at(p);
        set_active_isa(best_isa());
        EXPECT_EQ(fast.at(p), plain);
    }
    set_active_isa(before);
}

TEST(Winding, NothingAndNoArea) {
    EXPECT_EQ(WindingNumber({}, {}).at({1, 2, 3}), 0);
    const std::vector<Vec3> points{{1, 1, 1}, {2, 2, 2}};
    const std::vector<std::array<u32, 3>> flat{{0, 0, 0}, {0, 1, 1}};
    EXPECT_EQ(WindingNumber(points, flat).at({1, 1, 1}), 0);
    EXPECT_EQ(WindingNumber(points, flat).at({5, 1, 1}), 0);
}

}  // namespace
}  // namespace winding_tests
}  // namespace pliant
