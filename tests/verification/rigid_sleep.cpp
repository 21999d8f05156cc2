// Rigid bodies that sleep: a stack costs nothing and does not move, and everything that should wakes it.

#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>

#include "core/text.h"
#include "worlds.h"

namespace pliant::testing {
namespace rigid_sleep_tests {
namespace {

std::string wall(int base, const std::string& more = "", const std::string& world = "") {
    std::string boxes;
    for (int row = 0; row < base; ++row)
        for (int k = 0; k < base - row; ++k)
            boxes += R"(, "box )" + std::to_string(row) + " " + std::to_string(k) +
                     R"(": { "shape": "box", "size": [1, 1, 1], "motion": "dynamic", "mass": 1, "position": [)" +
                     short_number(0.505 * row + 1.01 * k - 0.505 * base, 9) + ", " + short_number(0.5 + row, 9) +
                     ", 0] }";
    return R"({ "world": { "substeps": 10)" + world + R"( }, "colliders": { "floor": {})" + boxes + more + " } }";
}

struct Count {
    u32 asleep = 0, awake = 0;
};
Count count(const World& world) {
    Count c;
    world.contents().colliders.each([&](ColliderId id, const Collider& one) {
        if (one.dynamic) ++(world.colliders().is_asleep(id) ? c.asleep : c.awake);
    });
    return c;
}
std::vector<Transform> poses(const World& world) {
    std::vector<Transform> all;
    world.contents().colliders.each([&](ColliderId, const Collider& c) { all.push_back(c.pose); });
    return all;
}
// Steps until all sleep, or that many.
int fall_asleep(World& world, int most) {
    for (int i = 1; i <= most; ++i) {
        world.step();
        if (count(world).awake == 0) return i;
    }
    return most + 1;
}
double milliseconds(World& world, int steps) {
    const auto start = std::chrono::steady_clock::now();
    for (int i = 0; i < steps; ++i) world.step();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() * 1e3 / steps;
}

TEST(RigidSleep, APyramidSleepsAndDoesNotMove) {
    const auto world = world_of(wall(20));
    const double awake_ms = milliseconds(*world, 20);
    const int steps = fall_asleep(*world, 600);
    ASSERT_LE(steps, 300);
    const auto before = poses(*world);
    const double asleep_ms = milliseconds(*world, 600);
    std::printf("210 boxes sleep after %.2f s; a frame takes %.3f ms awake, %.4f ms asleep\n", (steps + 20) / 60.0,
                awake_ms, asleep_ms);
    EXPECT_EQ(count(*world).asleep, 210u);
    EXPECT_TRUE(poses(*world) == before);
}

// The step in which the ball touches is the one in which they wake, and all of them do.
TEST(RigidSleep, AThrownBallWakesAStackWhenItTouches) {
    const auto world = world_of(wall(
        6,
        R"(, "ball": { "shape": "sphere", "radius": 0.2, "motion": "dynamic", "mass": 2, "gravity_scale": 0, "position": [0, 3.4, -30] })"));
    ASSERT_LE(fall_asleep(*world, 600), 300);
    const ColliderId ball = world->find_collider("ball");
    world->colliders().set_velocity(ball, {0, 0, 20}, {});
    int touched = 0, woken = 0;
    u32 woke = 0;
    for (int i = 1; i <= 150; ++i) {
        world->step();
        for (const ContactEvent& e : world->events().contacts)
            if (!touched && e.phase == ContactPhase::begin && (e.a.collider() == ball || e.b.collider() == ball))
                touched = i;
        for (const ObjectEvent& e : world->events().objects)
            if (e.change == ObjectChange::woke && e.object.collider() != ball) woken = woken ? woken : i, ++woke;
    }
    std::printf("touched in step %d, %u boxes woken in step %d\n", touched, woke, woken);
    EXPECT_GT(touched, 60);
    EXPECT_EQ(woken, touched);
    EXPECT_EQ(woke, 21u);
}

// What a stack that wakes starts from is what held it when it fell asleep: woken for nothing, it does not stir.
TEST(RigidSleep, AStackThatWakesStandsAsItStood) {
    const auto world = world_of(wall(10));
    ASSERT_LE(fall_asleep(*world, 600), 300);
    const auto before = poses(*world);
    world->wake_all();
    EXPECT_EQ(count(*world).asleep, 0u);
    float moved = 0;
    for (int i = 0; i < 60; ++i) {
        world->step();
        const auto now = poses(*world);
        for (size_t b = 0; b < now.size(); ++b) moved = std::max(moved, length(now[b].position - before[b].position));
    }
    std::printf("woken, they move by at most %.4f mm\n", static_cast<double>(moved) * 1e3);
    EXPECT_LT(moved, 2e-4f);
}

TEST(RigidSleep, WhateverHappensToThemWakesThem) {
    const auto sleeping = [] {
        auto world = world_of(R"({ "world": { "substeps": 4 }, "colliders": { "floor": {},
            "plate": { "shape": "box", "size": [1, 0.1, 1], "motion": "kinematic", "position": [3, 0.05, 0] },
            "on plate": { "shape": "box", "size": [0.2, 0.2, 0.2], "motion": "dynamic", "position": [3, 0.2, 0] },
            "lower": { "shape": "box", "size": [0.4, 0.4, 0.4], "motion": "dynamic", "position": [0, 0.2, 0] },
            "upper": { "shape": "box", "size": [0.4, 0.4, 0.4], "motion": "dynamic", "position": [0, 0.6, 0] },
            "post": { "shape": "sphere", "radius": 0.05, "position": [-3, 2, 0] },
            "bob": { "shape": "sphere", "radius": 0.1, "motion": "dynamic", "position": [-3, 1, 0] } },
            "joints": { "rope": { "kind": "revolute", "a": "post", "b": "bob", "position": [-3, 2, 0], "stiffness": 20, "damping": 5 } } })");
        EXPECT_LE(fall_asleep(*world, 300), 200);
        return world;
    };
    const auto expect = [&](const char* what, const std::vector<const char*>& names, auto&& change) {
        const auto world = sleeping();
        change(*world);
        for (int i = 0; i < 3; ++i) world->step();
        world->contents().colliders.each([&](ColliderId id, const Collider& c) {
            if (!c.dynamic) return;
            const bool wanted = std::find(names.begin(), names.end(), c.name) != names.end();
            EXPECT_EQ(!world->colliders().is_asleep(id), wanted) << what << ": " << c.name;
        });
    };
    const auto id = [](World& world, const char* name) { return world.find_collider(name); };
    expect("nothing", {}, [](World&) {});
    expect("an impulse", {"lower", "upper"}, [&](World& w) {
        w.colliders().apply_impulse(id(w, "lower"), {1, 0, 0}, {0, 0.2f, 0});
    });
    expect("a velocity", {"bob"}, [&](World& w) { w.colliders().set_velocity(id(w, "bob"), {1, 0, 0}, {}); });
    expect("put elsewhere", {"lower", "upper"}, [&](World& w) {
        w.colliders().place(id(w, "upper"), {{0, 2, 0}, {}});
    });
    expect("what it lies on moves", {"on plate"}, [&](World& w) {
        w.colliders().move(id(w, "plate"), {{3.1f, 0.05f, 0}, {}});
    });
    expect("what it lies on goes", {"on plate"}, [&](World& w) { w.colliders().remove(id(w, "plate")); });
    expect("a motor", {"bob"}, [&](World& w) {
        w.joints().set_parameter(w.find_joint("rope"), "target", Value(Vec3d{40, 0, 0}));
    });
    expect("a joint goes", {"bob"}, [&](World& w) { w.joints().remove(w.find_joint("rope")); });
    expect("gravity", {"lower", "upper", "on plate", "bob"}, [](World& w) {
        w.parameters().set("gravity", Value(Vec3d{0, -5, 0})), w.wake_all();
    });
    expect("a collider's own parameter", {"lower", "upper"},
           [&](World& w) { w.collider(id(w, "upper"))->parameters.set("gravity_scale", Value(0.5)); });
}

// Jelly on a rigid table sleeps with it, and wakes it.
TEST(RigidSleep, SoftAndRigidSleepAndWakeTogether) {
    const auto world = world_of(
        R"({ "world": { "substeps": 4 }, "assets": { "cube": { "shape": "box", "size": [0.4, 0.4, 0.4], "detail": 4 } },
        "bodies": { "jelly": { "asset": "cube", "spacing": 0.1, "position": [0, 0.41, 0] } },
        "colliders": { "floor": {}, "table": { "shape": "box", "size": [1, 0.2, 1], "motion": "dynamic", "mass": 5, "position": [0, 0.1, 0] },
                       "ball": { "shape": "sphere", "radius": 0.1, "motion": "dynamic", "mass": 1, "gravity_scale": 0, "position": [0, 4, 0] } } })");
    const BodyId jelly = world->find_body("jelly");
    const ColliderId table = world->find_collider("table");
    int steps = 0;
    while (steps < 600 && !(world->body(jelly)->asleep && count(*world).awake == 0)) world->step(), ++steps;
    std::printf("jelly on a rigid table: both sleep after %.2f s\n", steps / 60.0);
    ASSERT_LT(steps, 600);
    world->colliders().set_velocity(world->find_collider("ball"), {0, -10, 0}, {});
    int soft = 0, rigid = 0;
    for (int i = 1; i < 60; ++i) {
        world->step();
        if (!soft && !world->body(jelly)->asleep) soft = i;
        if (!rigid && !world->colliders().is_asleep(table)) rigid = i;
    }
    std::printf("a ball wakes the jelly in step %d, which wakes the table in step %d\n", soft, rigid);
    EXPECT_GT(soft, 10);
    EXPECT_GE(rigid, soft);
    EXPECT_LE(rigid, soft + 2);
}

TEST(RigidSleep, TheSameBitsWithAnyThreadsAndFromASnapshot) {
    const std::string scene = wall(
        8,
        R"(, "ball": { "shape": "sphere", "radius": 0.3, "motion": "dynamic", "mass": 3, "gravity_scale": 0, "position": [0.3, 3, -40], "velocity": [0, 0, 10] })");
    std::vector<u64> one, other, again;
    const auto run = [&](u32 threads, std::vector<u64>& hashes) {
        const auto world = world_of(scene, threads);
        for (int i = 0; i < 420; ++i) world->step(), hashes.push_back(world->hash());
    };
    run(1, one), run(3, other);
    EXPECT_TRUE(one == other);
    const auto world = world_of(scene);
    for (int i = 0; i < 200; ++i) world->step();
    EXPECT_GT(count(*world).asleep, 30u);  // all but the ball, which is on its way
    const auto saved = world->save();
    const auto fresh = world_of(scene);
    fresh->restore(saved);
    for (int i = 200; i < 420; ++i) fresh->step(), again.push_back(fresh->hash());
    EXPECT_TRUE(std::equal(again.begin(), again.end(), one.begin() + 200));
    EXPECT_GT(count(*fresh).awake, 0u);
}

// A ball falls through a sensor: it is told once when it comes and once when it goes, and nothing holds it up.
TEST(RigidSensors, TellWhoComesAndGoes) {
    const auto world = world_of(R"({ "world": { "substeps": 4 }, "colliders": {
        "gate": { "shape": "box", "size": [1, 0.5, 1], "sensor": true, "position": [0, 1, 0] },
        "ball": { "shape": "sphere", "radius": 0.1, "motion": "dynamic", "position": [0, 2, 0] },
        "other": { "shape": "sphere", "radius": 0.1, "motion": "dynamic", "position": [3, 2, 0] } } })");
    const ColliderId gate = world->find_collider("gate"), ball = world->find_collider("ball");
    int begin = 0, end = 0, stays = 0;
    for (int i = 1; i <= 60; ++i) {
        world->step();
        for (const ContactEvent& e : world->events().contacts) {
            EXPECT_TRUE(e.sensor);
            EXPECT_TRUE((e.a.collider() == gate && e.b.collider() == ball) ||
                        (e.a.collider() == ball && e.b.collider() == gate));
            EXPECT_EQ(e.impulse, 0);
            if (e.phase == ContactPhase::begin) begin = begin ? -1 : i;
            if (e.phase == ContactPhase::stay) ++stays;
            if (e.phase == ContactPhase::end) end = end ? -1 : i;
        }
    }
    // It falls by 0.65 m until it is in, and by 1.35 m until it is out: 21.8 and 31.5 steps.
    std::printf("in from step %d, out from step %d\n", begin, end);
    EXPECT_EQ(begin, 22);
    EXPECT_EQ(end, 32);
    EXPECT_EQ(stays, end - begin - 1);
    EXPECT_NEAR(world->collider(ball)->pose.position.y, 2 - 0.5f * 9.81f, 0.06f);
}

// What sleeps in a sensor is still in it.
TEST(RigidSensors, SleepersStayInside) {
    const auto world = world_of(R"({ "world": { "substeps": 4 }, "colliders": { "floor": {},
        "gate": { "shape": "box", "size": [1, 1, 1], "sensor": true, "position": [0, 0.5, 0] },
        "ball": { "shape": "box", "size": [0.2, 0.2, 0.2], "motion": "dynamic", "position": [0, 0.1, 0] } } })");
    ASSERT_LE(fall_asleep(*world, 300), 200);
    for (int i = 0; i < 30; ++i) {
        world->step();
        EXPECT_TRUE(world->events().contacts.empty());
    }
    const ColliderId gate = world->find_collider("gate");
    world->colliders().place(gate, {{5, 0.5f, 0}, {}});
    int ends = 0;
    for (int i = 0; i < 3; ++i) {
        world->step();
        for (const ContactEvent& e : world->events().contacts)
            ends += e.sensor && e.phase == ContactPhase::end && (e.a.collider() == gate || e.b.collider() == gate);
    }
    EXPECT_EQ(ends, 1);
}

}  // namespace
}  // namespace rigid_sleep_tests
}  // namespace pliant::testing
