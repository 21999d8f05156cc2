// Null, destroyed and foreign ids, null pointers, defs out of thin air: each is a result and a sentence, never a crash.
#include "unit/capi/support.h"

namespace pliant {
namespace wrong_ids_tests {
namespace {

using WrongIds = CapiTest;

// Every call that takes a world, a body or a collider, as a list of what to try.
std::vector<pliant_result> calls_on_world(pliant_world w) {
    double seconds[8]{}, value[3]{};
    uint32_t steps = 0;
    uint64_t hash = 0;
    size_t size = 0;
    pliant_world_info info{};
    pliant_body body{};
    pliant_collider collider{};
    const pliant_body_def body_def = pliant_default_body_def();
    const pliant_collider_def collider_def = pliant_default_collider_def();
    pliant_attachment attachment{};
    const pliant_attachment_def attachment_def = pliant_default_attachment_def();
    const pliant_ray ray{{}, {0, -1, 0}, 0};
    const pliant_vec3 point{};
    pliant_hit hit{};
    return {pliant_world_step(w),
            pliant_world_advance(w, 0.1, 1, &steps),
            pliant_world_set_number(w, "substeps", 2),
            pliant_world_set_vector(w, "gravity", 0, 0, 0),
            pliant_world_get(w, "gravity", value),
            pliant_world_shift_origin(w, {}),
            pliant_world_set_viewpoint(w, &point),
            pliant_world_get_info(w, &info),
            pliant_world_hash(w, &hash),
            pliant_world_stage_seconds(w, seconds, 8),
            pliant_body_create(w, &body_def, &body),
            pliant_world_find_body(w, "box", &body),
            pliant_world_find_collider(w, "floor", &collider),
            pliant_world_find_attachment(w, "hand", &attachment),
            pliant_attachment_create(w, &attachment_def, &attachment),
            pliant_collider_create(w, &collider_def, &collider),
            pliant_world_explode(w, {}, 1, 1),
            pliant_world_cast_rays(w, &ray, 1, &hit),
            pliant_world_closest_points(w, &point, 1, 1, &hit),
            pliant_world_overlap_ball(w, {}, 1, &hit, 1, &size),
            pliant_world_save(w, nullptr, 0, &size),
            pliant_world_save_bodies(w, nullptr, 0, nullptr, 0, &size),
            pliant_world_restore(w, "x", 1),
            pliant_world_save_file(w, "/dev/null/x")};
}

std::vector<pliant_result> calls_on_body(pliant_world w, pliant_body b) {
    double number = 0;
    uint64_t hash = 0;
    size_t size = 0;
    const uint32_t particle = 0;
    const pliant_transform here{{}, no_turn};
    pliant_body_info info{};
    pliant_surface surface{};
    pliant_material material{};
    float positions[3]{};
    const float paint[3]{};
    const uint8_t pixel[4]{};
    pliant_pixels_def pixels = pliant_default_pixels_def();
    pixels.pixels = pixel, pixels.width = pixels.height = 1;
    pixels.red = {"youngs_modulus", 1, 2, false};
    return {pliant_body_set_number(w, b, "friction", 1),
            pliant_body_set_map_values(w, b, "youngs_modulus", paint, 3, 1, 2, false),
            pliant_body_set_map_pixels(w, b, &pixels),
            pliant_body_set_flag(w, b, "sleep", true),
            pliant_body_set_map(w, b, "youngs_modulus", "soft", 1, 2, false),
            pliant_body_get_number(w, b, "friction", &number),
            pliant_body_reset(w, b, here),
            pliant_body_hold(w, b, &particle, 1, true),
            pliant_body_set_contact_enabled(w, b, &particle, 1, false),
            pliant_body_particles_in_box(w, b, {}, nullptr, 0, &size),
            pliant_body_particles_in_ball(w, b, {}, 1, nullptr, 0, &size),
            pliant_body_set_vector(w, b, "hold.point", 0, 0, 0),
            pliant_body_set_names(w, b, "ignores", nullptr, 0),
            pliant_body_set_text(w, b, "detail.level", "frozen"),
            pliant_body_get_info(w, b, &info),
            pliant_body_hash(w, b, &hash),
            pliant_body_particles(w, b, nullptr, nullptr, nullptr),
            pliant_body_surface(w, b, &surface),
            pliant_body_material(w, b, 0, &material),
            pliant_body_interpolated(w, b, 0, positions, 0, 1),
            pliant_world_save_bodies(w, &b, 1, nullptr, 0, &size),
            pliant_body_destroy(w, b)};
}

std::vector<pliant_result> calls_on_collider(pliant_world w, pliant_collider c) {
    const pliant_transform here{{}, no_turn};
    const pliant_host_body state{here, {}, {}, 1, {1, 1, 1}, here};
    return {pliant_collider_move(w, c, here), pliant_collider_set_host_body(w, c, &state),
            pliant_collider_host_impulse(w, c, nullptr, nullptr), pliant_collider_destroy(w, c)};
}

std::vector<pliant_result> calls_on_object(pliant_world w, pliant_object o) {
    const pliant_transform here{{}, no_turn};
    pliant_transform pose{};
    double mass = 0;
    bool asleep = false;
    size_t count = 0;
    return {pliant_object_get_pose(w, o, &pose),
            pliant_object_set_pose(w, o, here),
            pliant_object_teleport(w, o, here),
            pliant_object_get_velocity(w, o, nullptr, nullptr),
            pliant_object_set_velocity(w, o, {}, {}),
            pliant_object_apply_impulse(w, o, {}),
            pliant_object_apply_impulse_at(w, o, {}, {}),
            pliant_object_apply_force_at(w, o, {}, {}),
            pliant_object_get_mass(w, o, &mass),
            pliant_object_is_asleep(w, o, &asleep),
            pliant_object_wake(w, o),
            pliant_object_enable_contact_impulses(w, o, true),
            pliant_object_contact_impulses(w, o, nullptr, 0, &count)};
}

void expect_no_such_id(const std::vector<pliant_result>& results) {
    for (size_t i = 0; i < results.size(); ++i) EXPECT_EQ(results[i], PLIANT_NO_SUCH_ID) << "call " << i;
}

TEST_F(WrongIds, Worlds) {
    expect_no_such_id(calls_on_world({}));
    expect_no_such_id(calls_on_world({12345, 1}));
    const pliant_world old = cpp::make_world();  // destroyed at once
    expect_no_such_id(calls_on_world(old));
    const cpp::World reused = cpp::make_world();
    EXPECT_EQ(reused.get().slot, old.slot) << "the test wants the slot to be used again";
    expect_no_such_id(calls_on_world(old));
    EXPECT_EQ(pliant_world_bodies(old, nullptr, 0), 0u);
    EXPECT_EQ(pliant_world_colliders(old, nullptr, 0), 0u);
    const pliant_contact_event* contacts = nullptr;
    EXPECT_EQ(pliant_world_contact_events(old, &contacts), 0u);
    EXPECT_EQ(pliant_world_contact_events(world, nullptr), 0u);
    const pliant_object_event* events = nullptr;
    EXPECT_EQ(pliant_world_object_events(old, &events), 0u);
    pliant_world_destroy(old);
    pliant_world_destroy({});
}

TEST_F(WrongIds, Bodies) {
    expect_no_such_id(calls_on_body(world, {}));
    expect_no_such_id(calls_on_body(world, {77, 1, PLIANT_OBJECT_BODY}));
    expect_no_such_id(calls_on_body({}, body));
    const cpp::World other = cpp::make_world();
    expect_no_such_id(calls_on_body(other, body));
    ASSERT_OK(pliant_body_destroy(world, body));
    expect_no_such_id(calls_on_body(world, body));
    const pliant_body reused = add_body("again", {0, 0.5f, 0});
    EXPECT_EQ(reused.slot, body.slot);
    expect_no_such_id(calls_on_body(world, body));
}

TEST_F(WrongIds, Colliders) {
    expect_no_such_id(calls_on_collider(world, {}));
    expect_no_such_id(calls_on_collider(world, {77, 1, PLIANT_OBJECT_COLLIDER}));
    EXPECT_EQ(std::string(pliant_object_name(world, {77, 1, PLIANT_OBJECT_COLLIDER})), "");
    EXPECT_EQ(std::string(pliant_object_name({}, floor)), "");
    ASSERT_OK(pliant_collider_destroy(world, floor));
    expect_no_such_id(calls_on_collider(world, floor));
}

TEST_F(WrongIds, Objects) {
    expect_no_such_id(calls_on_object(world, {}));
    expect_no_such_id(calls_on_object(world, {77, 1, PLIANT_OBJECT_BODY}));
    expect_no_such_id(calls_on_object(world, {body.slot, body.generation, 77}));
    expect_no_such_id(calls_on_object({}, body));
    EXPECT_EQ(std::string(pliant_object_name(world, body)), "box");
    ASSERT_OK(pliant_body_destroy(world, body));
    expect_no_such_id(calls_on_object(world, body));
}

TEST_F(WrongIds, ABodyIsNoCollider) {
    expect_no_such_id(calls_on_body(world, floor));
    expect_no_such_id(calls_on_collider(world, body));
}

TEST_F(WrongIds, AssetsModelsAndScenes) {
    pliant_model cooked{};
    pliant_box box{};
    pliant_model_info info{};
    size_t size = 0;
    EXPECT_FAILS(pliant_model_cook({}, {}, &cooked), PLIANT_NO_SUCH_ID, "asset");
    EXPECT_FAILS(pliant_asset_bounds({9, 9}, &box, nullptr, nullptr, nullptr), PLIANT_NO_SUCH_ID, "asset");
    bool solid = false;
    EXPECT_FAILS(pliant_asset_is_solid({9, 9}, &solid), PLIANT_NO_SUCH_ID, "asset");
    EXPECT_EQ(std::string(pliant_asset_report({9, 9})), "");
    EXPECT_FAILS(pliant_model_get_info({}, &info), PLIANT_NO_SUCH_ID, "the model is null");
    EXPECT_FAILS(pliant_model_save({9, 9}, nullptr, 0, &size), PLIANT_NO_SUCH_ID, "any more");
    EXPECT_EQ(std::string(pliant_model_report({})), "");
    pliant_world made{};
    EXPECT_FAILS(pliant_scene_prepare({}, nullptr, nullptr), PLIANT_NO_SUCH_ID, "the scene is null");
    EXPECT_FAILS(pliant_scene_create_world({5, 5}, nullptr, &made), PLIANT_NO_SUCH_ID, "any more");
    EXPECT_EQ(std::string(pliant_scene_report({})), "");
    EXPECT_EQ(std::string(pliant_scene_advice({})), "");
    EXPECT_EQ(pliant_scene_duration({}), 0);
    EXPECT_EQ(pliant_scene_rate({}), 0);
    pliant_body_def def = pliant_default_body_def();
    pliant_body made_body{};
    EXPECT_FAILS(pliant_body_create(world, &def, &made_body), PLIANT_NO_SUCH_ID, "the model is null");
    pliant_asset_destroy({}), pliant_model_destroy({}), pliant_scene_destroy({}), pliant_settings_destroy({});
}

TEST_F(WrongIds, BodiesOutliveTheirModelAndAsset) {
    asset = {}, settings = {}, model = {};
    cpp::Asset gone;
    std::swap(gone, asset);
    step(2);
    EXPECT_GT(info_of(body).mass, 0);
}

TEST_F(WrongIds, NullPointers) {
    EXPECT_FAILS(pliant_world_create(nullptr, nullptr), PLIANT_BAD_ARGUMENT, "out is NULL");
    EXPECT_FAILS(pliant_body_create(world, nullptr, &body), PLIANT_BAD_ARGUMENT, "def is NULL");
    EXPECT_FAILS(pliant_collider_create(world, nullptr, &floor), PLIANT_BAD_ARGUMENT, "def is NULL");
    EXPECT_FAILS(pliant_world_find_body(world, nullptr, &body), PLIANT_BAD_ARGUMENT, "name is NULL");
    EXPECT_FAILS(pliant_world_find_body(world, "box", nullptr), PLIANT_BAD_ARGUMENT, "out is NULL");
    EXPECT_FAILS(pliant_world_get_info(world, nullptr), PLIANT_BAD_ARGUMENT, "out is NULL");
    EXPECT_FAILS(pliant_world_hash(world, nullptr), PLIANT_BAD_ARGUMENT, "out is NULL");
    EXPECT_FAILS(pliant_world_set_number(world, nullptr, 1), PLIANT_BAD_ARGUMENT, "parameter is NULL");
    EXPECT_FAILS(pliant_world_get(world, "gravity", nullptr), PLIANT_BAD_ARGUMENT, "value is NULL");
    EXPECT_FAILS(pliant_world_stage_seconds(world, nullptr, 3), PLIANT_BAD_ARGUMENT, "seconds is NULL");
    EXPECT_FAILS(pliant_body_get_info(world, body, nullptr), PLIANT_BAD_ARGUMENT, "out is NULL");
    EXPECT_FAILS(pliant_body_surface(world, body, nullptr), PLIANT_BAD_ARGUMENT, "out is NULL");
    EXPECT_FAILS(pliant_body_hold(world, body, nullptr, 1, true), PLIANT_BAD_ARGUMENT, "particles is NULL");
    EXPECT_FAILS(pliant_body_interpolated(world, body, 0, nullptr, 0, 0), PLIANT_BAD_ARGUMENT, "positions is NULL");
    EXPECT_FAILS(pliant_world_restore(world, nullptr, 0), PLIANT_BAD_ARGUMENT, "bytes is NULL");
    EXPECT_FAILS(pliant_world_save_file(world, nullptr), PLIANT_BAD_ARGUMENT, "path is NULL");
    EXPECT_FAILS(pliant_world_cast_rays(world, nullptr, 1, nullptr), PLIANT_BAD_ARGUMENT, "rays is NULL");
    EXPECT_FAILS(pliant_asset_load(nullptr, nullptr, asset.out()), PLIANT_BAD_ARGUMENT, "path is NULL");
    EXPECT_FAILS(pliant_asset_from_memory(nullptr, 3, "a.obj", nullptr, asset.out()), PLIANT_BAD_ARGUMENT, "bytes");
    EXPECT_FAILS(pliant_asset_from_shape(nullptr, {}, 0, asset.out()), PLIANT_BAD_ARGUMENT, "shape is NULL");
    EXPECT_FAILS(pliant_model_load(nullptr, 0, model.out()), PLIANT_BAD_ARGUMENT, "bytes is NULL");
    pliant_scene scene{};
    EXPECT_FAILS(pliant_scene_load(nullptr, nullptr, 0, &scene), PLIANT_BAD_ARGUMENT, "path is NULL");
    EXPECT_FAILS(pliant_scene_from_memory("{}", "a", "", nullptr, 2, &scene), PLIANT_BAD_ARGUMENT, "settings is NULL");
}

TEST_F(WrongIds, DefsWithoutTheirDefaultFunction) {
    pliant_world_def world_def{};
    pliant_world made_world{};
    EXPECT_FAILS(pliant_world_create(&world_def, &made_world), PLIANT_BAD_ARGUMENT, "pliant_default_world_def()");
    pliant_body_def body_def{};
    body_def.model = model;
    EXPECT_FAILS(pliant_body_create(world, &body_def, &body), PLIANT_BAD_ARGUMENT, "pliant_default_body_def()");
    pliant_collider_def collider_def{};
    EXPECT_FAILS(pliant_collider_create(world, &collider_def, &floor), PLIANT_BAD_ARGUMENT,
                 "pliant_default_collider_def()");
    pliant_mesh_def mesh_def{};
    EXPECT_FAILS(pliant_asset_from_mesh(&mesh_def, asset.out()), PLIANT_BAD_ARGUMENT, "pliant_default_mesh_def()");
    pliant_asset_def asset_def{};
    EXPECT_FAILS(pliant_asset_from_memory("v 0 0 0", 7, "a.obj", &asset_def, asset.out()), PLIANT_BAD_ARGUMENT,
                 "pliant_default_asset_def()");
}

TEST_F(WrongIds, SettingsOfAnotherTable) {
    const cpp::Settings of_world = cpp::make_settings("world");
    pliant_world_def world_def = pliant_default_world_def();
    world_def.settings = settings;
    pliant_world made_world{};
    EXPECT_FAILS(pliant_world_create(&world_def, &made_world), PLIANT_BAD_ARGUMENT, "not of \"world\"");
    pliant_body_def body_def = pliant_default_body_def();
    body_def.model = model, body_def.settings = of_world;
    EXPECT_FAILS(pliant_body_create(world, &body_def, &body), PLIANT_BAD_ARGUMENT, "not of the model's kind, lattice");
    pliant_collider_def collider_def = pliant_default_collider_def();
    collider_def.settings = of_world;
    EXPECT_FAILS(pliant_collider_create(world, &collider_def, &floor), PLIANT_BAD_ARGUMENT, "not of \"collider\"");
    EXPECT_FAILS(pliant_model_cook(asset, of_world, model.out()), PLIANT_BAD_ARGUMENT, "not of a kind");
}

TEST_F(WrongIds, EachThreadHasItsOwnSentence) {
    EXPECT_EQ(pliant_world_step({}), PLIANT_NO_SUCH_ID);
    const std::string mine = pliant_last_error();
    EXPECT_OK(pliant_world_step(world));
    EXPECT_EQ(pliant_last_error(), mine) << "success does not change it";
}

}  // namespace
}  // namespace wrong_ids_tests
}  // namespace pliant
