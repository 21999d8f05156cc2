// One test for each defect that was found, named after what it was.

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace pliant::testing
