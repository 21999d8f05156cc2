// Time, events, jobs, colliders: a world as an engine drives it.
#include <atomic>
#include <thread>

#include "unit/capi/support.h"

namespace pliant {
namespace world_tests {
namespace {

using CapiWorld = CapiTest;

TEST_F(CapiWorld, AdvanceKeepsWhatIsLeft) {
    uint32_t steps = 99;
    ASSERT_OK(pliant_world_advance(world, 0.5 / 60, 8, &steps));
    EXPECT_EQ(steps, 0u);
    pliant_world_info info{};
    ASSERT_OK(pliant_world_get_info(world, &info));
    EXPECT_NEAR(info.interpolation, 0.5, 1e-5);
    ASSERT_OK(pliant_world_advance(world, 2.0 / 60, 8, &steps));
    EXPECT_EQ(steps, 2u);
    ASSERT_OK(pliant_world_get_info(world, &info));
    EXPECT_NEAR(info.interpolation, 0.5, 1e-5);
    EXPECT_EQ(info.steps, 2u);
    EXPECT_NEAR(info.time, 2.0 / 60, 1e-9);
    ASSERT_OK(pliant_world_advance(world, 100, 3, &steps));
    EXPECT_EQ(steps, 3u) << "no more than asked for";
    ASSERT_OK(pliant_world_get_info(world, &info));
    EXPECT_LE(info.interpolation, 1) << "time that is lost is not caught up with";
    ASSERT_OK(pliant_world_advance(world, 1e300, 1, nullptr));
    ASSERT_OK(pliant_world_advance(world, 0, 8, &steps));
    EXPECT_EQ(steps, 0u);
}

TEST_F(CapiWorld, FarBodiesSleep) {
    ASSERT_OK(pliant_body_set_number(world, body, "sleep.beyond", 20));
    const pliant_vec3 far{100, 0, 0};
    ASSERT_OK(pliant_world_set_viewpoint(world, &far));
    step(1);
    const pliant_object_event* events = nullptr;
    ASSERT_EQ(pliant_world_object_events(world, &events), 1u);
    EXPECT_EQ(events[0].change, PLIANT_SLEPT);
    pliant_body_info info{};
    ASSERT_OK(pliant_body_get_info(world, body, &info));
    EXPECT_TRUE(info.asleep);
    const float height = info.center.y;
    ASSERT_OK(pliant_object_wake(world, body));
    step(30);
    ASSERT_OK(pliant_body_get_info(world, body, &info));
    EXPECT_EQ(info.center.y, height);
    double viewpoint[3] = {};
    ASSERT_OK(pliant_world_get(world, "viewpoint", viewpoint));
    EXPECT_EQ(viewpoint[0], 100);
    ASSERT_OK(pliant_world_set_viewpoint(world, nullptr));
    step(1);
    ASSERT_EQ(pliant_world_object_events(world, &events), 1u);
    EXPECT_EQ(events[0].change, PLIANT_WOKE);
    ASSERT_OK(pliant_body_get_info(world, body, &info));
    EXPECT_FALSE(info.asleep);
    EXPECT_LT(info.center.y, height);
}

TEST_F(CapiWorld, ParticlesAreFoundHeldAndTakenOutOfContact) {
    size_t count = 0, all = 0;
    ASSERT_OK(pliant_body_particles_in_ball(world, body, {0, 0.5f, 0}, 10, nullptr, 0, &all));
    pliant_body_info info{};
    ASSERT_OK(pliant_body_get_info(world, body, &info));
    EXPECT_EQ(all, info.particles);
    std::vector<uint32_t> particles(all);
    ASSERT_OK(pliant_body_particles_in_box(world, body, {{-1, 0.6f, -1}, {1, 1, 1}}, particles.data(), all, &count));
    ASSERT_GT(count, 0u);
    ASSERT_LT(count, all);
    EXPECT_TRUE(std::is_sorted(particles.begin(), particles.begin() + static_cast<std::ptrdiff_t>(count)));
    ASSERT_OK(pliant_body_hold(world, body, particles.data(), count, true));
    step(60);
    ASSERT_OK(pliant_body_get_info(world, body, &info));
    EXPECT_GT(info.center.y, 0.4f);
    ASSERT_OK(pliant_body_hold(world, body, particles.data(), count, false));
    ASSERT_OK(pliant_body_particles_in_ball(world, body, {0, 0.5f, 0}, 10, particles.data(), all, &count));
    ASSERT_OK(pliant_body_set_contact_enabled(world, body, particles.data(), count, false));
    step(60);
    ASSERT_OK(pliant_body_get_info(world, body, &info));
    EXPECT_LT(info.center.y, -1);
}

TEST_F(CapiWorld, ABodyIgnoresTheFloor) {
    const char* const names[] = {pliant_object_name(world, floor)};
    ASSERT_OK(pliant_body_set_names(world, body, "ignores", names, 1));
    step(60);
    pliant_body_info info{};
    ASSERT_OK(pliant_body_get_info(world, body, &info));
    EXPECT_LT(info.center.y, -1);
}

TEST_F(CapiWorld, StepsOfAdvanceAreStepsOfStep) {
    uint64_t stepped = 0;
    step(7);
    stepped = hash();
    TearDown(), SetUp();
    uint32_t steps = 0;
    ASSERT_OK(pliant_world_advance(world, 7.001 / 60, 10, &steps));
    EXPECT_EQ(steps, 7u);
    EXPECT_EQ(hash(), stepped);
}

TEST_F(CapiWorld, ContactEventsBeginStayAndEnd) {
    ASSERT_OK(pliant_body_reset(world, body, {{0, 0.25f, 0}, no_turn}));
    int begins = 0, stays = 0, ends = 0;
    const auto listen = [&] {
        const pliant_contact_event* events = nullptr;
        const size_t count = pliant_world_contact_events(world, &events);
        for (size_t i = 0; i < count; ++i) {
            EXPECT_EQ(events[i].a, body);
            EXPECT_EQ(events[i].b, floor);
            EXPECT_FALSE(events[i].sensor);
            if (events[i].phase == PLIANT_BEGIN) {
                EXPECT_NEAR(events[i].normal.y, -1, 1e-3) << "from the body to the floor";
            }
            begins += events[i].phase == PLIANT_BEGIN, stays += events[i].phase == PLIANT_STAY,
                ends += events[i].phase == PLIANT_END;
        }
    };
    for (int i = 0; i < 60; ++i) step(1), listen();
    EXPECT_GE(begins, 1);
    EXPECT_GT(stays, 5);
    ASSERT_OK(pliant_object_set_velocity(world, body, {0, 10, 0}, {}));
    for (int i = 0; i < 20; ++i) step(1), listen();
    EXPECT_EQ(begins, ends) << "all that began has ended when it is in the air";
}

TEST_F(CapiWorld, SensorsReportAndDoNotPush) {
    const cpp::Settings given = cpp::make_settings("collider");
    ASSERT_OK(pliant_settings_set_text(given, "shape", "sphere"));
    ASSERT_OK(pliant_settings_set_number(given, "radius", 0.3));
    ASSERT_OK(pliant_settings_set_flag(given, "sensor", true));
    pliant_collider_def def = pliant_default_collider_def();
    def.name = "door", def.settings = given, def.use_pose = true, def.pose.position = {0, 0.6f, 0};
    pliant_collider door{};
    ASSERT_OK(pliant_collider_create(world, &def, &door));
    EXPECT_EQ(std::string(pliant_object_name(world, door)), "door");
    ASSERT_OK(pliant_collider_destroy(world, floor));
    bool sensed = false;
    for (int i = 0; i < 30; ++i) {
        step(1);
        const pliant_contact_event* events = nullptr;
        for (size_t n = pliant_world_contact_events(world, &events); n-- > 0;) sensed = sensed || events[n].sensor;
    }
    EXPECT_TRUE(sensed);
    EXPECT_NEAR(info_of(body).center.y, 0.5 - 0.5 * 9.81 * 0.25, 0.06) << "it fell freely for half a second";
}

TEST_F(CapiWorld, BodiesFallAsleepAndWake) {
    ASSERT_OK(pliant_body_reset(world, body, {{0, 0.205f, 0}, no_turn}));
    bool slept = false, woke = false;
    const auto listen = [&] {
        const pliant_object_event* events = nullptr;
        for (size_t n = pliant_world_object_events(world, &events); n-- > 0;) {
            EXPECT_EQ(events[n].object, body);
            slept = slept || events[n].change == PLIANT_SLEPT, woke = woke || events[n].change == PLIANT_WOKE;
        }
    };
    for (int i = 0; i < 600 && !slept; ++i) step(1), listen();
    ASSERT_TRUE(slept) << "a jelly on a floor comes to rest within ten seconds";
    EXPECT_TRUE(info_of(body).asleep);
    ASSERT_OK(pliant_object_apply_impulse(world, body, {0, 50, 0}));
    for (int i = 0; i < 3; ++i) step(1), listen();
    EXPECT_TRUE(woke);
    EXPECT_FALSE(info_of(body).asleep);
}

TEST_F(CapiWorld, PlacedCollidersAreThereAtOnce) {
    ASSERT_OK(pliant_object_set_pose(world, floor, {{0, -5, 0}, no_turn}));
    pliant_transform pose{};
    ASSERT_OK(pliant_object_get_pose(world, floor, &pose));
    EXPECT_EQ(pose.position.y, -5);
    const pliant_ray down{{3, 1, 0}, {0, -1, 0}, 0};
    pliant_hit hit{};
    ASSERT_OK(pliant_world_cast_rays(world, &down, 1, &hit));
    EXPECT_NEAR(hit.distance, 6, 1e-3);
}

TEST_F(CapiWorld, MovedCollidersArriveAfterTheStep) {
    const cpp::Settings given = cpp::make_settings("collider");
    ASSERT_OK(pliant_settings_set_text(given, "shape", "box"));
    pliant_collider_def def = pliant_default_collider_def();
    def.settings = given, def.use_pose = true, def.pose.position = {5, 0, 0};
    pliant_collider box{};
    ASSERT_OK(pliant_collider_create(world, &def, &box));
    ASSERT_OK(pliant_collider_move(world, box, {{5.1f, 0, 0}, no_turn}));
    pliant_transform pose{};
    ASSERT_OK(pliant_object_get_pose(world, box, &pose));
    EXPECT_EQ(pose.position.x, 5);
    step(1);
    ASSERT_OK(pliant_object_get_pose(world, box, &pose));
    EXPECT_FLOAT_EQ(pose.position.x, 5.1f);
}

TEST_F(CapiWorld, ListsAndNames) {
    const pliant_body second = add_body("second", {2, 0.5f, 0});
    pliant_body ids[3]{};
    EXPECT_EQ(pliant_world_bodies(world, nullptr, 0), 2u);
    EXPECT_EQ(pliant_world_bodies(world, ids, 1), 2u);
    EXPECT_EQ(ids[0].slot, body.slot);
    EXPECT_EQ(ids[1].slot, 0u) << "no more than there is room for";
    EXPECT_EQ(pliant_world_bodies(world, ids, 3), 2u);
    EXPECT_EQ(ids[1].slot, second.slot);
    pliant_body found{};
    ASSERT_OK(pliant_world_find_body(world, "second", &found));
    EXPECT_EQ(found.slot, second.slot);
    EXPECT_FAILS(pliant_world_find_body(world, "third", &found), PLIANT_NO_SUCH_ID, "third");
    EXPECT_EQ(std::string(info_of(second).name), "second");
    EXPECT_EQ(std::string(info_of(second).kind), "lattice");
}

TEST_F(CapiWorld, ParametersCanBeReadBack) {
    double value[3]{};
    ASSERT_OK(pliant_world_set_vector(world, "gravity", 0, -1.6, 0));
    ASSERT_OK(pliant_world_get(world, "gravity", value));
    EXPECT_EQ(value[1], -1.6);
    ASSERT_OK(pliant_body_set_number(world, body, "friction", 0.25));
    ASSERT_OK(pliant_body_get_number(world, body, "friction", value));
    EXPECT_EQ(value[0], 0.25);
    ASSERT_OK(pliant_body_set_number(world, body, "youngs_modulus", 3e4));
    step(1);
    EXPECT_NEAR(info_of(body).modulus_wanted, 3e4, 1);
}

TEST_F(CapiWorld, ImpulsesChangeMomentum) {
    ASSERT_OK(pliant_world_set_vector(world, "gravity", 0, 0, 0));
    const double mass = info_of(body).mass;
    ASSERT_OK(pliant_object_apply_impulse(world, body, {3, 0, 0}));
    EXPECT_NEAR(info_of(body).velocity.x * mass, 3, 1e-3);
    ASSERT_OK(pliant_object_apply_impulse_at(world, body, {0, 2, 0}, {0.2f, 0.5f, 0}));
    EXPECT_NEAR(info_of(body).velocity.y * mass, 2, 1e-3);
    ASSERT_OK(pliant_object_apply_force_at(world, body, {0, 0, 60}, {0, 0.5f, 0.2f}));
    step(1);  // 60 N for 1/60 s
    EXPECT_NEAR(info_of(body).velocity.z * mass, 1, 0.02);
}

// It settles before the clock starts.
TEST_F(CapiWorld, PrerollMovesBodiesAndNotTheClock) {
    const cpp::Settings given = cpp::make_settings("world");
    ASSERT_OK(pliant_settings_set_number(given, "preroll", 0.5));
    pliant_world_def world_def = pliant_default_world_def();
    world_def.settings = given;
    const cpp::World w = cpp::make_world(world_def);
    pliant_body_def def = pliant_default_body_def();
    def.model = model;
    pliant_body id{};
    ASSERT_OK(pliant_body_create(w, &def, &id));
    pliant_body_info before{}, after{};
    ASSERT_OK(pliant_body_get_info(w, id, &before));
    ASSERT_OK(pliant_world_preroll(w));
    ASSERT_OK(pliant_body_get_info(w, id, &after));
    EXPECT_NEAR(before.center.y - after.center.y, 0.5 * 9.81 * 0.5 * 0.5, 0.02) << "it has fallen for half a second";
    pliant_world_info info{};
    ASSERT_OK(pliant_world_get_info(w, &info));
    EXPECT_EQ(info.time, 0);
}

// Lanes that fill up a plane used to see what the thread's scratch held before, so that the hash of a large body
// depended on which thread had done what. Whether it showed was luck: hence three worlds.
TEST_F(CapiWorld, HashOfALargeBodyDoesNotDependOnThreads) {
    cpp::Asset ball;
    ASSERT_OK(pliant_asset_from_shape("sphere", {1, 1, 1}, 0, ball.out()));
    ASSERT_OK(pliant_settings_set_number(settings, "spacing", 0.035));
    const cpp::Model large = cpp::cook(ball, settings);
    const auto hash_with = [&](uint32_t threads) {
        pliant_world_def world_def = pliant_default_world_def();
        world_def.threads = threads;
        const cpp::World w = cpp::make_world(world_def);
        pliant_body_def def = pliant_default_body_def();
        def.model = large;
        pliant_body id{};
        EXPECT_OK(pliant_body_create(w, &def, &id));
        EXPECT_OK(pliant_object_set_velocity(w, id, {}, {1, 2, 3}));
        for (int i = 0; i < 8; ++i) EXPECT_OK(pliant_world_step(w));
        uint64_t value = 0;
        EXPECT_OK(pliant_world_hash(w, &value));
        return value;
    };
    const uint64_t alone = hash_with(1);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(hash_with(3), alone);
}

// ---- jobs of the engine

struct Lent {
    std::vector<std::thread> threads;
    std::atomic<int> helped{0};
    int started = 0, finished = 0;
    pliant_world world{};
    pliant_body body{};
    pliant_result hash_in_step = PLIANT_OK, step_in_step = PLIANT_OK, surface_in_step = PLIANT_FAILED;
};

void start_jobs(void* context, void (*help)(void*, uint32_t), void* team) {
    Lent& lent = *static_cast<Lent*>(context);
    ++lent.started;
    uint64_t ignored = 0;
    pliant_surface surface{};
    lent.hash_in_step = pliant_world_hash(lent.world, &ignored);
    lent.step_in_step = pliant_world_step(lent.world);
    lent.surface_in_step = pliant_body_surface(lent.world, lent.body, &surface);
    for (uint32_t worker = 1; worker < 3; ++worker)
        lent.threads.emplace_back([&lent, help, team, worker] { help(team, worker), ++lent.helped; });
}

void finish_jobs(void* context) {
    Lent& lent = *static_cast<Lent*>(context);
    ++lent.finished;
    for (std::thread& t : lent.threads) t.join();
    lent.threads.clear();
}

TEST_F(CapiWorld, LentJobsGiveTheSameBits) {
    step(12);
    const uint64_t alone = hash();
    Lent lent;
    const pliant_jobs jobs{&lent, 3, start_jobs, finish_jobs};
    pliant_world_def def = pliant_default_world_def();
    def.jobs = &jobs;
    cpp::World with_jobs = cpp::make_world(def);
    std::swap(world, with_jobs);
    const pliant_collider_def floor_def = pliant_default_collider_def();
    ASSERT_OK(pliant_collider_create(world, &floor_def, &floor));
    body = add_body("box", {0, 0.5f, 0});
    lent.world = world, lent.body = body;
    step(12);
    EXPECT_EQ(hash(), alone);
    EXPECT_EQ(lent.started, 12);
    EXPECT_EQ(lent.finished, 12);
    EXPECT_EQ(lent.helped, 24);
    EXPECT_EQ(lent.hash_in_step, PLIANT_WORLD_LOCKED);
    EXPECT_EQ(lent.step_in_step, PLIANT_WORLD_LOCKED);
    EXPECT_EQ(lent.surface_in_step, PLIANT_OK) << "the last complete frame can be drawn during a step";
}

TEST_F(CapiWorld, LentJobsThatNeverHelpCostOnlyTime) {
    const pliant_jobs lazy{nullptr, 3, [](void*, void (*)(void*, uint32_t), void*) {}, [](void*) {}};
    pliant_world_def def = pliant_default_world_def();
    def.jobs = &lazy;
    const cpp::World slow = cpp::make_world(def);
    pliant_body_def body_def = pliant_default_body_def();
    body_def.model = model;
    pliant_body made{};
    ASSERT_OK(pliant_body_create(slow, &body_def, &made));
    for (int i = 0; i < 3; ++i) EXPECT_OK(pliant_world_step(slow));
}

TEST_F(CapiWorld, WorldsOnTheirOwnThreads) {
    std::vector<uint64_t> hashes(3);
    std::vector<std::thread> threads;
    for (uint64_t& result : hashes)
        threads.emplace_back([&, model_id = model.get()] {
            const cpp::World mine = cpp::make_world();
            pliant_body_def def = pliant_default_body_def();
            def.model = model_id;
            pliant_body made{};
            EXPECT_OK(pliant_body_create(mine, &def, &made));
            for (int i = 0; i < 20; ++i) EXPECT_OK(pliant_world_step(mine));
            EXPECT_OK(pliant_world_hash(mine, &result));
        });
    for (std::thread& t : threads) t.join();
    EXPECT_EQ(hashes[0], hashes[1]);
    EXPECT_EQ(hashes[0], hashes[2]);
}

}  // namespace
}  // namespace world_tests
}  // namespace pliant
