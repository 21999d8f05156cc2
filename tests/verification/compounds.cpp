// Colliders of several parts: their mass, what lies on them and in their corners, and what rays meet.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "core/trig.h"
#include "world/queries/queries.h"
#include "worlds.h"

namespace pliant::testing {
namespace compounds_tests {
namespace {

// A hammer hung by the end of its handle: handle of 0.6 m, head across it. T = 2 pi sqrt(I / m g d).
TEST(Compounds, AHammerSwingsAsItsMassSays) {
    const auto world = world_of(R"({ "format": 1, "world": { "substeps": 10 }, "colliders": {
        "post": { "shape": "sphere", "radius": 0.01, "position": [0, 2, 0], "collides_with": [] },
        "hammer": { "shape": "compound", "motion": "dynamic", "density": 800, "position": [0, 2, 0], "rotation": [0, 0, 5.73],
            "parts": [{ "shape": "box", "size": [0.04, 0.6, 0.04], "position": [0, -0.3, 0] },
                      { "shape": "box", "size": [0.06, 0.06, 0.2], "position": [0, -0.63, 0] }] } },
        "joints": { "pin": { "kind": "revolute", "a": "post", "b": "hammer", "position": [0, 2, 0], "rotation": [0, 90, 0] } } })");
    const double handle = 800 * 0.04 * 0.04 * 0.6, head = 800 * 0.06 * 0.06 * 0.2, all = handle + head;
    const double inertia =
        handle * ((0.6 * 0.6 + 0.04 * 0.04) / 12 + 0.3 * 0.3) + head * ((0.06 * 0.06 + 0.06 * 0.06) / 12 + 0.63 * 0.63);
    const double arm = (handle * 0.3 + head * 0.63) / all;
    const double small = 2 * pi * std::sqrt(inertia / (all * 9.81 * arm)), period = small * (1 + 0.1 * 0.1 / 16);
    const ColliderId hammer = world->find_collider("hammer");
    EXPECT_NEAR(world->colliders().mass(hammer), all, 1e-5 * all);
    std::vector<double> crossings;
    double before = double(world->colliders().velocity(hammer).angular.z);
    for (int i = 0; i < 600; ++i) {
        world->step();
        const double now = double(world->colliders().velocity(hammer).angular.z);
        if (before < 0 && now >= 0) crossings.push_back(world->time() - (now / (now - before)) / 60);
        before = now;
    }
    ASSERT_GT(crossings.size(), 3u);
    const double found = (crossings.back() - crossings.front()) / double(crossings.size() - 1);
    std::printf("a hammer of %.3f kg swings with %.5f s; closed form %.5f s\n", world->colliders().mass(hammer), found,
                period);
    EXPECT_NEAR(found, period, 2e-4 * period);
}

// A table that is a rigid body stands on its legs, and bears a jelly.
TEST(Compounds, ATableBearsAJelly) {
    const auto world = world_of(R"({ "format": 1, "world": { "substeps": 8 },
        "assets": { "cube": { "shape": "box", "size": [0.3, 0.2, 0.3], "detail": 4 } },
        "bodies": { "jelly": { "asset": "cube", "spacing": 0.1, "position": [0, 0.7, 0] } },
        "colliders": { "floor": {}, "table": { "shape": "compound", "motion": "dynamic", "density": 600, "position": [0, 0.5, 0],
            "parts": [{ "shape": "box", "size": [0.8, 0.04, 0.6] },
                      { "shape": "box", "size": [0.05, 0.46, 0.05], "position": [-0.35, -0.25, -0.25] },
                      { "shape": "box", "size": [0.05, 0.46, 0.05], "position": [0.35, -0.25, -0.25] },
                      { "shape": "box", "size": [0.05, 0.46, 0.05], "position": [-0.35, -0.25, 0.25] },
                      { "shape": "capsule", "radius": 0.025, "height": 0.46, "position": [0.35, -0.25, 0.25] }] } } })");
    for (int i = 0; i < 240; ++i) world->step();
    const Collider& table = *world->collider(world->find_collider("table"));
    const Box jelly = particle_bounds(*world, world->find_body("jelly"));
    const double top = double(table.pose.position.y) + 0.02;
    const double lean = double(length(table.pose.rotation * Vec3{0, 1, 0} - Vec3{0, 1, 0}));
    std::printf("the table's top is %.4f m high and leans by %.2g, the jelly begins %.2f mm above it\n", top, lean,
                1e3 * (double(jelly.low.y) - top));
    EXPECT_NEAR(top, 0.5, 0.002);
    EXPECT_LT(lean, 2e-3);
    EXPECT_NEAR(double(jelly.low.y), top, 0.004);
    EXPECT_LT(length(world->colliders().velocity(table.id).linear), 1e-3f);
}

// A ball of jelly is squeezed into a trough of two walls and a floor. That these are one collider changes nothing.
TEST(Compounds, AJellyLiesInACorner) {
    const std::string parts[] = {R"("shape": "box", "size": [2, 0.2, 2], "position": [0, -0.1, 0])",
                                 R"("shape": "box", "size": [0.2, 1, 2], "position": [-0.27, 0.5, 0])",
                                 R"("shape": "box", "size": [0.2, 1, 2], "position": [0.27, 0.5, 0])"};
    const std::string list = "{ " + parts[0] + " }, { " + parts[1] + " }, { " + parts[2] + " }";
    const std::string rest = R"(, "friction": 0)";
    const auto depth = [&](const std::string& colliders) {
        const auto world = world_of(
            R"({ "format": 1, "assets": { "ball": { "shape": "sphere", "size": [0.4, 0.4, 0.4], "detail": 12 } },
            "bodies": { "jelly": { "asset": "ball", "spacing": 0.08, "position": [0.02, 0.6, 0] } }, "colliders": { )" +
            colliders + " } }");
        for (int i = 0; i < 240; ++i) world->step();
        const SurfaceFrame& frame = world->body(world->find_body("jelly"))->frame();
        float deepest = 1;
        for (const Vec3& v : frame.positions)
            world->contents().colliders.each([&](ColliderId, const Collider& c) {
                deepest = std::min(deepest, signed_distance(c.shape, c.pose.inverse(v)).distance);
            });
        std::printf("a ball of 0.4 m in a trough of 0.34 m is %.4f m wide; its deepest point is %.3f mm inside\n",
                    double(frame.bounds.size().x), -1e3 * double(deepest));
        return std::pair{deepest, frame.bounds.size().x};
    };
    const auto three = depth("\"a\": { " + parts[0] + rest + " }, \"b\": { " + parts[1] + rest + " }, \"c\": { " +
                             parts[2] + rest + " }");
    for (const char* motion : {"static", "kinematic"}) {
        const auto one = depth(R"("trough": { "shape": "compound", "motion": ")" + std::string(motion) +
                               R"(", "parts": [)" + list + "]" + rest + " }");
        EXPECT_NEAR(one.first, three.first, 1e-4f);
        EXPECT_NEAR(one.second, three.second, 1e-4f);
        EXPECT_LT(one.second, 0.35f);
    }
}

TEST(Compounds, RaysAndPointsMeetTheirParts) {
    const auto world = world_of(
        R"({ "format": 1, "colliders": { "c": { "shape": "compound", "position": [0, 1, 0], "rotation": [0, 90, 0],
        "parts": [{ "shape": "sphere", "radius": 0.2, "position": [1, 0, 0] }, { "shape": "box", "size": [0.2, 0.2, 0.2] }] } } })");
    Queries queries(world->contents());
    const Ray rays[] = {{{0, 5, -1}, {0, -1, 0}, 100}, {{0, 5, 0}, {0, -1, 0}, 100}, {{0, 5, 1}, {0, -1, 0}, 100}};
    QueryHit hits[3];
    queries.cast(rays, hits);
    EXPECT_NEAR(hits[0].distance, 3.8f, 1e-4f);
    EXPECT_NEAR(hits[1].distance, 3.9f, 1e-4f);
    EXPECT_FALSE(hits[2].collider);
}

TEST(Compounds, WhatIsWrongIsSaid) {
    const auto complaint = [](const std::string& keys) {
        try {
            world_of(R"({ "colliders": { "c": { )" + keys + " } } }");
        } catch (const Error& e) {
            return std::string(e.what());
        }
        return std::string("none");
    };
    const auto expect = [&](const std::string& keys, const char* words) {
        const std::string said = complaint(keys);
        EXPECT_NE(said.find(words), std::string::npos) << said;
    };
    expect(R"("shape": "compound")", "a compound without \"parts\"");
    expect(R"("shape": "box", "parts": [{ "shape": "box" }])", "\"parts\" of a box");
    expect(R"("shape": "compound", "parts": [{ "shape": "box" }, { "shape": "plane" }])", "a part that is a plane");
    expect(R"("shape": "compound", "parts": [{ "shape": "box", "friction": 1 }])", "given for a part");
    expect(
        R"("shape": "compound", "parts": [{ "shape": "box", "position": { "keys": [[0, [0, 0, 0]], [1, [1, 0, 0]]] } }])",
        "a part with keys");
    expect(R"("shape": "compound", "parts": [{ "shape": "capsule", "radius": 1, "height": 1 }])", "parts[0]");
}

// Six plates that lie half a millimetre above each other: whichever stands first in the list, jelly lies on the
// highest.
TEST(Compounds, ManyPartsHoldInAnyOrder) {
    const auto height = [](bool highest_first) {
        std::string parts;
        for (int k = 0; k < 6; ++k)
            parts += std::string(k ? ", " : "") + R"({ "shape": "box", "size": [2, 0.2, 2], "position": [0, )" +
                     std::to_string(-0.1 - 0.0005 * (highest_first ? k : 5 - k)) + ", 0] }";
        const auto world =
            world_of(R"({ "world": { "substeps": 4 }, "assets": { "cube": { "shape": "box", "size": [0.2, 0.2, 0.2] } },
            "bodies": { "jelly": { "asset": "cube", "spacing": 0.1, "position": [0, 0.102, 0] } },
            "colliders": { "plates": { "shape": "compound", "parts": [)" +
                     parts + "] } } }");
        for (int i = 0; i < 90; ++i) world->step();
        return static_cast<double>(particle_bounds(*world, world->find_body("jelly")).low.y) * 1e3;
    };
    const double one = height(true), other = height(false);
    std::printf("jelly lies at %.4f mm, or %.4f mm with the parts in the other order\n", one, other);
    EXPECT_NEAR(one, other, 0.05);  // held by the first four it lay 1 mm lower
}

}  // namespace
}  // namespace compounds_tests
}  // namespace pliant::testing
