// Bodies and colliders by one noun: the same calls for both, and one event for any two of them.
#include <map>
#include <tuple>

#include "unit/capi/support.h"

namespace pliant {
namespace objects_tests {
namespace {

class Objects : public CapiTest {
  protected:
    pliant_collider add_collider(const char* name, const char* shape, const char* motion, pliant_vec3 at,
                                 bool sensor = false) {
        const cpp::Settings s = cpp::make_settings("collider");
        EXPECT_OK(pliant_settings_set_text(s, "shape", shape));
        EXPECT_OK(pliant_settings_set_text(s, "motion", motion));
        EXPECT_OK(pliant_settings_set_number(s, "radius", 0.1));
        EXPECT_OK(pliant_settings_set_vector(s, "size", 0.6, 0.2, 0.6));
        EXPECT_OK(pliant_settings_set_number(s, "mass", 2));
        EXPECT_OK(pliant_settings_set_flag(s, "sensor", sensor));
        pliant_collider_def def = pliant_default_collider_def();
        def.name = name, def.settings = s, def.use_pose = true, def.pose = {at, no_turn};
        pliant_collider made{};
        EXPECT_OK(pliant_collider_create(world, &def, &made));
        return made;
    }
    pliant_transform pose_of(pliant_object object) {
        pliant_transform pose{};
        EXPECT_OK(pliant_object_get_pose(world, object, &pose));
        return pose;
    }
    std::pair<pliant_vec3, pliant_vec3> velocity_of(pliant_object object) {
        pliant_vec3 linear{}, angular{};
        EXPECT_OK(pliant_object_get_velocity(world, object, &linear, &angular));
        return {linear, angular};
    }
    double mass_of(pliant_object object) {
        double mass = 0;
        EXPECT_OK(pliant_object_get_mass(world, object, &mass));
        return mass;
    }
    std::span<const pliant_contact_event> contact_events() { return world.contact_events(); }
};

std::tuple<uint32_t, uint32_t, uint32_t> order(const pliant_object& o) { return {o.type, o.slot, o.generation}; }

// What a pair should have done over the last step.
struct Expected {
    double impulse;  // [N s]
    float normal_y;  // from a to b
};

// A scene in which each kind of pair occurs, counted by hand: what lies on another is 2 m beside the next.
TEST_F(Objects, OneEventForEveryKindOfPair) {
    const pliant_body low = add_body("low", {2, 0.21f, 0}), high = add_body("high", {2, 0.62f, 0}),
                      cushion = add_body("cushion", {4, 0.21f, 0}), sensed = add_body("sensed", {10, 0.21f, 0});
    const pliant_collider on_cushion = add_collider("on cushion", "sphere", "dynamic", {4, 0.52f, 0}),
                          ball = add_collider("ball", "sphere", "dynamic", {6, 0.11f, 0}),
                          slab = add_collider("slab", "box", "dynamic", {8, 0.11f, 0}),
                          on_slab = add_collider("on slab", "sphere", "dynamic", {8, 0.32f, 0}),
                          gate = add_collider("gate", "box", "static", {10, 0.2f, 0}, true),
                          entered = add_collider("entered", "sphere", "dynamic", {12, 0.11f, 0}),
                          rigid_gate = add_collider("rigid gate", "box", "static", {12, 0.2f, 0}, true);
    ASSERT_OK(pliant_world_set_number(world, "sleep.enabled", 0));
    step(240);
    const double dt = 1.0 / 60, g = 9.81, jelly = mass_of(body) * g * dt, rigid = 2 * g * dt;
    std::map<std::pair<uint64_t, uint64_t>, Expected> wanted;
    const auto key = [](pliant_object o) { return uint64_t{o.type} << 32 | o.slot; };
    const auto expect = [&](pliant_object a, pliant_object b, double impulse, float normal_y) {
        wanted[{key(a), key(b)}] = {impulse, normal_y};
    };
    expect(body, floor, jelly, -1);
    expect(low, floor, 2 * jelly, -1);
    expect(low, high, jelly, 1);
    expect(cushion, floor, jelly + rigid, -1);
    expect(cushion, on_cushion, rigid, 1);
    expect(floor, ball, rigid, 1);
    expect(floor, slab, 2 * rigid, 1);
    expect(slab, on_slab, rigid, 1);
    expect(sensed, floor, jelly, -1);
    expect(sensed, gate, 0, 0);
    expect(floor, entered, rigid, 1);
    expect(entered, rigid_gate, 0, 0);
    const std::span<const pliant_contact_event> events = contact_events();
    ASSERT_EQ(events.size(), wanted.size());
    for (size_t i = 0; i < events.size(); ++i) {
        const pliant_contact_event& e = events[i];
        const std::string pair = std::string(pliant_object_name(world, e.a)) + " and " + pliant_object_name(world, e.b);
        ASSERT_TRUE(wanted.count({key(e.a), key(e.b)})) << pair;
        const Expected& x = wanted[{key(e.a), key(e.b)}];
        EXPECT_EQ(e.phase, PLIANT_STAY) << pair;
        EXPECT_EQ(e.sensor, x.impulse == 0) << pair;
        EXPECT_NEAR(e.normal.y, x.normal_y, 0.1) << pair;  // the rims of two jellies lean against each other
        // A jelly that lies there still trembles by a few percent of its weight from step to step.
        EXPECT_NEAR(e.impulse, x.impulse, 0.1 * x.impulse) << pair;
        if (i > 0) {
            EXPECT_LT(std::pair(order(events[i - 1].a), order(events[i - 1].b)), std::pair(order(e.a), order(e.b)));
        }
    }
    for (const pliant_object gone : {on_cushion, slab}) ASSERT_OK(pliant_collider_destroy(world, gone));
    ASSERT_OK(pliant_body_destroy(world, high));
    step(1);
    size_t ends = 0;
    for (const pliant_contact_event& e : contact_events()) ends += e.phase == PLIANT_END;
    EXPECT_EQ(ends, 4u) << "of the ball on the cushion, of the slab with floor and ball, of the jelly on the other";
}

TEST_F(Objects, AreMovedByTheSameCalls) {
    const pliant_collider ball = add_collider("ball", "sphere", "dynamic", {2, 1, 0});
    for (const pliant_object o : {body, ball}) {
        const std::string name = pliant_object_name(world, o);
        const pliant_vec3 from = pose_of(o).position;
        ASSERT_OK(pliant_object_set_velocity(world, o, {1, 2, 3}, {0, 0, 1}));
        EXPECT_NEAR(velocity_of(o).first.z, 3, 1e-5) << name;
        EXPECT_NEAR(velocity_of(o).second.z, 1, 1e-5) << name;
        // A quarter turn about y: x goes to -z, z to x.
        const float half = std::sqrt(0.5f);
        ASSERT_OK(pliant_object_teleport(world, o, {{0, 1, 0}, {0, half, 0, half}}));
        EXPECT_NEAR(pose_of(o).position.z, -from.x, 1e-5) << name;
        EXPECT_NEAR(pose_of(o).position.y, from.y + 1, 1e-5) << name;
        EXPECT_NEAR(std::abs(pose_of(o).rotation.y), half, 1e-4) << name;
        EXPECT_NEAR(velocity_of(o).first.x, 3, 1e-4) << name;
        EXPECT_NEAR(velocity_of(o).first.z, -1, 1e-4) << name;
        ASSERT_OK(pliant_object_set_pose(world, o, {{5, 6, 7}, no_turn}));
        EXPECT_NEAR(pose_of(o).position.x, 5, 1e-4) << name;
        EXPECT_NEAR(pose_of(o).position.z, 7, 1e-4) << name;
        EXPECT_NEAR(std::abs(pose_of(o).rotation.w), 1, 1e-5) << name;
    }
    EXPECT_OK(pliant_object_set_pose(world, floor, {{0, -1, 0}, no_turn}));
    EXPECT_EQ(pose_of(floor).position.y, -1);
    EXPECT_FAILS(pliant_object_set_velocity(world, floor, {}, {}), PLIANT_BAD_ARGUMENT, "is no rigid body");
    EXPECT_FAILS(pliant_object_wake(world, floor), PLIANT_BAD_ARGUMENT, "is no rigid body");
}

// m v = J for an impulse, and F t for a force during a step of 1/60 s, on what floats.
TEST_F(Objects, ArePushedByTheSameCalls) {
    ASSERT_OK(pliant_world_set_vector(world, "gravity", 0, 0, 0));
    const pliant_collider ball = add_collider("ball", "sphere", "dynamic", {2, 1, 0});
    for (const pliant_object o : {body, ball}) {
        const std::string name = pliant_object_name(world, o);
        const float m = static_cast<float>(mass_of(o));
        EXPECT_GT(m, 0) << name;
        ASSERT_OK(pliant_object_set_velocity(world, o, {}, {}));
        ASSERT_OK(pliant_object_apply_impulse(world, o, {m, 0, 0}));
        EXPECT_NEAR(velocity_of(o).first.x, 1, 1e-5) << name;
        EXPECT_NEAR(velocity_of(o).second.z, 0, 1e-5) << name;
        ASSERT_OK(pliant_object_set_velocity(world, o, {}, {}));
        const pliant_vec3 middle = pose_of(o).position;
        ASSERT_OK(pliant_object_apply_force_at(world, o, {0, 0, 60 * m}, middle));
        EXPECT_EQ(velocity_of(o).first.z, 0) << name << ": it acts during the next step";
        step(1);
        EXPECT_NEAR(velocity_of(o).first.z, 1, 2e-3) << name;  // air drags 0.1 % of it away in a step
        step(1);
        EXPECT_NEAR(velocity_of(o).first.z, 1, 4e-3) << name << ": and not in those after it";
    }
    // At the edge of a sphere of radius r, across: L = r J, and I = 2/5 m r².
    ASSERT_OK(pliant_object_set_velocity(world, ball, {}, {}));
    const pliant_vec3 at = pose_of(ball).position;
    ASSERT_OK(pliant_object_apply_impulse_at(world, ball, {0.2f, 0, 0}, {at.x, at.y + 0.1f, at.z}));
    EXPECT_NEAR(velocity_of(ball).first.x, 0.1f, 1e-6);
    EXPECT_NEAR(velocity_of(ball).second.z, -0.2f * 0.1f / (0.4f * 2 * 0.01f), 1e-4);
}

TEST_F(Objects, SleepAndWakeByTheSameCalls) {
    const pliant_collider ball = add_collider("ball", "sphere", "dynamic", {2, 0.11f, 0});
    const auto is_asleep = [&](pliant_object o) {
        bool asleep = false;
        EXPECT_OK(pliant_object_is_asleep(world, o, &asleep));
        return asleep;
    };
    std::map<uint32_t, int> slept, woke;  // by type
    for (int i = 0; i < 600; ++i) {
        step(1);
        const pliant_object_event* events = nullptr;
        for (size_t n = pliant_world_object_events(world, &events); n-- > 0;)
            slept[events[n].object.type] += events[n].change == PLIANT_SLEPT;
    }
    for (const pliant_object o : {body, ball}) {
        EXPECT_EQ(slept[o.type], 1);
        EXPECT_TRUE(is_asleep(o));
        ASSERT_OK(pliant_object_wake(world, o));
        EXPECT_FALSE(is_asleep(o));
    }
    step(1);
    const pliant_object_event* events = nullptr;
    for (size_t n = pliant_world_object_events(world, &events); n-- > 0;)
        woke[events[n].object.type] += events[n].change == PLIANT_WOKE;
    EXPECT_EQ(woke[PLIANT_OBJECT_BODY], 1);
    EXPECT_EQ(woke[PLIANT_OBJECT_COLLIDER], 1);
}

// What rests feels its weight from below in every substep, and a program is told where.
TEST_F(Objects, TellTheImpulsesOfTheirContacts) {
    const pliant_collider ball = add_collider("ball", "sphere", "dynamic", {2, 0.11f, 0});
    ASSERT_OK(pliant_world_set_number(world, "sleep.enabled", 0));
    step(240);
    size_t count = 9;
    ASSERT_OK(pliant_object_contact_impulses(world, ball, nullptr, 0, &count));
    EXPECT_EQ(count, 0u) << "they were not asked for";
    for (const pliant_object o : {body, ball}) ASSERT_OK(pliant_object_enable_contact_impulses(world, o, true));
    step(1);
    for (const pliant_object o : {body, ball}) {
        const std::string name = pliant_object_name(world, o);
        const std::vector<pliant_contact_impulse> impulses = cpp::Object(world, o).contact_impulses();
        ASSERT_GE(impulses.size(), 4u) << name;
        double sum = 0;
        for (const pliant_contact_impulse& i : impulses) {
            EXPECT_EQ(i.other, floor) << name;
            EXPECT_LT(i.substep, 4u) << name;
            EXPECT_NEAR(i.point.y, 0, 0.02) << name;
            sum += static_cast<double>(i.impulse.y);
        }
        const double weight = mass_of(o) * 9.81 / 60;
        EXPECT_NEAR(sum, weight, 0.1 * weight) << name;  // as in OneEventForEveryKindOfPair
        pliant_contact_impulse one{};
        EXPECT_FAILS(pliant_object_contact_impulses(world, o, &one, 1, &count), PLIANT_BUFFER_TOO_SMALL, "room for 1");
        EXPECT_EQ(count, impulses.size()) << name;
        ASSERT_OK(pliant_object_enable_contact_impulses(world, o, false));
    }
    step(1);
    ASSERT_OK(pliant_object_contact_impulses(world, body, nullptr, 0, &count));
    EXPECT_EQ(count, 0u);
}

// A force that was given before a snapshot acts after it.
TEST_F(Objects, ForcesOnRigidBodiesAreInSnapshots) {
    const pliant_collider ball = add_collider("ball", "sphere", "dynamic", {2, 1, 0});
    step(1);
    ASSERT_OK(pliant_object_apply_force_at(world, ball, {100, 0, 0}, {2, 1.1f, 0}));
    size_t size = 0;
    ASSERT_OK(pliant_world_save(world, nullptr, 0, &size));
    std::vector<char> saved(size);
    ASSERT_OK(pliant_world_save(world, saved.data(), size, &size));
    step(1);
    const uint64_t went_on = hash();
    ASSERT_OK(pliant_world_restore(world, saved.data(), size));
    step(1);
    EXPECT_EQ(hash(), went_on);
    EXPECT_NEAR(velocity_of(ball).first.x, 100.0f / 60 / 2, 1e-3);
}

}  // namespace
}  // namespace objects_tests
}  // namespace pliant
