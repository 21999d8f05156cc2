// What rigid bodies tell of each other, and what the air and fields do to them.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "characters.h"
#include "worlds.h"

namespace pliant::testing {
namespace rigid_events_tests {
namespace {

// A ball falls on the floor, lies there, and is taken away.
TEST(RigidEvents, AFallBeginsStaysAndEnds) {
    const auto world = world_of(R"({ "world": { "sleep": { "enabled": false } }, "colliders": { "floor": {},
        "ball": { "shape": "sphere", "radius": 0.1, "motion": "dynamic", "mass": 2, "position": [0, 1.1, 0] } } })");
    const ColliderId floor = world->find_collider("floor"), ball = world->find_collider("ball");
    int begins = 0, ends = 0;
    double fallen = 0, borne = 0;
    for (int i = 0; i < 120; ++i) {
        world->step();
        for (const ContactEvent& e : world->events().contacts) {
            EXPECT_EQ(e.a.collider(), floor);
            EXPECT_EQ(e.b.collider(), ball);
            if (e.phase == ContactPhase::end) ++ends;
            if (e.phase == ContactPhase::begin) {
                ++begins, fallen = double(e.speed);
                EXPECT_TRUE(e.hit);
                EXPECT_GT(e.normal.y, 0.999f);
                EXPECT_NEAR(e.point.y, 0, 0.01f);
            }
            if (i >= 90) borne += double(e.impulse);
        }
    }
    std::printf("%d begins at %.3f m/s, and in half a second the floor gives %.4f N s; a weight of 2 kg takes %.4f\n",
                begins, fallen, borne, 2 * 9.81 * 0.5);
    EXPECT_EQ(begins, 1);
    EXPECT_EQ(ends, 0);
    EXPECT_NEAR(fallen, std::sqrt(2 * 9.81), 0.05);
    EXPECT_NEAR(borne, 2 * 9.81 * 0.5, 0.005);
    // Restored, it touches as before: no second beginning.
    const auto saved = world->save();
    world->restore(saved);
    world->step();
    ASSERT_EQ(world->events().contacts.size(), 1u);
    EXPECT_EQ(world->events().contacts[0].phase, ContactPhase::stay);
    world->colliders().remove(ball);
    world->step();
    ASSERT_EQ(world->events().contacts.size(), 1u);
    EXPECT_EQ(world->events().contacts[0].phase, ContactPhase::end);
    EXPECT_EQ(world->events().contacts[0].b.collider(), ball);
}

// v' = d (w - v), ω' = -d ω; taken at the end of each substep, v after n substeps is w + (v₀ - w) / (1 + d h)ⁿ.
TEST(RigidAir, DragTakesOnTheWind) {
    const auto world =
        world_of(R"({ "world": { "gravity": [0, 0, 0], "wind": { "velocity": [3, 0, 0], "gusts": 0 } }, "colliders": {
        "ball": { "shape": "box", "size": [0.2, 0.3, 0.4], "motion": "dynamic", "drag": 2, "velocity": [0, 1, 0], "spin": [0, 0, 100] } } })");
    for (int i = 0; i < 60; ++i) world->step();
    const RigidVelocity v = world->colliders().velocity(world->find_collider("ball"));
    const double left = std::pow(1 + 2.0 / 240, -240);
    std::printf("after a second at 2 a second: (%.5f, %.5f) m/s and %.5f rad/s; expected (%.5f, %.5f) and %.5f\n",
                double(v.linear.x), double(v.linear.y), double(v.angular.z), 3 * (1 - left), left,
                100 * 3.14159265 / 180 * left);
    EXPECT_NEAR(double(v.linear.x), 3 * (1 - left), 1e-4);
    EXPECT_NEAR(double(v.linear.y), left, 1e-4);
    EXPECT_NEAR(double(v.angular.z), 100 * 3.14159265 / 180 * left, 1e-4);
}

// A field is an acceleration, whatever is in it; one that names bodies pushes their bones, and no other rigid bodies.
TEST(RigidAir, FieldsPushRigidBodies) {
    const auto speed = [](const std::string& field) {
        const auto world = world_of(R"({ "world": { "gravity": [0, 0, 0] },
            "assets": { "cube": { "shape": "box" } }, "bodies": { "other": { "asset": "cube", "spacing": 0.3, "position": [50, 0, 0] } },
            "fields": { "f": { "type": "directional", "direction": [1, 0, 0], "strength": 4)" +
                                    field + R"( } }, "colliders": {
            "in": { "shape": "sphere", "radius": 0.1, "motion": "dynamic" },
            "out": { "shape": "sphere", "radius": 0.1, "motion": "dynamic", "position": [0, 10, 0] } } })");
        for (int i = 0; i < 30; ++i) world->step();
        return std::pair{double(world->colliders().velocity(world->find_collider("in")).linear.x),
                         double(world->colliders().velocity(world->find_collider("out")).linear.x)};
    };
    const auto ball = speed(R"(, "region": "ball", "radius": 3)"), named = speed(R"(, "bodies": ["other"])");
    std::printf("4 m/s² for half a second: %.5f m/s in the field, %.5f m/s beside it\n", ball.first, ball.second);
    EXPECT_NEAR(ball.first, 2, 1e-4);
    EXPECT_EQ(ball.second, 0);
    EXPECT_EQ(named.first, 0);
}

// What is jointed to a character's collider comes along when the character is put elsewhere, and is not torn after it.
TEST(RigidEvents, ATeleportTakesAlongWhatIsJoined) {
    const auto world = world_of(R"({ "assets": { "tube": { "file": ")" + tube_file() + R"(" } },
        "characters": { "ada": { "asset": "tube", "scale": 0.5, "collider": "capsules" } },
        "colliders": { "lamp": { "shape": "sphere", "radius": 0.05, "motion": "dynamic", "mass": 1, "position": [0.15, 2.6, 0], "collides_with": [] },
                       "tassel": { "shape": "sphere", "radius": 0.03, "motion": "dynamic", "mass": 0.1, "position": [0.35, 2.6, 0], "collides_with": [] } },
        "joints": { "hook": { "kind": "fixed", "a": "ada/Head", "b": "lamp", "position": [0.15, 2.3, 0] },
                    "string": { "kind": "spherical", "a": "lamp", "b": "tassel", "position": [0.15, 2.6, 0] } } })");
    for (int i = 0; i < 60; ++i) world->step();
    const auto place = [&](const char* name) { return world->collider(world->find_collider(name))->pose.position; };
    const Vec3 lamp = place("lamp"), tassel = place("tassel"), by{5, 1, -3};
    world->characters().teleport(world->find_character("ada"), {by, {}});
    world->step();
    const double lamp_off = double(length(place("lamp") - lamp - by)),
                 tassel_off = double(length(place("tassel") - tassel - by));
    float fastest = 0;
    for (const char* name : {"lamp", "tassel"})
        fastest = std::max(fastest, length(world->colliders().velocity(world->find_collider(name)).linear));
    std::printf(
        "after a teleport of 6 m the lamp is %.2g m, what hangs on it %.2g m from where it belongs, at %.3f m/s\n",
        lamp_off, tassel_off, double(fastest));
    EXPECT_LT(lamp_off, 1e-4);
    EXPECT_LT(tassel_off, 0.02);  // it swings
    EXPECT_LT(fastest, 1.0f);
}

}  // namespace
}  // namespace rigid_events_tests
}  // namespace pliant::testing
