// Bodies far from the viewpoint that take fewer and longer substeps: the same motion, and nothing to see where the rate
// changes.

#include <gtest/gtest.h>

#include "worlds.h"

namespace pliant::testing {
namespace rates_tests {
namespace {

double height(const World& world, const char* body) { return world.bodies().center_of_mass(world.find_body(body)).y; }
u32 substeps(const World& world, const char* body) { return world.body(world.find_body(body))->substeps; }

// `every` 1: without a lower rate.
std::string lower_rate(u32 every) {
    return every == 1 ? "" : R"(, "lower_rate": { "beyond": 20, "every": )" + std::to_string(every) + " }";
}

std::string hanging(u32 every) {
    return R"({ "format": 1, "world": { "viewpoint": [100, 0, 0], "sleep": false },
        "assets": { "box": { "shape": "box", "size": [0.6, 2, 0.6] } },
        "bodies": { "box": { "asset": "box", "spacing": 0.2, "drag": 0, "youngs_modulus": 4e4, "damping": 0.01,
                             "hold": { "low": [-1, 0.85, -1], "high": [1, 1.2, 1] } )" +
           lower_rate(every) + " } } }";
}

std::string bouncing(u32 every) {
    return R"({ "format": 1, "world": { "viewpoint": [100, 0, 0], "sleep": false },
        "assets": { "ball": { "shape": "sphere", "size": [0.8, 0.8, 0.8] } },
        "bodies": { "box": { "asset": "ball", "spacing": 0.2, "drag": 0, "youngs_modulus": 3e4, "position": [0, 1.5, 0] )" +
           lower_rate(every) + R"( } },
        "colliders": { "floor": {} } })";
}

struct Swing {
    std::vector<double> curve;
    double period = 0, rest = 0;  // [s], [m]
};
Swing swing(const std::string& scene, u32 expected, int steps) {
    auto world = world_of(scene);
    Swing s;
    for (int i = 0; i < steps; ++i) {
        world->step();
        s.curve.push_back(height(*world, "box"));
        EXPECT_EQ(substeps(*world, "box"), expected);
    }
    for (int i = steps - steps / 4; i < steps; ++i) s.rest += s.curve[static_cast<size_t>(i)] * 4 / steps;
    // Between the first and the last time that it goes up through its rest.
    std::vector<double> ups;
    for (size_t i = 1; i < s.curve.size(); ++i)
        if (s.curve[i - 1] < s.rest && s.curve[i] >= s.rest && ups.size() < 4)
            ups.push_back(static_cast<double>(i) - (s.curve[i] - s.rest) / (s.curve[i] - s.curve[i - 1]));
    if (ups.size() > 1) s.period = (ups.back() - ups.front()) / static_cast<double>(ups.size() - 1) / 60;
    return s;
}

TEST(Rates, AHangingBodySwingsAlike) {
    const Swing full = swing(hanging(1), 4, 480);
    const double sag = full.curve[0] - full.rest;
    for (const u32 every : {2u, 4u}) {
        const Swing low = swing(hanging(every), 4 / every, 480);
        double apart = 0;
        for (size_t i = 0; i < full.curve.size(); ++i) apart = std::max(apart, std::fabs(low.curve[i] - full.curve[i]));
        std::printf("every %u: period %.4f s (%.4f s), rest %.5f m (%.5f m), apart by at most %.1f %% of the sag\n",
                    every, low.period, full.period, low.rest, full.rest, 100 * apart / sag);
        EXPECT_NEAR(low.period, full.period, 0.002 * full.period);
        EXPECT_NEAR(low.rest, full.rest, 0.01 * sag);
        EXPECT_LT(apart, 0.012 * every * sag);
    }
}

TEST(Rates, ABouncingBodyBouncesAlike) {
    const Swing full = swing(bouncing(1), 4, 300);
    const double drop = 1.5 - full.rest;
    for (const u32 every : {2u, 4u}) {
        const Swing low = swing(bouncing(every), 4 / every, 300);
        const auto first_top = [](const Swing& s) {
            size_t i = 1;
            while (i + 1 < s.curve.size() && s.curve[i + 1] < s.curve[i]) ++i;
            while (i + 1 < s.curve.size() && s.curve[i + 1] >= s.curve[i]) ++i;
            return std::pair{static_cast<double>(i) / 60, s.curve[i]};
        };
        const auto [t0, top0] = first_top(full);
        const auto [t, top] = first_top(low);
        std::printf("every %u: highest %.4f m after %.3f s (%.4f m, %.3f s), rest %.5f m (%.5f m)\n", every, top, t,
                    top0, t0, low.rest, full.rest);
        EXPECT_NEAR(t, t0, 1.01 / 60);
        EXPECT_NEAR(top, top0, 0.025 * drop);
        EXPECT_NEAR(low.rest, full.rest, 0.004);
    }
}

// No longer substeps than matter can take.
TEST(Rates, StiffBodiesKeepTheirSubsteps) {
    for (const auto& [modulus, expected] : {std::pair{1e4, 1u}, {1e5, 2u}, {1e6, 4u}}) {
        auto world = world_of(bouncing(4));
        world->bodies().set_parameter(world->find_body("box"), "youngs_modulus", modulus);
        world->step();
        EXPECT_EQ(substeps(*world, "box"), expected) << modulus;
    }
    auto slow = world_of(bouncing(64));
    slow->parameters().set(WorldP::rate, 30.0);
    slow->step();
    EXPECT_EQ(substeps(*slow, "box"), 2u);  // of a sixtieth of a second
}

TEST(Rates, NearnessCounts) {
    auto world = world_of(bouncing(4));
    world->step();
    EXPECT_EQ(substeps(*world, "box"), 1u);
    EXPECT_EQ(world->statistics().substeps, 1u);
    world->set_viewpoint(Vec3{20.3f, 1.5f, 0});
    world->step();
    EXPECT_EQ(substeps(*world, "box"), 1u) << "it lets go of the lower rate only at 0.8 of the distance";
    world->set_viewpoint(Vec3{16.3f, 1.5f, 0});
    world->step();
    EXPECT_EQ(substeps(*world, "box"), 4u);
    world->set_viewpoint(Vec3{20.3f, 1.5f, 0});
    world->step();
    EXPECT_EQ(substeps(*world, "box"), 4u);
    world->set_viewpoint(Vec3{20.6f, 1.5f, 0});
    world->step();
    EXPECT_EQ(substeps(*world, "box"), 1u);
    world->set_viewpoint({});
    world->step();
    EXPECT_EQ(substeps(*world, "box"), 4u);
}

// Whatever rests does not notice: on a floor, on each other, hanging by an attachment.
TEST(Rates, NothingHopsWhenTheRateChanges) {
    auto world = world_of(R"({ "format": 1, "world": { "viewpoint": [100, 0, 0], "sleep": false },
        "assets": { "box": { "shape": "box", "size": [0.8, 0.8, 0.8] } },
        "bodies": { "box": { "asset": "box", "spacing": 0.2, "youngs_modulus": 5e4, "damping": 0.05, "position": [0, 0.42, 0], "lower_rate": { "beyond": 20 } },
                    "top": { "like": "box", "position": [0.1, 1.26, 0] },
                    "lamp": { "like": "box", "position": [3, 3, 0] } },
        "attachments": { "hook": { "body": "lamp", "where": { "point": [0, 0.4, 0], "radius": 0.5 } } },
        "colliders": { "floor": {} } })");
    const auto heights = [&] {
        return std::array{height(*world, "box"), height(*world, "top"), height(*world, "lamp")};
    };
    for (int i = 0; i < 900; ++i) world->step();
    EXPECT_EQ(substeps(*world, "box"), 1u);
    const auto before = heights();
    std::array<double, 3> still{}, moved{};
    for (int i = 0; i < 60; ++i) {
        world->step();
        for (size_t b = 0; b < 3; ++b) still[b] = std::max(still[b], std::fabs(heights()[b] - before[b]));
    }
    for (int i = 0; i < 240; ++i) {
        world->set_viewpoint(Vec3{i / 20 % 2 ? 100.0f : 0.0f, 0, 0});
        world->step();
        EXPECT_EQ(substeps(*world, "top"), i / 20 % 2 ? 1u : 4u);
        for (size_t b = 0; b < 3; ++b) moved[b] = std::max(moved[b], std::fabs(heights()[b] - before[b]));
    }
    for (size_t b = 0; b < 3; ++b) {
        std::printf("body %zu: at one rate %.3f mm, changing rates %.3f mm\n", b, 1000 * still[b], 1000 * moved[b]);
        EXPECT_LT(moved[b], 1e-4);
    }
}

// In flight it goes on with the speed it has.
TEST(Rates, FlightIsNotDisturbed) {
    auto world = world_of(R"({ "format": 1, "world": { "viewpoint": [100, 0, 0], "gravity": [0, 0, 0] },
        "assets": { "ball": { "shape": "sphere", "size": [0.8, 0.8, 0.8] } },
        "bodies": { "ball": { "asset": "ball", "spacing": 0.2, "youngs_modulus": 3e4, "drag": 0, "velocity": [0, 3, 0], "lower_rate": { "beyond": 20 } } } })");
    for (int i = 1; i <= 60; ++i) {
        world->set_viewpoint(Vec3{i % 3 ? 100.0f : 0.0f, 0, 0});
        world->step();
        EXPECT_NEAR(height(*world, "ball"), 3 * i / 60.0, 1e-4) << i;
    }
}

// A near ball flies into a far box: from before they meet, both take the same substeps, and momentum passes over.
TEST(Rates, WhatMayMeetGoesAtOneRate) {
    auto world = world_of(R"({ "format": 1, "world": { "viewpoint": [0, 0, 0], "gravity": [0, 0, 0] },
        "assets": { "ball": { "shape": "sphere", "size": [0.8, 0.8, 0.8] } },
        "bodies": { "near": { "asset": "ball", "spacing": 0.2, "youngs_modulus": 3e4, "drag": 0, "position": [10, 0, 0], "velocity": [12, 0, 0] },
                    "far": { "asset": "ball", "spacing": 0.2, "youngs_modulus": 3e4, "drag": 0, "position": [16, 0, 0], "lower_rate": { "beyond": 12 } } } })");
    const BodyId a = world->find_body("near"), b = world->find_body("far");
    const double before = world->bodies().momentum(a).x;
    u32 lowest = 4;
    bool met = false;
    for (int i = 0; i < 90; ++i) {
        world->step();
        lowest = std::min(lowest, substeps(*world, "far"));
        for (const ContactEvent& e : world->events().contacts) {
            met = true;
            EXPECT_EQ(substeps(*world, "far"), 4u) << e.impulse;
        }
        EXPECT_NEAR(world->bodies().momentum(a).x + world->bodies().momentum(b).x, before, 1e-4 * before);
    }
    EXPECT_TRUE(met);
    EXPECT_EQ(lowest, 1u);
    EXPECT_GT(world->bodies().momentum(b).x, 0.4 * before);
    EXPECT_EQ(substeps(*world, "far"), 1u);  // alone again
}

TEST(Rates, WhatIsTiedGoesAtOneRate) {
    auto world = world_of(R"({ "format": 1, "world": { "viewpoint": [0, 0, 0] },
        "assets": { "ball": { "shape": "sphere", "size": [0.8, 0.8, 0.8] } },
        "bodies": { "near": { "asset": "ball", "spacing": 0.2, "youngs_modulus": 3e4, "position": [10, 5, 0] },
                    "far": { "asset": "ball", "spacing": 0.2, "youngs_modulus": 3e4, "position": [16, 5, 0], "lower_rate": { "beyond": 12 } } },
        "attachments": { "rope": { "body": "far", "to": "near", "where": { "point": [-0.4, 0, 0] } } } })");
    world->step();
    EXPECT_EQ(substeps(*world, "far"), 4u);
    world->attachments().remove(world->find_attachment("rope"));
    world->step();
    EXPECT_EQ(substeps(*world, "far"), 1u);
}

// What moves by keys is where it is at the same time for all of them.
TEST(Rates, MovedThingsMoveThem) {
    const auto run = [](u32 every) {
        auto world = world_of(R"({ "format": 1, "world": { "viewpoint": [100, 0, 0] },
            "assets": { "box": { "shape": "box", "size": [0.8, 0.8, 0.8] } },
            "bodies": { "box": { "asset": "box", "spacing": 0.2, "youngs_modulus": 3e4, "position": [0, 0.4, 0] )" +
                              lower_rate(every) + R"( },
                        "lamp": { "asset": "box", "spacing": 0.2, "youngs_modulus": 3e4, "position": [0, 4, 0] )" +
                              lower_rate(every) + R"( } },
            "colliders": { "floor": {}, "broom": { "shape": "box", "size": [0.2, 1, 2], "motion": "kinematic",
                "position": { "keys": [[0, [-1, 0.5, 0]], [1.5, [1, 0.5, 0]]] } } },
            "attachments": { "hand": { "body": "lamp", "where": { "point": [0, 0.4, 0] },
                "position": { "keys": [[0.5, [0, 4.4, 0]], [1, [2, 4.4, 0]]] } } } })");
        for (int i = 0; i < 150; ++i) world->step();
        return std::array{world->bodies().center_of_mass(world->find_body("box")).x,
                          world->bodies().center_of_mass(world->find_body("lamp")).x};
    };
    const auto full = run(1);
    for (const u32 every : {2u, 4u}) {
        const auto low = run(every);
        std::printf("every %u: pushed to %.4f m (%.4f m), pulled to %.4f m (%.4f m)\n", every, low[0], full[0], low[1],
                    full[1]);
        EXPECT_NEAR(low[0], full[0], 0.03);
        EXPECT_NEAR(low[1], full[1], 0.01);
    }
}

std::string crowd() {
    return R"({ "format": 1, "world": { "viewpoint": { "keys": [[0, [0, 0, 0]], [1, [30, 0, 0]], [2, [0, 0, 0]]] } },
        "assets": { "ball": { "shape": "sphere", "size": [0.6, 0.6, 0.6] } },
        "bodies": { "balls": { "asset": "ball", "spacing": 0.15, "youngs_modulus": 2e4, "lower_rate": { "beyond": 6 },
            "instances": [ { "position": [0, 1, 0] }, { "position": [0.1, 1.8, 0] }, { "position": [8, 1, 0] },
                           { "position": [8.1, 1.8, 0.1] }, { "position": [16, 1, 0] } ] } },
        "colliders": { "floor": {} } })";
}

TEST(Rates, SnapshotsHoldIt) {
    auto world = world_of(crowd()), other = world_of(crowd());
    for (int i = 0; i < 75; ++i) {
        world->step();
        if (i % 8 != 7) continue;
        other->restore(world->save());
        for (int k = 0; k < 3; ++k) {
            world->step(), other->step();
            ASSERT_EQ(other->hash(), world->hash()) << i << " " << k;
        }
    }
}

TEST(Rates, SameBitsForAnyNumberOfThreads) {
    const auto run = [](u32 threads) {
        auto world = world_of(crowd(), threads);
        std::vector<u64> hashes;
        u32 mixed = 0;
        for (int i = 0; i < 150; ++i) {
            world->step();
            hashes.push_back(world->hash());
            mixed += substeps(*world, "balls/0") != substeps(*world, "balls/4");
        }
        EXPECT_GT(mixed, 50u);
        return hashes;
    };
    const std::vector<u64> plain = run(1);
    EXPECT_EQ(run(2), plain);
    EXPECT_EQ(run(8), plain);
}

TEST(Rates, WrongNumbersGetASentence) {
    const auto message = [](const std::string& keys) {
        try {
            world_of(R"({ "format": 1, "assets": { "box": { "shape": "box" } },
                          "bodies": { "box": { "asset": "box", "lower_rate": )" +
                     keys + " } } }");
        } catch (const Error& e) {
            return std::string(e.what());
        }
        return std::string("no error");
    };
    EXPECT_EQ(message(R"({ "beyond": 20, "every": 2 })"), "no error");
    EXPECT_NE(message(R"({ "beyond": 20, "every": 1 })").find("lower_rate.every"), std::string::npos);
    EXPECT_NE(message(R"({ "beyond": -1 })").find("lower_rate.beyond"), std::string::npos);
    EXPECT_NE(message(R"({ "within": 3 })").find("within"), std::string::npos);
}

}  // namespace
}  // namespace rates_tests
}  // namespace pliant::testing
