// Numbers that make no sense are refused at the door, and the world stays as it was.
#include "unit/capi/support.h"

namespace pliant {
namespace wrong_numbers_tests {
namespace {

class WrongNumbers : public CapiTest {
  protected:
    void SetUp() override {
        CapiTest::SetUp();
        before = hash();
    }
    void TearDown() override { EXPECT_EQ(hash(), before) << "a call that fails changes nothing"; }
    uint64_t before = 0;
};

TEST_F(WrongNumbers, VectorsAndTransforms) {
    const pliant_vec3 bad{0, not_a_number, 0}, good{};
    EXPECT_FAILS(pliant_object_set_velocity(world, body, bad, good), PLIANT_BAD_ARGUMENT, "linear is not finite");
    EXPECT_FAILS(pliant_object_set_velocity(world, body, good, bad), PLIANT_BAD_ARGUMENT, "angular is not finite");
    EXPECT_FAILS(pliant_object_apply_impulse(world, body, bad), PLIANT_BAD_ARGUMENT, "impulse is not finite");
    EXPECT_FAILS(pliant_object_apply_impulse_at(world, body, good, bad), PLIANT_BAD_ARGUMENT, "point is not finite");
    EXPECT_FAILS(pliant_object_apply_force_at(world, body, {infinity, 0, 0}, good), PLIANT_BAD_ARGUMENT, "force");
    EXPECT_FAILS(pliant_world_shift_origin(world, bad), PLIANT_BAD_ARGUMENT, "by is not finite");
    EXPECT_FAILS(pliant_world_explode(world, bad, 1, 1), PLIANT_BAD_ARGUMENT, "center is not finite");
    EXPECT_FAILS(pliant_world_explode(world, good, not_a_number, 1), PLIANT_BAD_ARGUMENT, "radius is not finite");
    EXPECT_FAILS(pliant_world_explode(world, good, -1, 1), PLIANT_BAD_ARGUMENT, "negative");
    EXPECT_FAILS(pliant_world_explode(world, good, 1, infinity), PLIANT_BAD_ARGUMENT, "speed is not finite");
    for (const pliant_quat q : {pliant_quat{0, 0, 0, 0}, pliant_quat{0, 0, 0, not_a_number}, pliant_quat{9, 0, 0, 9}}) {
        EXPECT_FAILS(pliant_object_teleport(world, body, {good, q}), PLIANT_BAD_ARGUMENT, "no unit quaternion");
        EXPECT_FAILS(pliant_body_reset(world, body, {good, q}), PLIANT_BAD_ARGUMENT, "no unit quaternion");
        EXPECT_FAILS(pliant_collider_move(world, floor, {good, q}), PLIANT_BAD_ARGUMENT, "no unit quaternion");
        EXPECT_FAILS(pliant_object_set_pose(world, floor, {good, q}), PLIANT_BAD_ARGUMENT, "no unit quaternion");
    }
    EXPECT_FAILS(pliant_object_teleport(world, body, {bad, no_turn}), PLIANT_BAD_ARGUMENT, "by is not finite");
    pliant_body_def def = pliant_default_body_def();
    def.model = model, def.use_placement = true, def.placement.position = bad;
    pliant_body made{};
    EXPECT_FAILS(pliant_body_create(world, &def, &made), PLIANT_BAD_ARGUMENT, "placement is not finite");
}

TEST_F(WrongNumbers, PlacesOfParticles) {
    const pliant_vec3 bad{0, not_a_number, 0};
    size_t count = 9;
    uint32_t one = 0;
    EXPECT_FAILS(pliant_world_set_viewpoint(world, &bad), PLIANT_BAD_ARGUMENT, "at is not finite");
    const pliant_vec3 remote{1e9f, 0, 0};
    EXPECT_FAILS(pliant_world_set_viewpoint(world, &remote), PLIANT_BAD_INPUT, "1e+09");
    EXPECT_FAILS(pliant_body_particles_in_box(world, body, {bad, {}}, nullptr, 0, &count), PLIANT_BAD_ARGUMENT, "low");
    EXPECT_FAILS(pliant_body_particles_in_ball(world, body, bad, 1, nullptr, 0, &count), PLIANT_BAD_ARGUMENT, "center");
    EXPECT_FAILS(pliant_body_particles_in_ball(world, body, {}, -1, nullptr, 0, &count), PLIANT_BAD_ARGUMENT,
                 "negative");
    EXPECT_FAILS(pliant_body_particles_in_ball(world, body, {}, 9, nullptr, 0, nullptr), PLIANT_BAD_ARGUMENT, "count");
    EXPECT_FAILS(pliant_body_particles_in_ball(world, body, {}, 9, &one, 1, &count), PLIANT_BUFFER_TOO_SMALL,
                 "room for 1");
    EXPECT_GT(count, 1u);
    const uint32_t beyond = 100000;
    EXPECT_FAILS(pliant_body_set_contact_enabled(world, body, &beyond, 1, false), PLIANT_BAD_ARGUMENT, "the body has");
    EXPECT_FAILS(pliant_body_set_contact_enabled(world, body, nullptr, 1, false), PLIANT_BAD_ARGUMENT,
                 "particles is NULL");
    EXPECT_FAILS(pliant_body_set_names(world, body, "ignores", nullptr, 1), PLIANT_BAD_ARGUMENT, "names is NULL");
    EXPECT_FAILS(pliant_body_set_number(world, body, "ignores", 1), PLIANT_BAD_INPUT, "list of names");
    EXPECT_FAILS(pliant_body_set_vector(world, body, "hold.point", 0, INFINITY, 0), PLIANT_BAD_INPUT, "not finite");
    EXPECT_FAILS(pliant_body_set_number(world, body, "sleep.beyond", NAN), PLIANT_BAD_INPUT, "not finite");
}

TEST_F(WrongNumbers, Time) {
    uint32_t steps = 9;
    EXPECT_FAILS(pliant_world_advance(world, not_a_number, 8, &steps), PLIANT_BAD_ARGUMENT, "seconds");
    EXPECT_FAILS(pliant_world_advance(world, -1, 8, &steps), PLIANT_BAD_ARGUMENT, "seconds");
    // A crafted capture asked for as many, and never ended.
    EXPECT_FAILS(pliant_world_advance(world, 1e300, 0xffffffffu, &steps), PLIANT_BAD_ARGUMENT,
                 "asked for 4.29e+09 steps; at most 1,000,000 in one call");
    EXPECT_FAILS(pliant_world_advance(world, infinity, 8, &steps), PLIANT_BAD_ARGUMENT, "seconds");
    EXPECT_EQ(steps, 9u);
}

TEST_F(WrongNumbers, ParametersOfBodiesAndWorlds) {
    EXPECT_FAILS(pliant_body_set_number(world, body, "frictoin", 1), PLIANT_BAD_INPUT, "there is no parameter");
    EXPECT_FAILS(pliant_body_set_number(world, body, "friction", -1), PLIANT_BAD_INPUT, "box: ");
    EXPECT_FAILS(pliant_body_set_number(world, body, "friction", not_a_number), PLIANT_BAD_INPUT, "not finite");
    EXPECT_FAILS(pliant_body_set_number(world, body, "spacing", 0.2), PLIANT_BAD_INPUT, "cooked into the model");
    EXPECT_FAILS(pliant_body_set_number(world, body, "youngs_modulus", -5), PLIANT_BAD_INPUT, "found -5");
    EXPECT_FAILS(pliant_body_set_map(world, body, "youngs_modulus", "nowhere", 1e4, 1e5, false), PLIANT_BAD_INPUT,
                 "nowhere");
    const float few[] = {0, 1, not_a_number};
    EXPECT_FAILS(pliant_body_set_map_values(world, body, "youngs_modulus", few, 2, 1e4, 1e5, false), PLIANT_BAD_INPUT,
                 "the map has 2 values");
    EXPECT_FAILS(pliant_body_set_map_values(world, body, "youngs_modulus", few, 3, 1e4, 1e5, false), PLIANT_BAD_INPUT,
                 "value 2 of the map is not finite");
    EXPECT_FAILS(pliant_body_set_map_values(world, body, "youngs_modulus", nullptr, 0, 1e4, 1e5, false),
                 PLIANT_BAD_ARGUMENT, "values");
    EXPECT_FAILS(pliant_body_set_map_values(world, body, "friction", few, 2, 0, 1, false), PLIANT_BAD_INPUT,
                 "cannot be painted");
    EXPECT_FAILS(pliant_world_set_number(world, "substep", 1), PLIANT_BAD_INPUT, "did you mean \"substeps\"?");
    EXPECT_FAILS(pliant_world_set_number(world, "substeps", 0), PLIANT_BAD_INPUT, "found 0");
    EXPECT_FAILS(pliant_world_set_number(world, "substeps", 1.5), PLIANT_BAD_INPUT, "whole number");
    EXPECT_FAILS(pliant_world_set_number(world, "rate", 30), PLIANT_BAD_INPUT, "when the world is made");
    EXPECT_FAILS(pliant_world_set_vector(world, "gravity", 0, not_a_number, 0), PLIANT_BAD_INPUT, "not finite");
    double value[3];
    EXPECT_FAILS(pliant_world_get(world, "gravty", value), PLIANT_BAD_INPUT, "gravty");
    EXPECT_FAILS(pliant_body_get_number(world, body, "frictoin", value), PLIANT_BAD_INPUT, "frictoin");
}

TEST_F(WrongNumbers, ParticlesThatAreNot) {
    const uint32_t particles[] = {0, 100000};
    EXPECT_FAILS(pliant_body_hold(world, body, particles, 2, true), PLIANT_BAD_ARGUMENT, "particle 100000");
    pliant_material material{};
    EXPECT_FAILS(pliant_body_material(world, body, 99, &material), PLIANT_BAD_ARGUMENT, "material 99");
}

TEST_F(WrongNumbers, Questions) {
    pliant_hit hit{};
    size_t count = 0;
    const pliant_vec3 bad{not_a_number, 0, 0};
    for (const pliant_ray& ray : {pliant_ray{bad, {0, -1, 0}, 0}, pliant_ray{{}, bad, 0}, pliant_ray{{}, {}, 0},
                                  pliant_ray{{}, {0, -1, 0}, not_a_number}})
        EXPECT_FAILS(pliant_world_cast_rays(world, &ray, 1, &hit), PLIANT_BAD_ARGUMENT, "pliant_world_cast_rays: ");
    const pliant_vec3 here{};
    EXPECT_FAILS(pliant_world_closest_points(world, &bad, 1, 1, &hit), PLIANT_BAD_ARGUMENT, "not finite");
    EXPECT_FAILS(pliant_world_closest_points(world, &here, 1, not_a_number, &hit), PLIANT_BAD_ARGUMENT, "radius");
    EXPECT_FAILS(pliant_world_overlap_ball(world, bad, 1, &hit, 1, &count), PLIANT_BAD_ARGUMENT, "not finite");
    EXPECT_FAILS(pliant_world_overlap_ball(world, here, -1, &hit, 1, &count), PLIANT_BAD_ARGUMENT, "negative");
    EXPECT_FAILS(pliant_world_overlap_ball(world, here, not_a_number, &hit, 1, &count), PLIANT_BAD_ARGUMENT, "radius");
}

TEST_F(WrongNumbers, Threads) {
    pliant_world_def def = pliant_default_world_def();
    pliant_world made{};
    def.threads = 100000;
    EXPECT_FAILS(pliant_world_create(&def, &made), PLIANT_BAD_ARGUMENT, "100000 threads");
    const pliant_jobs jobs{};
    def = pliant_default_world_def();
    def.jobs = &jobs;
    EXPECT_FAILS(pliant_world_create(&def, &made), PLIANT_BAD_ARGUMENT, "jobs need start");
}

TEST_F(WrongNumbers, Shapes) {
    pliant_asset made{};
    EXPECT_FAILS(pliant_asset_from_shape("octopos", {}, 0, &made), PLIANT_BAD_INPUT, "did you mean 'octopus'?");
    EXPECT_FAILS(pliant_asset_from_shape("box", {not_a_number, 1, 1}, 0, &made), PLIANT_BAD_ARGUMENT, "not finite");
    EXPECT_FAILS(pliant_asset_from_shape("box", {-1, 1, 1}, 0, &made), PLIANT_BAD_INPUT, "-1");
    EXPECT_FAILS(pliant_asset_from_shape("box", {1, 1, 1}, 100000, &made), PLIANT_BAD_INPUT, "100000");
    EXPECT_FAILS(pliant_asset_from_memory("hello", 5, "a.obj", nullptr, &made), PLIANT_BAD_INPUT, "a.obj");
    EXPECT_FAILS(pliant_asset_from_memory("hello", 0, "a.obj", nullptr, &made), PLIANT_BAD_INPUT, "empty");
    pliant_asset_def def = pliant_default_asset_def();
    const std::string obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    for (const double scale : {0.0, -1.0, static_cast<double>(not_a_number), static_cast<double>(infinity)}) {
        def.scale = scale;
        EXPECT_FAILS(pliant_asset_from_memory(obj.data(), obj.size(), "a.obj", &def, &made), PLIANT_BAD_INPUT, "scale");
    }
    def = pliant_default_asset_def();
    def.unit = "furlong";
    EXPECT_FAILS(pliant_asset_from_memory(obj.data(), obj.size(), "a.obj", &def, &made), PLIANT_BAD_INPUT, "furlong");
    def = pliant_default_asset_def();
    def.up = "w";
    EXPECT_FAILS(pliant_asset_from_memory(obj.data(), obj.size(), "a.obj", &def, &made), PLIANT_BAD_INPUT, "up");
    def = pliant_default_asset_def();
    def.mesh = "Head";
    EXPECT_FAILS(pliant_asset_from_memory(obj.data(), obj.size(), "a.obj", &def, &made), PLIANT_BAD_INPUT, "Head");
}

TEST_F(WrongNumbers, Colliders) {
    pliant_collider made{};
    const cpp::Settings given = cpp::make_settings("collider");
    pliant_collider_def def = pliant_default_collider_def();
    def.settings = given;
    ASSERT_OK(pliant_settings_set_text(given, "shape", "mesh"));
    EXPECT_FAILS(pliant_collider_create(world, &def, &made), PLIANT_NO_SUCH_ID, "a mesh collider needs an asset");
    ASSERT_OK(pliant_settings_set_text(given, "shape", "height_field"));
    EXPECT_FAILS(pliant_collider_create(world, &def, &made), PLIANT_BAD_ARGUMENT, "heights is NULL");
    const float heights[] = {0, 1, 2, not_a_number};
    def.heights = heights, def.columns = 1, def.rows = 4;
    EXPECT_FAILS(pliant_collider_create(world, &def, &made), PLIANT_BAD_ARGUMENT, "at least 2 x 2");
    def.columns = 2, def.rows = 2;
    EXPECT_FAILS(pliant_collider_create(world, &def, &made), PLIANT_BAD_ARGUMENT, "a height is not finite");
    ASSERT_OK(pliant_settings_set_text(given, "shape", "capsule"));
    ASSERT_OK(pliant_settings_set_number(given, "radius", 2));
    ASSERT_OK(pliant_settings_set_number(given, "height", 1));
    EXPECT_FAILS(pliant_collider_create(world, &def, &made), PLIANT_BAD_INPUT, "twice its radius");
    EXPECT_FAILS(pliant_settings_set_text(given, "shape", "cube"), PLIANT_BAD_INPUT, "shape: found 'cube'");
    EXPECT_EQ(pliant_world_colliders(world, nullptr, 0), 1u) << "nothing was added";
}

TEST_F(WrongNumbers, TooManyLayers) {
    const cpp::Settings given = cpp::make_settings("collider");
    pliant_collider_def def = pliant_default_collider_def();
    def.settings = given;
    const cpp::World other = cpp::make_world();
    pliant_collider made{};
    pliant_result result = PLIANT_OK;
    size_t added = 0;
    for (int i = 0; i < 40 && result == PLIANT_OK; ++i) {
        ASSERT_OK(pliant_settings_set_text(given, "layer", ("layer " + std::to_string(i)).c_str()));
        result = pliant_collider_create(other, &def, &made);
        added += result == PLIANT_OK;
    }
    EXPECT_EQ(result, PLIANT_BAD_INPUT);
    EXPECT_NE(std::string(pliant_last_error()).find("at most 32"), std::string::npos) << pliant_last_error();
    EXPECT_EQ(pliant_world_colliders(other, nullptr, 0), added) << "the one too many is not half there";
    EXPECT_OK(pliant_world_step(other));
}

TEST_F(WrongNumbers, WorldThatIsFull) {
    const cpp::Settings small = cpp::make_settings("world");
    ASSERT_OK(pliant_settings_set_number(small, "max_particles", 64));
    pliant_world_def def = pliant_default_world_def();
    def.settings = small;
    const cpp::World tiny = cpp::make_world(def);
    pliant_body_def body_def = pliant_default_body_def();
    body_def.model = model;
    pliant_body made{};
    EXPECT_EQ(pliant_body_create(tiny, &body_def, &made), PLIANT_OUT_OF_MEMORY);
    EXPECT_NE(std::string(pliant_last_error()).find("max_particles"), std::string::npos) << pliant_last_error();
    EXPECT_EQ(pliant_world_bodies(tiny, nullptr, 0), 0u);
    EXPECT_OK(pliant_world_step(tiny));
}

}  // namespace
}  // namespace wrong_numbers_tests
}  // namespace pliant
