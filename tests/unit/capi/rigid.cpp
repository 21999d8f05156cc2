// Rigid bodies and joints by the C interface.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "support.h"

namespace rigid_tests {

namespace {

pliant_collider add_sphere(pliant_world world, const char* name, const char* motion, float x) {
    pliant_settings settings;
    EXPECT_EQ(pliant_settings_create("collider", &settings), PLIANT_OK);
    EXPECT_EQ(pliant_settings_set_text(settings, "shape", "sphere"), PLIANT_OK);
    EXPECT_EQ(pliant_settings_set_text(settings, "motion", motion), PLIANT_OK);
    EXPECT_EQ(pliant_settings_set_number(settings, "radius", 0.1), PLIANT_OK);
    EXPECT_EQ(pliant_settings_set_number(settings, "mass", 2), PLIANT_OK);
    EXPECT_EQ(pliant_settings_set_vector(settings, "position", x, 1, 0), PLIANT_OK);
    pliant_collider_def def = pliant_default_collider_def();
    def.name = name, def.settings = settings;
    pliant_collider collider{};
    EXPECT_EQ(pliant_collider_create(world, &def, &collider), PLIANT_OK) << pliant_last_error();
    pliant_settings_destroy(settings);
    return collider;
}

// What a callback may do, and what not.
struct HostCall {
    pliant_world world;
    pliant_collider body;
    int calls = 0;
    double seconds = 0;
    pliant_result told = PLIANT_FAILED, asked = PLIANT_FAILED, stepped = PLIANT_OK;
};

TEST(CRigid, TheHostMovesItsOwn) {
    pliant_world_def def = pliant_default_world_def();
    pliant_world world;
    ASSERT_EQ(pliant_world_create(&def, &world), PLIANT_OK);
    const pliant_collider ball = add_sphere(world, "ball", "host", 0), other = add_sphere(world, "other", "dynamic", 1);
    pliant_host_body state{{{0, 5, 0}, {0, 0, 0, 1}}, {1, 0, 0}, {}, 3, {1, 1, 1}, {{}, {0, 0, 0, 1}}};
    EXPECT_EQ(pliant_collider_set_host_body(world, other, &state), PLIANT_BAD_ARGUMENT) << "it is the world's own";
    EXPECT_EQ(pliant_collider_host_impulse(world, other, nullptr, nullptr), PLIANT_BAD_ARGUMENT);
    EXPECT_EQ(pliant_collider_set_host_body(world, ball, nullptr), PLIANT_BAD_ARGUMENT);
    EXPECT_EQ(pliant_collider_set_host_body(world, ball, &state), PLIANT_OK) << pliant_last_error();
    double mass = 0;
    EXPECT_EQ(pliant_object_get_mass(world, ball, &mass), PLIANT_OK);
    EXPECT_DOUBLE_EQ(mass, 3);
    state.mass = 0;
    EXPECT_EQ(pliant_collider_set_host_body(world, ball, &state), PLIANT_BAD_INPUT);

    EXPECT_EQ(pliant_object_apply_impulse_at(world, ball, {0, 0, 6}, {0, 6, 0}), PLIANT_OK);
    pliant_vec3 impulse{}, angular_impulse{};
    EXPECT_EQ(pliant_collider_host_impulse(world, ball, &impulse, &angular_impulse), PLIANT_OK);
    EXPECT_FLOAT_EQ(impulse.z, 6);
    EXPECT_FLOAT_EQ(angular_impulse.x, 6);

    HostCall call{world, ball};
    const auto after = [](void* context, double seconds) {
        HostCall& c = *static_cast<HostCall*>(context);
        const pliant_host_body here{{{0, 7, 0}, {0, 0, 0, 1}}, {}, {}, 3, {1, 1, 1}, {{}, {0, 0, 0, 1}}};
        ++c.calls, c.seconds += seconds;
        c.asked = pliant_collider_host_impulse(c.world, c.body, nullptr, nullptr);
        c.told = pliant_collider_set_host_body(c.world, c.body, &here);
        c.stepped = pliant_world_step(c.world);
    };
    ASSERT_EQ(pliant_world_on_substep(world, after, &call), PLIANT_OK);
    ASSERT_EQ(pliant_world_step(world), PLIANT_OK);
    EXPECT_EQ(call.told, PLIANT_OK);
    EXPECT_EQ(call.asked, PLIANT_OK);
    EXPECT_EQ(call.stepped, PLIANT_WORLD_LOCKED);
    EXPECT_EQ(call.calls, 4);
    EXPECT_NEAR(call.seconds, 1.0 / 60, 1e-8);
    pliant_transform pose{};
    EXPECT_EQ(pliant_object_get_pose(world, ball, &pose), PLIANT_OK);
    EXPECT_FLOAT_EQ(pose.position.y, 7);
    ASSERT_EQ(pliant_world_on_substep(world, nullptr, nullptr), PLIANT_OK);
    ASSERT_EQ(pliant_world_step(world), PLIANT_OK);
    EXPECT_EQ(call.calls, 4);
    pliant_world_destroy(world);
}

// A dumb-bell falls on a floor, and that is told.
TEST(CRigid, CompoundsAndTheirContacts) {
    pliant_world_def def = pliant_default_world_def();
    pliant_world world;
    ASSERT_EQ(pliant_world_create(&def, &world), PLIANT_OK);
    const auto settings_of = [](const char* shape, double x) {
        pliant_settings settings;
        EXPECT_EQ(pliant_settings_create("collider", &settings), PLIANT_OK);
        EXPECT_EQ(pliant_settings_set_text(settings, "shape", shape), PLIANT_OK);
        EXPECT_EQ(pliant_settings_set_number(settings, "radius", 0.1), PLIANT_OK);
        EXPECT_EQ(pliant_settings_set_vector(settings, "position", x, 0, 0), PLIANT_OK);
        return settings;
    };
    const pliant_settings parts[] = {settings_of("sphere", -0.3), settings_of("sphere", 0.3)};
    const pliant_settings whole = settings_of("compound", 0);
    EXPECT_EQ(pliant_settings_set_text(whole, "motion", "dynamic"), PLIANT_OK);
    EXPECT_EQ(pliant_settings_set_number(whole, "density", 1000), PLIANT_OK);
    EXPECT_EQ(pliant_settings_set_vector(whole, "position", 0, 0.5, 0), PLIANT_OK);
    const pliant_collider_def floor_def = pliant_default_collider_def();
    pliant_collider_def bell_def = pliant_default_collider_def();
    pliant_collider floor{}, bell{};
    ASSERT_EQ(pliant_collider_create(world, &floor_def, &floor), PLIANT_OK);
    bell_def.settings = whole;
    EXPECT_EQ(pliant_collider_create(world, &bell_def, &bell), PLIANT_BAD_ARGUMENT) << "without parts";
    bell_def.parts = parts, bell_def.part_count = 2;
    ASSERT_EQ(pliant_collider_create(world, &bell_def, &bell), PLIANT_OK) << pliant_last_error();
    for (const pliant_settings s : {parts[0], parts[1], whole}) pliant_settings_destroy(s);
    double mass = 0;
    EXPECT_EQ(pliant_object_get_mass(world, bell, &mass), PLIANT_OK);
    EXPECT_NEAR(mass, 2 * 1000 * 4.18879 * 0.001, 1e-3);

    int hits = 0;
    for (int i = 0; i < 60; ++i) {
        ASSERT_EQ(pliant_world_step(world), PLIANT_OK);
        const pliant_contact_event* events = nullptr;
        const size_t count = pliant_world_contact_events(world, &events);
        for (size_t e = 0; e < count; ++e) {
            EXPECT_EQ(events[e].a, floor);
            EXPECT_EQ(events[e].b, bell);
            hits += events[e].hit;
        }
    }
    EXPECT_EQ(hits, 1);
    pliant_transform pose{};
    EXPECT_EQ(pliant_object_get_pose(world, bell, &pose), PLIANT_OK);
    EXPECT_NEAR(pose.position.y, 0.1f, 0.002f);
    EXPECT_EQ(pliant_world_contact_events(world, nullptr), 0u);
    pliant_world_destroy(world);
}

TEST(CRigid, BodiesArePushedAndJoined) {
    pliant_world_def def = pliant_default_world_def();
    pliant_world world;
    ASSERT_EQ(pliant_world_create(&def, &world), PLIANT_OK);
    const pliant_collider ball = add_sphere(world, "ball", "dynamic", 0), post = add_sphere(world, "post", "static", 1);
    double mass = 0;
    EXPECT_EQ(pliant_object_get_mass(world, ball, &mass), PLIANT_OK);
    EXPECT_DOUBLE_EQ(mass, 2);
    EXPECT_EQ(pliant_object_get_mass(world, post, &mass), PLIANT_BAD_ARGUMENT) << "it is no rigid body";
    EXPECT_EQ(pliant_collider_move(world, ball, {{0, 0, 0}, {0, 0, 0, 1}}), PLIANT_BAD_ARGUMENT);
    EXPECT_EQ(pliant_object_set_velocity(world, ball, {0, 3, 0}, {1, 0, 0}), PLIANT_OK);
    EXPECT_EQ(pliant_object_apply_impulse_at(world, ball, {2, 0, 0}, {0, 1, 0}), PLIANT_OK);
    pliant_vec3 linear{}, angular{};
    ASSERT_EQ(pliant_object_get_velocity(world, ball, &linear, &angular), PLIANT_OK);
    EXPECT_FLOAT_EQ(linear.x, 1);
    EXPECT_FLOAT_EQ(linear.y, 3);
    EXPECT_FLOAT_EQ(angular.x, 1);

    pliant_settings settings;
    ASSERT_EQ(pliant_settings_create("joint", &settings), PLIANT_OK);
    pliant_joint joint{};
    EXPECT_EQ(pliant_joint_create(world, "none", settings, &joint), PLIANT_BAD_INPUT) << "without b";
    EXPECT_EQ(pliant_settings_set_text(settings, "kind", "distance"), PLIANT_OK);
    EXPECT_EQ(pliant_settings_set_text(settings, "a", "post"), PLIANT_OK);
    EXPECT_EQ(pliant_settings_set_text(settings, "b", "ball"), PLIANT_OK);
    EXPECT_EQ(pliant_settings_set_number(settings, "high", 1.2), PLIANT_OK);
    ASSERT_EQ(pliant_joint_create(world, "string", settings, &joint), PLIANT_OK) << pliant_last_error();
    pliant_settings_destroy(settings);
    float farthest = 0;
    for (int i = 0; i < 120; ++i) {
        ASSERT_EQ(pliant_world_step(world), PLIANT_OK);
        pliant_joint_info info{};
        ASSERT_EQ(pliant_joint_get_info(world, joint, &info), PLIANT_OK);
        EXPECT_STREQ(info.name, "string");
        EXPECT_FALSE(info.broken);
        pliant_transform at{};
        pliant_object_get_pose(world, ball, &at);
        farthest = std::max(farthest, std::hypot(at.position.x - 1, at.position.y - 1, at.position.z));
    }
    std::printf("the ball on a string of 1.2 m comes %.4f m far\n", static_cast<double>(farthest));
    EXPECT_NEAR(farthest, 1.2f, 0.002f);
    EXPECT_EQ(pliant_joint_set_number(world, joint, "break_force", 0.01), PLIANT_OK);
    EXPECT_EQ(pliant_joint_set_number(world, joint, "kind", 1), PLIANT_BAD_INPUT);
    EXPECT_EQ(pliant_joint_set_number(world, joint, "swing_y", 10), PLIANT_BAD_INPUT) << "a distance has none";
    size_t broken = 0;
    for (int i = 0; i < 60; ++i) {
        ASSERT_EQ(pliant_world_step(world), PLIANT_OK);
        const pliant_joint_event* events = nullptr;
        broken += pliant_world_joint_events(world, &events);
    }
    EXPECT_EQ(broken, 1u);
    pliant_joint found{};
    EXPECT_EQ(pliant_world_joints(world, nullptr, 0), 1u);
    EXPECT_EQ(pliant_world_find_joint(world, "string", &found), PLIANT_OK);
    EXPECT_EQ(pliant_collider_destroy(world, ball), PLIANT_OK);
    EXPECT_EQ(pliant_world_joints(world, nullptr, 0), 0u) << "its joints go with it";
    EXPECT_EQ(pliant_joint_destroy(world, joint), PLIANT_NO_SUCH_ID);
    EXPECT_EQ(pliant_world_step(world), PLIANT_OK);
    pliant_world_destroy(world);
}

}  // namespace

}  // namespace rigid_tests
