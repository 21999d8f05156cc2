// One test for each defect that was found, named after what it was.

#include <gtest/gtest.h>

#include <cstdio>

#include "worlds.h"

namespace pliant::testing {
namespace defects_tests {
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
    EXPECT_GT(world->bodies().center_of_mass(b).y, 0.3);
}

TEST(Defects, KeysOfABodyDidNotWakeIt) {
    auto world = world_of(sleeper("", R"(, "youngs_modulus": { "keys": [[0, 1e5], [12, 1e4]], "ease": "step" })"));
    const BodyId b = world->find_body("b");
    fall_asleep(*world, b);
    const double before = world->bodies().center_of_mass(b).y;
    while (world->time() < 12.5) world->step();
    EXPECT_LT(world->bodies().center_of_mass(b).y, before - 0.01);
}

TEST(Defects, ANewColliderDidNotWakeWhatItStandsIn) {
    auto world = world_of(sleeper(""));
    const BodyId b = world->find_body("b");
    fall_asleep(*world, b);
    ParameterSet parameters(collider_table);
    parameters.set(ColliderP::position, Vec3d{0.2, 0.2, 0});
    Shape ball;
    ball.kind = ShapeKind::sphere, ball.radius = 0.1f;
    world->colliders().add("ball", ball, parameters);
    EXPECT_FALSE(world->body(b)->asleep);
}

TEST(Defects, WhatLayOnATeleportedBodyHungInTheAir) {
    auto world = world_of(R"({ "format": 1,
        "assets": { "b": { "shape": "box", "size": [0.4, 0.4, 0.4] } }, "colliders": { "floor": {} },
        "bodies": { "low": { "asset": "b", "kind": "lattice", "spacing": 0.1, "damping": 0.1, "position": [0, 0.2, 0] },
                    "high": { "like": "low", "position": [0, 0.605, 0] } } })");
    const BodyId low = world->find_body("low"), high = world->find_body("high");
    fall_asleep(*world, high);
    world->bodies().teleport(low, {{5, 0, 0}, Quat{}});
    for (int i = 0; i < 60; ++i) world->step();
    EXPECT_LT(world->bodies().center_of_mass(high).y, 0.4);
}

TEST(Defects, SnapshotsForgotParametersThatWereChangedWhileRunning) {
    const std::string scene = sleeper("");
    auto world = world_of(scene), other = world_of(scene);
    const BodyId b = world->find_body("b");
    world->bodies().set_parameter(b, "youngs_modulus", Value(3e4));
    world->bodies().set_parameter(b, "friction", Value(0.1));
    world->parameters().set(WorldP::gravity, Vec3d{1, -5, 0});
    world->colliders().move(world->find_collider("floor"), {{0, 0.1f, 0}, Quat{}});
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
        world->contents().bodies.each([&](BodyId, const Body& b) { n += !b.asleep; });
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
        ASSERT_EQ(world->events().contacts.size(), 1u);
        if (collider) {
            world->colliders().remove(floor);
        } else {
            world->bodies().remove(b);
        }
        world->step();
        ASSERT_EQ(world->events().contacts.size(), 1u);
        const ContactEvent& e = world->events().contacts[0];
        EXPECT_EQ(e.phase, ContactPhase::end);
        EXPECT_EQ(e.a.body(), b);
        EXPECT_EQ(e.b.collider(), floor);
        world->step();
        EXPECT_EQ(world->events().contacts.size(), 0u);
    }
}

// Two worlds whose bodies are the same to the bit, one of which does not know what the body lies on: they go on
// differently, and their hashes must say so.
TEST(Defects, TheHashLeftOutImpulses) {
    auto lies = world_of(sleeper("")), flies = world_of(sleeper(""));
    flies->bodies().teleport(flies->find_body("b"), {{0, 50, 0}, {}});
    for (int i = 0; i < 20; ++i) lies->step(), flies->step();
    const BodyId b = lies->find_body("b");
    flies->restore(lies->save(std::span(&b, 1)));
    EXPECT_EQ(flies->bodies().hash(b), lies->bodies().hash(b));
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
        const Vec3d before = world->bodies().momentum(a) + world->bodies().momentum(b);
        const double size = length(world->bodies().momentum(a)) + length(world->bodies().momentum(b));
        size_t met = 0;
        for (int i = 0; i < 60; ++i) world->step(), met += world->events().contacts.size();
        const double lost = length(world->bodies().momentum(a) + world->bodies().momentum(b) - before) / size;
        std::printf("at %g m/s: %.1e of the momentum is lost\n", speed, lost);
        EXPECT_GT(met, 0u);
        EXPECT_LT(lost, 1e-6);
    }
}

// ---- of bodies that tear

const char* const tearing =
    R"({ "format": 1, "assets": { "ball": { "shape": "sphere", "size": [0.6, 0.6, 0.6], "detail": 24 } },
    "bodies": { "melon": { "asset": "ball", "spacing": 0.1, "position": [0, 1.1, 0], "velocity": [0, -6, 0],
                           "youngs_modulus": 1e5, "layer": "fruit", "tear": { "stretch": 0.1, "squash": 1 } } },
    "colliders": { "floor": {}, "edge": { "shape": "box", "size": [0.05, 0.8, 1], "position": [0, 0.4, 0] } } })";

void step_until_pieces(World& world, size_t count) {
    for (int i = 0; i < 200 && world.contents().bodies.size() < count; ++i) world.step();
    ASSERT_GE(world.contents().bodies.size(), count);
}

// What held a body kept its grips on another skin.
TEST(Defects, AttachmentsHeldASkinThatWasGone) {
    const auto world = world_of(tearing);
    const BodyId melon = world->find_body("melon");
    world->attachments().add("hand", melon, {{0.1f, 0.3f, 0}, 0.2f}, ParameterSet(attachment_table));
    const auto whole = world->save(std::span(&melon, 1));
    step_until_pieces(*world, 3);
    world->restore(whole);
    const Attachment& hand = *world->attachment(world->find_attachment("hand"));
    for (const SkinPlace& grip : hand.grips)
        for (u32 k = 0; k < grip.count; ++k)
            EXPECT_LT(grip.point[k], world->body(hand.body)->model->contact.point_count());
    for (int i = 0; i < 10; ++i) world->step();
}

// A snapshot of a piece that was gone took the place of whatever lived in its slot.
TEST(Defects, APieceThatWasGoneTookAnothersPlace) {
    const auto world = world_of(tearing);
    step_until_pieces(*world, 2);
    const BodyId piece = world->find_body("melon.1");
    const auto snapshot = world->save(std::span(&piece, 1));
    world->bodies().remove(piece);
    const Body& melon = *world->body(world->find_body("melon"));
    const BodyId crate = world->bodies().add("crate", melon.model->whole, ParameterSet(body_table), melon.own);
    ASSERT_EQ(crate.slot, piece.slot);
    EXPECT_THROW(world->restore(snapshot), Error);
    EXPECT_EQ(world->body(crate)->name, "crate");
    world->step();
}

// The material of the inside was looked for when the body tore, and an error left the step half done.
TEST(Defects, AMissingMaterialWasFoundOutInTheStep) {
    std::string scene = tearing;
    scene.replace(scene.find("\"stretch\": 0.1, \"squash\": 1"), 27, "\"material\": \"fleshh\"");
    EXPECT_THROW(world_of(scene), Error);
}

TEST(Defects, PiecesHadNoLayersAndNoRules) {
    const auto world = world_of(tearing);
    step_until_pieces(*world, 2);
    world->contents().bodies.each(
        [&](BodyId, const Body& b) { EXPECT_EQ(b.layers.layer, world->contents().layer_bit("fruit")) << b.name; });
    world->contents().bodies.each([&](BodyId, const Body& b) { EXPECT_EQ(b.scene_name(), "melon") << b.name; });
}

// Pausing what has no guide gave it one, and its snapshots did not fit the scene any more.
TEST(Defects, PausingMadeAGuide) {
    const auto world = world_of(tearing), fresh = world_of(tearing);
    const BodyId melon = world->find_body("melon");
    world->guides().pause(melon), world->guides().seek(melon, 1);
    EXPECT_THROW(world->guides().play(melon, "wave"), Error);
    EXPECT_EQ(world->body(melon)->guide, nullptr);
    fresh->restore(world->save());
}

}  // namespace
}  // namespace defects_tests
}  // namespace pliant::testing
