// Matter and contacts solved together in small steps (world.experimental_small_steps): scenes in which contacts that
// are solved after matter fail. None of them says how many small steps it wants.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "worlds.h"

namespace pliant::testing {
namespace small_steps_tests {
namespace {

std::string number(double value) { return std::to_string(value); }

std::unique_ptr<World> together(const std::string& world_parameters, const std::string& rest, u32 threads = 1) {
    return world_of(R"({ "world": { "experimental_small_steps": 0)" +
                        (world_parameters.empty() ? "" : ", " + world_parameters) + " }, " + rest + " }",
                    threads);
}

Vec3d center(const World& world, const char* body) { return world.bodies().center_of_mass(world.find_body(body)); }
Vec3 position(const World& world, const char* collider) {
    return world.collider(world.find_collider(collider))->pose.position;
}
double kinetic_energy(const World& world, const char* body) {
    const ParticleView& view = world.body(world.find_body(body))->view;
    double sum = 0;
    for (u32 p = 0; p < view.count; ++p)
        if (view.position[p].w > 0) sum += 0.5 * length_squared(view.velocity[p].xyz()) / view.position[p].w;
    return sum;
}

// Contacts are looked for once in a sixtieth of a second, and more often by themselves where things deform fast.
TEST(SmallSteps, OneSearchAStepIsEnough) {
    for (const char* substeps : {"\"substeps\": 1", "\"substeps\": 4"}) {
        auto world = together(substeps, R"("assets": { "s": { "shape": "sphere", "size": [0.2, 0.2, 0.2] } },
            "bodies": { "a": { "asset": "s", "kind": "flesh", "preset": "jelly", "position": [0, 0.6, 0], "drag": 0 },
                        "b": { "asset": "s", "kind": "flesh", "preset": "jelly", "position": [0.03, 0.9, 0], "drag": 0 } },
            "colliders": { "f": {} })");
        float lowest = 1;
        for (int i = 0; i < 120; ++i) {
            world->step();
            for (const char* name : {"a", "b"}) {
                const ParticleView& view = world->body(world->find_body(name))->view;
                for (u32 p = 0; p < view.count; ++p) lowest = std::min(lowest, view.position[p].y);
            }
        }
        std::printf("%s: lowest %.4f m\n", substeps, double{lowest});
        EXPECT_GT(lowest, -0.005f) << substeps;
    }
}

// A square metre of cloth, held all round, and a ball above it.
std::string ball_on_cloth(const std::string& preset, int cells, double mass) {
    return R"("assets": { "p": { "shape": "plane", "size": [1, 0, 1], "detail": )" + std::to_string(cells) +
           R"( } }, "bodies": { "p": { "asset": "p", "kind": "cloth", "preset": ")" + preset +
           R"(", "position": [0, 1, 0], "hold": { "where": { "max": [
                { "height": "x", "from": 0.48, "to": 0.4801 }, { "height": "x", "from": -0.48, "to": -0.4801 },
                { "height": "z", "from": 0.48, "to": 0.4801 }, { "height": "z", "from": -0.48, "to": -0.4801 } ],
                "low": 0, "high": 1 } } } },
            "colliders": { "ball": { "shape": "sphere", "radius": 0.08, "motion": "dynamic",
                "position": [0.013, 1.18, 0.007], "mass": )" +
           number(mass) + " } }";
}

// It sags, as cloth does, but by less than half of its side.
TEST(SmallSteps, HeldClothBearsABall) {
    for (const char* preset : {"silk", "cotton", "denim"})
        for (const int cells : {20, 40})
            for (const double mass : {0.1, 0.5, 2.0}) {
                auto world = together("", ball_on_cloth(preset, cells, mass));
                float lowest = 2;
                for (int i = 0; i < 120; ++i) {
                    world->step();
                    lowest = std::min(lowest, position(*world, "ball").y);
                }
                std::printf("%s, %d cells, %.1f kg: lowest %.3f m\n", preset, cells, mass, double{lowest});
                EXPECT_GT(lowest, 0.5f) << preset << ", " << cells << " cells, " << mass << " kg";
            }
}

// Every peak is lower than the one before it, but for the rounding of a frame: between two frames at the top the ball
// falls by g / 8 rate² at most, which is 0.3 mm.
TEST(SmallSteps, AStiffBallLosesHeightWithEveryBounce) {
    struct Ball {
        const char *size, *preset;
        double drop;
    };
    for (const Ball& ball : {Ball{"0.05", "rubber", 0.2}, Ball{"0.01", "jelly", 0.03}}) {
        const std::string d = ball.size;
        auto world = together(
            "", R"("assets": { "s": { "shape": "sphere", "size": [)" + d + ", " + d + ", " + d +
                    R"(] } }, "bodies": { "a": { "asset": "s", "kind": "flesh", "drag": 0, "preset": ")" + ball.preset +
                    R"(", "position": [0, )" + number(ball.drop) + R"(, 0] } }, "colliders": { "f": {} })");
        const double start = center(*world, "a").y;
        double before = start, peak = start, last[2] = {start, start};
        int peaks = 0;
        for (int i = 0; i < 300; ++i) {
            world->step();
            const double now = center(*world, "a").y;
            if (last[1] > last[0] && last[1] >= now) {
                peak = last[1], ++peaks;
                EXPECT_LT(peak, before + 3e-4) << ball.preset << ", bounce " << peaks;
                before = peak;
            }
            last[0] = last[1], last[1] = now;
        }
        std::printf("%s %s m: %d peaks, the last at %.4f of %.4f m\n", ball.preset, ball.size, peaks, peak, start);
        EXPECT_GT(peaks, 2);
    }
}

// A column of boxes: no box may lean by more than a twentieth of its side, nor sink by more than a fiftieth for each
// one below it.
TEST(SmallSteps, TenBoxesOfAnySizeStand) {
    for (const double side : {0.02, 0.05, 0.2, 1.0}) {
        std::string boxes;
        for (int i = 0; i < 10; ++i)
            boxes += R"(, "b)" + std::to_string(i) + R"(": { "shape": "box", "motion": "dynamic", "size": [)" +
                     number(side) + ", " + number(side) + ", " + number(side) + R"(], "position": [0, )" +
                     number(side * (i + 0.5)) + ", 0] }";
        auto world = together("", R"("colliders": { "floor": {})" + boxes + " }");
        for (int i = 0; i < 600; ++i) world->step();
        const Vec3 top = position(*world, "b9");
        std::printf("%.2f m: the top box is at %.4f of %.4f m, %.5f m aside\n", side, double{top.y}, 9.5 * side,
                    double{top.x});
        EXPECT_NEAR(top.y, 9.5 * side, 9 * 0.02 * side) << side;
        EXPECT_LT(std::hypot(top.x, top.z), 0.05 * side) << side;
    }
}

// Half a kilogram on the lower hem of a strip of denim that weighs 40 g. The energy is what hung still in 16 substeps
// of the old solver, 1e-4 J.
TEST(SmallSteps, AWeightHangsStillOnAHem) {
    auto world = together("", R"("assets": { "p": { "shape": "plane", "size": [0.5, 0, 0.2], "detail": 20 } },
        "bodies": { "p": { "asset": "p", "kind": "cloth", "preset": "denim", "rotation": [0, 0, 90],
                           "hold": { "low": [0.2499, -1, -1], "high": [1, 1, 1] } } },
        "colliders": { "d": { "shape": "box", "size": [0.05, 0.05, 0.2], "mass": 0.5, "motion": "dynamic",
                              "position": [0, -0.3, 0] } },
        "attachments": { "t": { "body": "p", "where": { "low": [-1, -1, -1], "high": [-0.2499, 1, 1] }, "to": "d" } })");
    double most = 0;
    for (int i = 0; i < 360; ++i) {
        world->step();
        if (i >= 300) most = std::max(most, kinetic_energy(*world, "p"));
    }
    std::printf("in the sixth second at most %.2g J; the weight is at %.4f m\n", most, double{position(*world, "d").y});
    EXPECT_LT(most, 1e-4);
    EXPECT_NEAR(position(*world, "d").y, -0.3f, 0.01f);
}

// v² / 2 μ g = 0.680 m, wherever it is. A kilometre from the origin positions have steps of 0.06 mm.
TEST(SmallSteps, ClothSlidesFarFromTheOriginToo) {
    for (const double x : {0.0, 1000.0}) {
        auto world = together("", R"("assets": { "b": { "shape": "plane", "size": [0.4, 0, 0.4], "detail": 8 } },
            "bodies": { "b": { "asset": "b", "kind": "cloth", "position": [)" +
                                      number(x) + R"(, 0.01, 0], "friction": 0.3, "drag": 0, "air_drag": 0,
                                      "thickness": 0.005, "velocity": [2, 0, 0] } },
            "colliders": { "f": { "friction": 0.3 } })");
        const double start = center(*world, "b").x, wanted = 4 / (2 * 0.3 * 9.81);
        for (int i = 0; i < 120; ++i) world->step();
        std::printf("at %.0f m: slid %.4f m, %.4f by the law\n", x, center(*world, "b").x - start, wanted);
        EXPECT_NEAR(center(*world, "b").x - start, wanted, 0.03 * wanted) << x;
    }
}

TEST(SmallSteps, WhatFallsSlowlyDoesNotSleep) {
    const std::string body = R"("assets": { "b": { "shape": "sphere", "size": [0.2, 0.2, 0.2] } },
        "bodies": { "b": { "asset": "b", "drag": 0, "velocity": )";
    auto falls = together(R"("gravity": [0, -0.05, 0])", body + "[0, 0, 0] } }");
    auto drifts = together(R"("gravity": [0, 0, 0])", body + "[0.025, 0, 0] } }");
    const double y = center(*falls, "b").y, x = center(*drifts, "b").x;
    for (int i = 0; i < 300; ++i) falls->step(), drifts->step();
    EXPECT_NEAR(center(*falls, "b").y - y, -0.5 * 0.05 * 25, 0.01);
    EXPECT_NEAR(center(*drifts, "b").x - x, 0.125, 0.001);
}

// 27 kg on 2.7 kg, both soft.
TEST(SmallSteps, ALightBodyCarriesAHeavyOne) {
    auto world = together("", R"("assets": { "b": { "shape": "box", "size": [0.3, 0.3, 0.3] } },
        "bodies": { "lo": { "asset": "b", "kind": "flesh", "youngs_modulus": 2e5, "density": 100, "position": [0, 0.151, 0] },
                    "hi": { "asset": "b", "kind": "flesh", "youngs_modulus": 1e6, "density": 1000, "position": [0, 0.46, 0] } },
        "colliders": { "f": {} })");
    for (int i = 0; i < 300; ++i) world->step();
    const Vec3d high = center(*world, "hi");
    std::printf("the heavy one is at %.4f %.4f %.4f m\n", high.x, high.y, high.z);
    EXPECT_NEAR(high.y, 0.45, 0.02);
    EXPECT_LT(std::hypot(high.x, high.z), 0.01);
}

// A ball of a centimetre on a thread of 10 cm swings on: less than a twentieth of its swing is lost in eight seconds.
TEST(SmallSteps, ASmallBobSwingsOn) {
    auto world = together("", R"("colliders": { "bob": { "shape": "sphere", "radius": 0.005, "motion": "dynamic",
            "position": [0.0199, -0.098, 0] } },
        "joints": { "j": { "kind": "spherical", "b": "bob", "position": [0, 0, 0] } })");
    float most = 0;
    for (int i = 0; i < 480; ++i) {
        world->step();
        if (i >= 420) most = std::max(most, std::fabs(position(*world, "bob").x));
    }
    EXPECT_GT(most, 0.95f * 0.0199f);
}

// What a body loses the other gets, through all small steps: a jelly that is hit by a rigid ball where nothing else
// acts. Rounding of a thousand particles in float, over a hundred small steps.
TEST(SmallSteps, MomentumIsKept) {
    auto world = together(R"("gravity": [0, 0, 0])",
                          R"("assets": { "b": { "shape": "box", "size": [0.3, 0.3, 0.3] } },
        "bodies": { "b": { "asset": "b", "drag": 0 } },
        "colliders": { "ball": { "shape": "sphere", "radius": 0.1, "motion": "dynamic", "mass": 10, "drag": 0,
                                 "position": [-0.4, 0.02, 0], "velocity": [3, 0, 0] } })");
    const BodyId b = world->find_body("b");
    const ColliderId ball = world->find_collider("ball");
    const auto momentum = [&] { return world->bodies().momentum(b) + world->colliders().momentum(ball); };
    const Vec3d before = momentum();
    for (int i = 0; i < 30; ++i) world->step();
    EXPECT_GT(world->bodies().momentum(b).x, 1);
    EXPECT_LT(length(momentum() - before), 1e-5 * length(before));
}

// A heap of everything: soft bodies of three kinds, rigid ones and an attachment.
std::string heap() {
    return R"("assets": { "b": { "shape": "box", "size": [0.2, 0.2, 0.2] }, "s": { "shape": "sphere", "size": [0.2, 0.2, 0.2] },
                          "p": { "shape": "plane", "size": [0.6, 0, 0.6], "detail": 12 } },
        "bodies": { "jelly": { "asset": "s", "position": [0, 0.2, 0] },
                    "flesh": { "asset": "b", "kind": "flesh", "position": [0.05, 0.5, 0.03] },
                    "cloth": { "asset": "p", "kind": "cloth", "self_contact": true, "position": [0, 0.8, 0] } },
        "colliders": { "floor": {}, "ball": { "shape": "sphere", "radius": 0.06, "motion": "dynamic", "mass": 1,
                                              "position": [0.02, 1, 0] } },
        "attachments": { "t": { "body": "cloth", "where": { "low": [0.29, -1, 0.29], "high": [1, 1, 1] }, "to": "ball" } })";
}

TEST(SmallSteps, SameBitsOnAnyThreads) {
    auto one = together("", heap(), 1), two = together("", heap(), 2);
    for (int i = 0; i < 90; ++i) {
        one->step(), two->step();
        ASSERT_EQ(one->hash(), two->hash()) << "step " << i;
    }
}

TEST(SmallSteps, ASnapshotGoesOnWithTheSameBits) {
    auto one = together("", heap()), other = together("", heap());
    std::vector<std::byte> saved;
    for (int i = 0; i < 60; ++i) one->step();
    saved = one->save();
    other->restore(saved);
    for (int i = 0; i < 60; ++i) {
        one->step(), other->step();
        ASSERT_EQ(one->hash(), other->hash()) << "step " << i;
    }
}

TEST(SmallSteps, AsManyAsTheSceneSays) {
    auto world = world_of(R"({ "world": { "experimental_small_steps": 5 }, "assets": { "b": { "shape": "sphere" } },
        "bodies": { "b": { "asset": "b", "position": [0, 2, 0] } } })");
    world->step();
    EXPECT_EQ(world->body(world->find_body("b"))->substeps, 20u);  // in each of 4 substeps
}

}  // namespace
}  // namespace small_steps_tests
}  // namespace pliant::testing
