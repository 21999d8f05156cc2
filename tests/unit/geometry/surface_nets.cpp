#include "geometry/surface_nets.h"

#include <gtest/gtest.h>

#include <map>

#include "unit/geometry/soup.h"

namespace pliant {
namespace surface_nets_tests {
namespace {

Soup soup_of(const SurfaceNet& net) { return {net.points, cut_quads(net)}; }

// Every edge has exactly two triangles, which pass it in opposite directions.
bool is_manifold(const Soup& s) {
    std::map<std::pair<u32, u32>, int> passes;
    for (const auto& t : s.triangles)
        for (int c = 0; c < 3; ++c) ++passes[{t[c], t[(c + 1) % 3]}];
    for (const auto& [edge, count] : passes)
        if (count != 1 || passes.find({edge.second, edge.first}) == passes.end()) return false;
    return true;
}

const Box unit_box{{-1, -1, -1}, {1, 1, 1}};

TEST(SurfaceNets, ASphere) {
    const auto sphere = [](const Vec3d& p) { return length(p) - 0.7; };
    double error[2];
    for (const int half : {0, 1}) {
        const float cell = half ? 0.05f : 0.1f;
        const SurfaceNet net = surface_net(sphere, unit_box, cell);
        const Soup s = soup_of(net);
        EXPECT_TRUE(is_manifold(s));
        error[half] = 4 * pi / 3 * 0.343 - s.volume();
        EXPECT_GT(s.volume(), 0);  // outward
        for (const Vec3& p : s.points) EXPECT_NEAR(length(p), 0.7, cell);
    }
    EXPECT_NEAR(error[0] / error[1], 4, 0.5);  // second order
    EXPECT_LT(error[1], 0.01);
}

TEST(SurfaceNets, AnyFunctionGivesAManifold) {
    // Noise at every grid point: all sign patterns occur, the ambiguous ones too.
    for (u64 seed = 0; seed < 20; ++seed) {
        const auto noise = [seed](const Vec3d& p) {
            const i64 x = static_cast<i64>(std::floor(p.x * 1000 + 0.5)),
                      y = static_cast<i64>(std::floor(p.y * 1000 + 0.5)),
                      z = static_cast<i64>(std::floor(p.z * 1000 + 0.5));
            const u64 h = mix(mix(mix(static_cast<u64>(x) + seed * 7919) + static_cast<u64>(y)) + static_cast<u64>(z));
            return static_cast<double>(h >> 11) * 0x1.0p-53 - 0.25;  // a quarter of the points are inside
        };
        const Soup s = soup_of(surface_net(noise, unit_box, 0.1f));
        EXPECT_TRUE(is_manifold(s));
        EXPECT_GT(s.volume(), 0);
    }
}

TEST(SurfaceNets, TwoSheetsInOneCellStayApart) {
    // Two opposite corners of one cell are inside: two small bodies that do not touch.
    const auto corners = [](const Vec3d& p) {
        return std::min(length(p - Vec3d{0.5, 0.5, 0.5}), length(p - Vec3d{-0.5, -0.5, -0.5})) - 0.1;
    };
    const Soup s = soup_of(surface_net(corners, {{-1.5f, -1.5f, -1.5f}, {1.5f, 1.5f, 1.5f}}, 1));
    EXPECT_TRUE(is_manifold(s));
    EXPECT_EQ(s.points.size(), 16u);
    EXPECT_EQ(s.triangles.size(), 24u);
}

TEST(SurfaceNets, WhatLeavesTheBoxIsClosedOff) {
    const Soup s = soup_of(surface_net([](const Vec3d& p) { return p.y; }, unit_box, 0.1f));
    EXPECT_TRUE(is_manifold(s));
    EXPECT_NEAR(s.volume(), 4, 0.8);  // half of the box, less up to a cell all round
    EXPECT_TRUE(surface_net([](const Vec3d&) { return 1.0; }, unit_box, 0.1f).points.empty());
}

}  // namespace
}  // namespace surface_nets_tests
}  // namespace pliant
