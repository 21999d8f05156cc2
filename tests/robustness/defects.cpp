// One test for each defect that was found, named after what it was.

#include <gtest/gtest.h>

#include <cstdio>

#include "worlds.h"

namespace pliant::testing {
namespace {

std::string sleeper(const std::string& world, const std::string& more = "") {
    return R"({ "format": 1, "world": { )" + world + R"( },
        "assets": { "b": { "shape": "box", "size": [0.4, 0.4, 0.4] } }, "colliders": { "floor": {} },
        "bodies": { "b": { "asset": "b", "kind": "lattice", "spacing": 0.1, "damping": 0.1, "position": [0, 0.2, 0])" +
           more + R"( } } })";
}

void fall_asleep(World& world, BodyId id) {
    for (int i = 0; i < 600 && !world.body(id)->asleep; ++i) world.step();
    ASSERT_TRUE(world.body(id)->asleep);
}

TEST(Defects, KeysOfTheWorldDidNotWakeSleepers) {
    auto world = world_of(sleeper(R"("gravity": { "keys": [[0, [0, -9.81, 0]], [12, [0, 5, 0]]], "ease": "step" })"));
    const BodyId b = world->find_body("b");
    fall_asleep(*world, b);
    while (world->time() < 12.5) world->step();
    EXPECT_FALSE(world->body(b)->asleep);
    EXPECT_GT(world->center_of_mass(b).y, 0.3);
}

TEST(Defects, KeysOfABodyDidNotWakeIt) {
    auto world = world_of(sleeper("", R"(, "youngs_modulus": { "keys": [[0, 1e5], [12, 1e4]], "ease": "step" })"));
    const BodyId b = world->find_body("b");
    fall_asleep(*world, b);
    const double before = world->center_of_mass(b).y;
    while (world->time() < 12.5) world->step();
    EXPECT_LT(world->center_of_mass(b).y, before - 0.01);
}

TEST(Defects, ANewColliderDidNotWakeWhatItStandsIn) {
    auto world = world_of(sleeper(""));
    const BodyId b = world->find_body("b");
    fall_asleep(*world, b);
    ParameterSet parameters(collider_table);
    parameters.set(ColliderP::position, Vec3d{0.2, 0.2, 0});
    Shape ball;
    ball.kind = ShapeKind::sphere, ball.radius = 0.1f;
    world->add_collider("ball", ball, parameters);
    EXPECT_FALSE(world->body(b)->asleep);
}

TEST(Defects, WhatLayOnATeleportedBodyHungInTheAir) {
    auto world = world_of(R"({ "format": 1,
        "assets": { "b": { "shape": "box", "size": [0.4, 0.4, 0.4] } }, "colliders": { "floor": {} },
        "bodies": { "low": { "asset": "b", "kind": "lattice", "spacing": 0.1, "damping": 0.1, "position": [0, 0.2, 0] },
                    "high": { "like": "low", "position": [0, 0.605, 0] } } })");
    const BodyId low = world->find_body("low"), high = world->find_body("high");
    fall_asleep(*world, high);
    world->teleport(low, {{5, 0, 0}, Quat{}});
    for (int i = 0; i < 60; ++i) world->step();
    EXPECT_LT(world->center_of_mass(high).y, 0.4);
}

TEST(Defects, SnapshotsForgotParametersThatWereChangedWhileRunning) {
    const std::string scene = sleeper("");
    auto world = world_of(scene), other = world_of(scene);
    const BodyId b = world->find_body("b");
    world->set_parameter(b, "youngs_modulus", Value(3e4));
    world->set_parameter(b, "friction", Value(0.1));
    world->parameters().set(WorldP::gravity, Vec3d{1, -5, 0});
    world->move_collider(world->find_collider("floor"), {{0, 0.1f, 0}, Quat{}});
    world->step();
    const auto snapshot = world->save();
    other->restore(snapshot);
    for (int i = 0; i < 30; ++i) {
        world->step(), other->step();
        ASSERT_EQ(world->hash(), other->hash()) << "step " << i;
    }
    EXPECT_TRUE(world->save() == other->save());
}

TEST(Defects, ABoxStoodOnThreeOfItsCorners) {  // the skin had lost the fourth
    auto world = world_of(R"({ "format": 1, "assets": { "b": { "shape": "box", "size": [0.2, 0.2, 0.2] } },
        "bodies": { "b": { "asset": "b", "kind": "lattice", "spacing": 0.2 } } })");
    const Body& body = *world->body(world->find_body("b"));
    const ContactSurface& skin = body.model->contact;
    int corners = 0;
    for (u32 p = 0; p < skin.point_count(); ++p)
        for (u32 k = 0; k < skin.supports; ++k)
            corners += skin.role[p] == PointRole::skin && skin.weight[p * skin.supports + k] > 0.999f;
    EXPECT_EQ(corners, 8);
}

// Penguins that fall into a pen: the time until all of them sleep [s], or 25.
double time_until_sleep(int count) {
    std::string instances;
    for (int i = 0; i < count; ++i)
        instances += std::string(i ? ", " : "") + R"({ "position": [)" + std::to_string(i % 3 * 0.5 - 0.5) + ", " +
                     std::to_string(0.5 + i / 6 * 0.7) + ", " + std::to_string(i / 3 % 2 * 0.6 - 0.3) +
                     R"(], "rotation": [)" + std::to_string(i * 37 % 80 - 40) + ", " + std::to_string(i * 61 % 360) +
                     ", 20] }";
    auto world = world_of(R"({ "format": 1, "assets": { "p": { "shape": "penguin", "detail": 14 } },
        "bodies": { "p": { "asset": "p", "spacing": 0.1, "youngs_modulus": 1.2e5, "damping": 0.01, "density": 400,
                           "friction": 0.25, "instances": [)" +
                              instances + R"(] } },
        "colliders": { "floor": {}, "left": { "shape": "box", "size": [0.2, 8, 2], "position": [-0.95, 4, 0] },
                       "right": { "shape": "box", "size": [0.2, 8, 2], "position": [0.95, 4, 0] },
                       "back": { "shape": "box", "size": [2, 8, 0.2], "position": [0, 4, -0.75] },
                       "front": { "shape": "box", "size": [2, 8, 0.2], "position": [0, 4, 0.75] } } })",
                          2);
    const auto awake = [&] {
        int n = 0;
        world->each_body([&](BodyId, const Body& b) { n += !b.asleep; });
        return n;
    };
    while (world->time() < 25 && awake() > 0) world->step();
    std::printf("%d penguins sleep after %.2f s\n", count, world->time());
    return world->time();
}

// Points that touched two sides of a valley, or stood in a ridge with two ways out, were held off by one of them at a
// time and trembled for ever; with them the whole pile stayed awake. Of 150 penguins seven such points were enough.
TEST(Defects, APileNeverFellAsleep) { EXPECT_LT(time_until_sleep(30), 10); }

// Who wakes a sleeper was judged by speeds before contact, which are never small in what bears a load: bodies at rest
// near each other woke each other by turns, for ever. One penguin alone rolls to rest in 16 s.
TEST(Defects, SleepersWokeEachOther) {
    EXPECT_LT(time_until_sleep(2), 20);
    EXPECT_LT(time_until_sleep(6), 20);
}

TEST(Defects, ContactsOfWhatWasRemovedDidNotEnd) {
    for (const bool collider : {false, true}) {
        auto world = world_of(sleeper(R"("sleep": { "enabled": false })"));
        const BodyId b = world->find_body("b");
        const ColliderId floor = world->find_collider("floor");
        for (int i = 0; i < 30; ++i) world->step();
        ASSERT_EQ(world->contact_events().size(), 1u);
        if (collider) {
            world->remove_collider(floor);
        } else {
            world->remove_body(b);
        }
        world->step();
        ASSERT_EQ(world->contact_events().size(), 1u);
        const ContactEvent& e = world->contact_events()[0];
        EXPECT_EQ(e.phase, ContactPhase::end);
        EXPECT_EQ(e.body, b);
        EXPECT_EQ(e.other_collider, floor);
        world->step();
        EXPECT_EQ(world->contact_events().size(), 0u);
    }
}

// Two worlds whose bodies are the same to the bit, one of which does not know what the body lies on: they go on
// differently, and their hashes must say so.
TEST(Defects, TheHashLeftOutImpulses) {
    auto lies = world_of(sleeper("")), flies = world_of(sleeper(""));
    flies->teleport(flies->find_body("b"), {{0, 50, 0}, {}});
    for (int i = 0; i < 20; ++i) lies->step(), flies->step();
    const BodyId b = lies->find_body("b");
    flies->restore(lies->save(std::span(&b, 1)));
    EXPECT_EQ(flies->hash(b), lies->hash(b));
    EXPECT_NE(flies->hash(), lies->hash());
}

// The last word against passing through each other gave more momentum to one body than it took from the other. Two
// balls of unequal weight at speeds at which it is needed: what is left is rounding, 1e-7 was seen.
TEST(Defects, HoldingBodiesBackLostMomentum) {
    for (const double speed : {3.0, 30.0, 300.0}) {
        auto world = world_of(R"({ "format": 1, "world": { "gravity": [0, 0, 0] },
            "assets": { "s": { "shape": "sphere", "size": [0.4, 0.4, 0.4], "detail": 12 } },
            "bodies": { "a": { "asset": "s", "spacing": 0.05, "position": [-1, 0, 0], "drag": 0, "velocity": [)" +
                              std::to_string(speed) + R"(, 0, 0] },
                        "b": { "asset": "s", "spacing": 0.07, "position": [1, 0.03, 0.02], "drag": 0, "density": 3000,
                               "velocity": [)" +
                              std::to_string(-speed) + R"(, 0, 0] } } })");
        const BodyId a = world->find_body("a"), b = world->find_body("b");
        const Vec3d before = world->momentum(a) + world->momentum(b);
        const double size = length(world->momentum(a)) + length(world->momentum(b));
        size_t met = 0;
        for (int i = 0; i < 60; ++i) world->step(), met += world->contact_events().size();
        const double lost = length(world->momentum(a) + world->momentum(b) - before) / size;
        std::printf("at %g m/s: %.1e of the momentum is lost\n", speed, lost);
        EXPECT_GT(met, 0u);
        EXPECT_LT(lost, 1e-6);
    }
}

}  // namespace
}  // namespace pliant::testing
