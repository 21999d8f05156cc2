// Bodies that are far from the viewpoint stop, and go on where they stopped.

#include <gtest/gtest.h>

#include "clips.h"
#include "worlds.h"

namespace pliant::testing {
namespace distance_tests {
namespace {

// A box that falls freely, far above everything.
std::string falling(const std::string& body, const std::string& world = "") {
    return R"({ "format": 1, "world": { "substeps": 2 )" + world + R"( },
        "assets": { "box": { "shape": "box", "size": [0.4, 0.4, 0.4] } },
        "bodies": { "box": { "asset": "box", "spacing": 0.2, "drag": 0, "position": [0, 10, 0] )" +
           body + R"( } } })";
}

u32 count(const World& world, ObjectChange change) {
    u32 n = 0;
    for (const ObjectEvent& e : world.events().objects) n += e.change == change;
    return n;
}

Vec3 center(const World& world, BodyId id) { return world.bodies().center_of_mass(id).to<float>(); }

TEST(Distance, SleepsBeyondAndWakesWithin) {
    auto world = world_of(falling(R"(, "sleep": { "beyond": 50, "wake_within": 40 })"));
    const BodyId box = world->find_body("box");
    // Along x, at the height of the box: the distance is to its near side, 0.2 m before its centre.
    const auto look_from = [&](float distance) {
        const Vec3 at = center(*world, box);
        world->set_viewpoint(Vec3{at.x + 0.2f + distance, at.y, at.z});
        world->step();
    };
    for (const float near : {0.0f, 39.0f, 49.9f}) {
        look_from(near);
        EXPECT_FALSE(world->body(box)->sleeps()) << near;
    }
    look_from(50.1f);
    EXPECT_TRUE(world->body(box)->sleeps());
    EXPECT_EQ(count(*world, ObjectChange::slept), 1u);
    const Vec3 there = center(*world, box);
    for (const float between : {45.0f, 40.1f, 60.0f, 1000.0f, 41.0f}) {
        look_from(between);
        EXPECT_TRUE(world->body(box)->sleeps()) << between;
        EXPECT_EQ(world->events().objects.size(), 0u);
    }
    EXPECT_EQ(center(*world, box), there);
    look_from(39.9f);
    EXPECT_FALSE(world->body(box)->sleeps());
    EXPECT_EQ(count(*world, ObjectChange::woke), 1u);
    look_from(45);
    EXPECT_FALSE(world->body(box)->sleeps());
}

// What was in flight flies on: the same way as without the pause, only later.
TEST(Distance, GoesOnWhereItStopped) {
    auto paused = world_of(falling(R"(, "velocity": [3, 0, 0], "spin": [0, 200, 0], "sleep": { "beyond": 5 })")),
         plain = world_of(falling(R"(, "velocity": [3, 0, 0], "spin": [0, 200, 0])"));
    const BodyId box = paused->find_body("box");
    for (int i = 0; i < 20; ++i) paused->step(), plain->step();
    paused->set_viewpoint(Vec3{1000, 0, 0});
    for (int i = 0; i < 33; ++i) paused->step();
    EXPECT_TRUE(paused->body(box)->sleeps());
    EXPECT_EQ(paused->energy().kinetic, 0);
    paused->set_viewpoint({});
    for (int i = 0; i < 20; ++i) paused->step(), plain->step();
    const ParticleView &a = paused->body(box)->view, &b = plain->body(plain->find_body("box"))->view;
    for (u32 p = 0; p < a.count; ++p) {
        EXPECT_EQ(a.position[p].xyz(), b.position[p].xyz());
        EXPECT_EQ(a.velocity[p].xyz(), b.velocity[p].xyz());
    }
}

TEST(Distance, NothingWakesItButTheViewpoint) {
    auto world = world_of(R"({ "format": 1, "world": { "viewpoint": [100, 0, 0] },
        "assets": { "box": { "shape": "box", "size": [0.4, 0.4, 0.4] } },
        "bodies": { "far":  { "asset": "box", "spacing": 0.2, "position": [0, 0.2, 0], "sleep": { "beyond": 10 } },
                    "ball": { "asset": "box", "spacing": 0.2, "position": [0, 3, 0], "velocity": [0, -4, 0] } },
        "colliders": { "floor": {}, "broom": { "shape": "box", "size": [0.2, 1, 1], "motion": "kinematic",
            "position": { "keys": [[0, [-3, 0.5, 0]], [2, [3, 0.5, 0]]] } } } })");
    const BodyId far = world->find_body("far");
    world->step();
    ASSERT_TRUE(world->body(far)->sleeps());
    const Vec3 there = center(*world, far);
    bool touched = false;
    for (int i = 0; i < 120; ++i) {
        if (i == 10)
            world->bodies().apply_impulse(far, {0, 100, 0}), world->bodies().apply_force(far, {0, 500, 0}, there);
        if (i == 11) world->explode(there, 3, 5), world->wake(far), world->bodies().set_parameter(far, "friction", 0.9);
        world->step();
        for (const ContactEvent& e : world->events().contacts)
            touched = touched || (e.a.body() == far && e.b.is_body());
        for (const ObjectEvent& e : world->events().objects) EXPECT_NE(e.object.body(), far);
    }
    EXPECT_TRUE(touched);  // the other one fell on it
    EXPECT_EQ(center(*world, far), there);
    // Impulses are felt when it goes on: 100 N s on a body of 64 kg, less what gravity does in a step.
    world->set_viewpoint(Vec3{0, 0, 0});
    world->step();
    EXPECT_FALSE(world->body(far)->sleeps());
    EXPECT_GT(world->bodies().momentum(far).y, 50);
}

TEST(Distance, AVelocityThatIsSetIsNotAddedToTheOldOne) {
    auto world = world_of(falling(R"(, "velocity": [7, 0, 0], "gravity_scale": 0, "sleep": { "beyond": 5 })"));
    const BodyId box = world->find_body("box");
    world->set_viewpoint(Vec3{500, 0, 0});
    world->step();
    world->bodies().set_velocity(box, {1, 0, 0}, {});
    world->set_viewpoint({});
    world->step();
    EXPECT_NEAR(world->bodies().momentum(box).x / world->bodies().mass(box), 1, 1e-5);
}

// A body that lay asleep when the viewer left is asleep when they come back.
TEST(Distance, RestIsNotDisturbed) {
    auto world = world_of(R"({ "format": 1, "assets": { "box": { "shape": "box", "size": [0.4, 0.4, 0.4] } },
        "bodies": { "box": { "asset": "box", "spacing": 0.2, "position": [0, 0.21, 0], "sleep": { "beyond": 10 } } },
        "colliders": { "floor": {} } })");
    const BodyId box = world->find_body("box");
    for (int i = 0; i < 600 && !world->body(box)->asleep; ++i) world->step();
    ASSERT_TRUE(world->body(box)->asleep);
    for (const float from : {100.0f, 1.0f, 100.0f}) {
        world->set_viewpoint(Vec3{from, 0, 0});
        world->step();
        EXPECT_TRUE(world->body(box)->sleeps());
        EXPECT_EQ(world->events().objects.size(), 0u);
    }
    world->wake(box);  // it is far: this is felt later
    world->step();
    EXPECT_TRUE(world->body(box)->sleeps());
    world->set_viewpoint({});
    world->step();
    EXPECT_FALSE(world->body(box)->sleeps());
    EXPECT_EQ(count(*world, ObjectChange::woke), 1u);
}

// Keys of the viewpoint move nobody who is near.
TEST(Distance, AViewpointThatMovesWakesNobody) {
    auto world = world_of(R"({ "format": 1, "world": { "viewpoint": { "keys": [[0, [0, 0, 0]], [1000, [0, 5, 0]]] } },
        "assets": { "box": { "shape": "box", "size": [0.4, 0.4, 0.4] } },
        "bodies": { "box": { "asset": "box", "spacing": 0.2, "position": [0, 0.21, 0] } },
        "colliders": { "floor": {} } })");
    for (int i = 0; i < 600; ++i) world->step();
    EXPECT_TRUE(world->body(world->find_body("box"))->asleep);
}

// What hangs on something that moves goes along.
TEST(Distance, ALedBodyIsNotLeftBehind) {
    auto world = world_of(R"({ "format": 1, "world": { "viewpoint": [0, 100, 0] },
        "assets": { "box": { "shape": "box", "size": [0.4, 0.4, 0.4] } },
        "bodies": { "box": { "asset": "box", "spacing": 0.2, "sleep": { "beyond": 10 } } },
        "attachments": { "hand": { "body": "box", "where": { "point": [0, 0.2, 0] },
            "position": { "keys": [[0.5, [0, 0.2, 0]], [1, [2, 0.2, 0]], [2, [2, 0.2, 0]]] } } } })");
    const BodyId box = world->find_body("box");
    u32 slept = 0, woke = 0;
    for (int i = 0; i < 120; ++i) {
        world->step();
        slept += count(*world, ObjectChange::slept), woke += count(*world, ObjectChange::woke);
    }
    EXPECT_NEAR(center(*world, box).x, 2, 0.2);
    EXPECT_TRUE(world->body(box)->sleeps());
    EXPECT_EQ(slept, 2u);
    EXPECT_EQ(woke, 1u);
}

// A clip stands still with its body, and goes on with it.
TEST(Distance, GuidesStandStill) {
    auto world = world_of(falling(R"(, "gravity_scale": 0, "sleep": { "beyond": 5 })"));
    const BodyId id = world->find_body("box");
    const Body& box = *world->body(id);
    world->bodies().set_guide_clips(id, {clip_of(*box.model, "bow", 1, {bend(0.4f, 0.1f), bend(0.4f, 1.0f)})});
    for (int i = 0; i < 10; ++i) world->step();
    const double before = clip_guide(box)->time();
    EXPECT_GT(before, 0.1);
    world->set_viewpoint(Vec3{1000, 0, 0});
    for (int i = 0; i < 20; ++i) world->step();
    EXPECT_TRUE(box.sleeps());
    EXPECT_LE(clip_guide(box)->time(), before + 1.001 / 60);  // the step in which it stopped
    world->set_viewpoint({});
    for (int i = 0; i < 10; ++i) world->step();
    EXPECT_FALSE(box.sleeps());
    EXPECT_GT(clip_guide(box)->time(), before + 0.1);
}

TEST(Distance, TheWorldsOriginMayBeShifted) {
    auto world = world_of(falling(R"(, "sleep": { "beyond": 50 })", R"(, "viewpoint": [0, 10, 45])"));
    const BodyId box = world->find_body("box");
    world->step();
    EXPECT_FALSE(world->body(box)->sleeps());
    world->shift_origin({0, 0, 1000});
    world->step();
    EXPECT_FALSE(world->body(box)->sleeps());
    EXPECT_NEAR(world->parameters().vector(WorldP::viewpoint).z, -955, 1e-9);
}

TEST(Distance, SnapshotsHoldIt) {
    const std::string scene = falling(R"(, "velocity": [3, 0, 0], "sleep": { "beyond": 5 })");
    auto world = world_of(scene), other = world_of(scene);
    for (int i = 0; i < 10; ++i) world->step();
    world->set_viewpoint(Vec3{1000, 0, 0});
    for (int i = 0; i < 5; ++i) world->step();
    other->restore(world->save());
    EXPECT_EQ(other->hash(), world->hash());
    for (int i = 0; i < 20; ++i) {
        if (i == 5) world->set_viewpoint({}), other->set_viewpoint({});
        world->step(), other->step();
        ASSERT_EQ(other->hash(), world->hash()) << i;
    }
    EXPECT_GT(center(*other, other->find_body("box")).x, 3 * 24 / 60.0f);
}

TEST(Distance, SameBitsForAnyNumberOfThreads) {
    const auto run = [](u32 threads) {
        auto world = world_of(R"({ "format": 1,
            "world": { "viewpoint": { "keys": [[0, [0, 0, 0]], [1, [30, 0, 0]], [2, [0, 0, 0]]] } },
            "assets": { "ball": { "shape": "sphere", "size": [0.4, 0.4, 0.4] } },
            "bodies": { "balls": { "asset": "ball", "spacing": 0.1, "sleep": { "beyond": 12, "wake_within": 9 },
                "instances": [ { "position": [0, 1, 0] }, { "position": [0.1, 1.6, 0] }, { "position": [6, 1, 0] },
                               { "position": [6.1, 1.5, 0.1] }, { "position": [12, 1, 0] } ] } },
            "colliders": { "floor": {} } })",
                              threads);
        std::vector<u64> hashes;
        u32 slept = 0;
        for (int i = 0; i < 150; ++i) {
            world->step();
            hashes.push_back(world->hash());
            slept += count(*world, ObjectChange::slept);
        }
        EXPECT_GT(slept, 4u);
        return hashes;
    };
    const std::vector<u64> plain = run(1);
    EXPECT_EQ(run(2), plain);
    EXPECT_EQ(run(8), plain);
}

TEST(Distance, WrongNumbersGetASentence) {
    const auto message = [](const std::string& body) {
        try {
            world_of(falling(body));
        } catch (const Error& e) {
            return std::string(e.what());
        }
        return std::string("no error");
    };
    const std::string wrong = message(R"(, "sleep": { "beyond": 30, "wake_within": 40 })");
    EXPECT_NE(wrong.find("bodies.box"), std::string::npos) << wrong;
    EXPECT_NE(wrong.find("40 m, more than sleep.beyond, 30 m"), std::string::npos) << wrong;
    EXPECT_NE(message(R"(, "sleep": { "beyond": -1 })").find("from 0 to"), std::string::npos);
    EXPECT_EQ(message(R"(, "sleep": { "beyond": 0, "wake_within": 0 })"), "no error");
    EXPECT_EQ(message(R"(, "sleep": { "wake_within": 40 })"), "no error");
    auto world = world_of(falling(R"(, "sleep": { "beyond": 30, "wake_within": 20 })"));
    const BodyId box = world->find_body("box");
    for (const double bad : {10.0, -1.0, static_cast<double>(NAN), static_cast<double>(INFINITY)})
        EXPECT_THROW(world->bodies().set_parameter(box, "sleep.beyond", bad), Error) << bad;
    EXPECT_EQ(world->body(box)->common.number(BodyP::sleep_beyond), 30);
}

// The old spelling, and the switch of any group.
TEST(Distance, SleepAsASwitch) {
    for (const char* never : {R"(, "sleep": false)", R"(, "sleep": { "enabled": false, "beyond": 1 })"}) {
        auto world = world_of(falling(never, R"(, "viewpoint": [1000, 0, 0])"));
        world->step();
        EXPECT_FALSE(world->body(world->find_body("box"))->sleeps()) << never;
        EXPECT_FALSE(world->body(world->find_body("box"))->common.flag(BodyP::sleep_enabled));
    }
    EXPECT_FALSE(world_of(falling("", R"(, "sleep": false)"))->parameters().flag(WorldP::sleep_enabled));
    auto world = world_of(falling(R"(, "tear": { "keys": [[0, false], [2, true]] })"));
    const BodyId box = world->find_body("box");
    EXPECT_TRUE(world->body(box)->common.keyed(BodyP::tear_enabled));
    world->bodies().set_parameter(box, "sleep", 0.0);
    EXPECT_FALSE(world->body(box)->common.flag(BodyP::sleep_enabled));
}

}  // namespace
}  // namespace distance_tests
}  // namespace pliant::testing
