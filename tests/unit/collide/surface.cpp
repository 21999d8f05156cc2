// Contact surfaces: arranging keeps them valid, and faults are named.

#include "collide/surface.h"

#include <gtest/gtest.h>

#include <cmath>

namespace pliant {
namespace surface_tests {
namespace {

// A grid of n × n points, each its own particle.
ContactSurface sheet(u32 n, std::vector<Vec3>& rest) {
    ContactSurface s;
    for (u32 j = 0; j < n; ++j)
        for (u32 i = 0; i < n; ++i) {
            rest.push_back({static_cast<float>(i), 0, static_cast<float>(j)});
            s.particle.push_back(j * n + i);
            s.weight.push_back(1);
            s.role.push_back(PointRole::skin);
        }
    for (u32 j = 0; j + 1 < n; ++j)
        for (u32 i = 0; i + 1 < n; ++i) {
            const u32 a = j * n + i;
            s.triangles.push_back({a, a + n, a + n + 1});
            s.triangles.push_back({a, a + n + 1, a + 1});
        }
    s.spacing = 1;
    arrange(s, rest, rest);
    return s;
}

TEST(ContactSurfaces, AreValidOnceArranged) {
    for (const u32 n : {2u, 5u, 20u}) {
        std::vector<Vec3> rest;
        const ContactSurface s = sheet(n, rest);
        EXPECT_STREQ(validate(s, n * n), nullptr) << n;
        EXPECT_TRUE(s.is_two_sided());
    }
}

TEST(ContactSurfaces, BrokenOnesAreFound) {
    std::vector<Vec3> rest;
    const ContactSurface whole = sheet(12, rest);
    const auto broken = [&](auto&& change) {
        ContactSurface s = whole;
        change(s);
        const char* said = validate(s, 144);
        return std::string(said ? said : "");
    };
    EXPECT_EQ(broken([](ContactSurface&) {}), "");
    EXPECT_EQ(broken([](ContactSurface& s) { s.particle[5] = 144; }), "particles of the skin make no sense");
    EXPECT_EQ(broken([](ContactSurface& s) { s.weight[5] = 0.5f; }), "weights of the skin make no sense");
    EXPECT_EQ(broken([](ContactSurface& s) { s.triangles[5][1] = 144; }), "triangles of the skin make no sense");
    EXPECT_EQ(broken([](ContactSurface& s) { s.neighbor[5][1] = 9999; }), "neighbours in the skin make no sense");
    EXPECT_EQ(broken([](ContactSurface& s) { s.patches[1].point_begin++; }), "patches of the skin make no sense");
    EXPECT_EQ(broken([](ContactSurface& s) { s.patch_needs.clear(); }).substr(0, 10), "patches of");
    EXPECT_EQ(broken([](ContactSurface& s) { s.spacing = 0; }), "sizes of the skin make no sense");
    EXPECT_EQ(broken([](ContactSurface& s) { s.radius = NAN; }), "sizes of the skin make no sense");
    EXPECT_NE(validate(whole, 143), nullptr) << "of another body";
}

}  // namespace
}  // namespace surface_tests
}  // namespace pliant
