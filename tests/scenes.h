// Worlds for tests of the whole engine, made in code: small, but with all that can make two runs differ.
//
//   pile    five creatures and blocks of different stiffness fall on a floor, a height field, stairs, a swinging
//           capsule and each other, through a sensor; forces, impulses, a blast, parameters that change on the way
//   sleepers  soft blocks that come to rest, sleep, and are woken by a ball, a blast and a moving box; held particles,
//           bouncing, wind, rules for pairs
//   slab    a body large enough to be shared out among threads, with painted stiffness and damping, keys over time
//
//   dancers  bodies that follow clips, in their shape and in their place, with painted strength; that are dented by
//           what falls on them, and go on
//
//   sheets  cloth on a stone, a curtain that is drawn, led and blown at, a towel that curls and touches itself, a
//           balloon; together with a block of jelly
//
//   flesh_scene
//           flesh that falls on a post, meets cloth and jelly, hangs by attachments, is pressed and flows, is painted;
//           one body large enough to be shared out among threads
//
//   bricks  rigid bodies that fall on jelly, flesh and cloth and on each other, carry them and hang on them; joints
//   with
//           limits, drives and one that breaks; a bone in flesh; one is taken up and thrown on the way
//
//   torn    bodies that tear: on an edge, pulled by ropes, under a press, while they follow a clip and are dented;
//           a rag that rips, flesh that is pulled apart; pieces that vanish, and pieces of pieces
//
// What happens to a world between steps is a function of the step alone.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "body/registry.h"
#include "clips.h"
#include "cook/cook.h"
#include "core/trig.h"
#include "geometry/shapes.h"
#include "world/world.h"

namespace pliant::testing {

struct Scene {
    const char* name;
    u32 steps;
    void (*settings)(ParameterSet& world);
    void (*fill)(World&);
    void (*set)(World&, u64 step);   // parameters as they are at this step
    bool (*changes)(u64 step);       // whether `set` must be called before this step
    void (*push)(World&, u64 step);  // forces, blasts and the like before this step
    bool tears = false;              // bodies fall to pieces: memory grows
};

// ---- models, cooked once in a program

struct BodyRecipe {
    ShapeSettings shape;
    double spacing;
    double half_width = 2;
    bool painted = false;  // adds the attribute "soft": 0 at the lowest point (of what is flat: in z), 1 at the highest
    const char* kind = "lattice";
};

inline Mesh recipe_mesh(const BodyRecipe& recipe) {
    Mesh mesh = make_shape(recipe.shape);
    if (!recipe.painted) return mesh;
    const Box box = mesh.bounds();
    Attribute soft{"soft", {}};
    const int axis = box.size().y > 0 ? 1 : 2;
    for (const Vec3& p : mesh.points) soft.values.push_back((p[axis] - box.low[axis]) / box.size()[axis]);
    mesh.attributes.push_back(std::move(soft));
    return mesh;
}

inline ParameterSet kind_parameters(const BodyRecipe& recipe) {
    ParameterSet own(find_kind(recipe.kind)->parameters);
    if (std::string(recipe.kind) == "flesh") own.set("cell", recipe.spacing);
    if (std::string(recipe.kind) != "lattice") return own;
    own.set("spacing", recipe.spacing);
    own.set("half_width", recipe.half_width);
    return own;
}

inline std::shared_ptr<const Model> cooked(const std::string& name, const BodyRecipe& recipe) {
    static std::map<std::string, std::shared_ptr<const Model>> models;
    std::shared_ptr<const Model>& model = models[name];
    if (!model)
        model = cook_model(recipe_mesh(recipe), *find_kind(recipe.kind), kind_parameters(recipe), {1, 1, 1}).model;
    return model;
}

inline const std::map<std::string, BodyRecipe>& recipes() {
    static const std::map<std::string, BodyRecipe> all = {
        {"block", {{"box", {0.5f, 0.4f, 0.6f}, 0}, 0.1, 2}},
        {"ring", {{"torus", {0.7f, 0, 0.7f}, 0}, 0.09, 1}},
        {"octopus", {{"octopus", {0, 0.7f, 0}, 0}, 0.09, 3}},
        {"penguin", {{"penguin", {0, 0.6f, 0}, 0}, 0.1, 2}},
        {"ball", {{"sphere", {0.4f, 0, 0}, 0}, 0.08, 2}},
        {"brick", {{"box", {0.6f, 0.3f, 0.4f}, 4}, 0.15, 1}},
        {"slab", {{"box", {1.9f, 0.7f, 1.6f}, 12}, 0.08, 2, true}},
        {"sheet", {{"plane", {1.6f, 0, 1.6f}, 47}, 0, 0, true, "cloth"}},
        {"towel", {{"plane", {0.8f, 0, 0.5f}, 16}, 0, 0, true, "cloth"}},
        {"balloon", {{"sphere", {0.5f, 0, 0}, 10}, 0, 0, false, "cloth"}},
        {"flesh_slab", {{"box", {1.2f, 0.5f, 0.9f}, 6}, 0.075, 0, true, "flesh"}},
        {"flesh_ball", {{"sphere", {0.5f, 0, 0}, 12}, 0.08, 0, true, "flesh"}},
        {"egg", {{"sphere", {0.6f, 0.8f, 0.6f}, 32}, 0, 0, true, "jiggle"}},
        {"leaf", {{"plane", {0.6f, 0, 0.6f}, 12}, 0, 0, true, "jiggle"}}};
    return all;
}

inline std::shared_ptr<const Model> cooked(const std::string& name) { return cooked(name, recipes().at(name)); }

struct BodyStart {
    Vec3d position, rotation = {}, velocity = {}, spin = {};
};

inline BodyId add(World& world, const std::string& name, const std::string& recipe, const BodyStart& start,
                  ParameterSet common, ParameterSet own) {
    common.set("position", start.position), common.set("rotation", start.rotation);
    common.set("velocity", start.velocity), common.set("spin", start.spin);
    return world.bodies().add(name, cooked(recipe), std::move(common), std::move(own));
}

using Numbers = std::map<std::string, Value>;

inline BodyId add(World& world, const std::string& name, const std::string& recipe, const BodyStart& start,
                  const Numbers& of_body, const Numbers& of_kind) {
    ParameterSet common(body_table), own = kind_parameters(recipes().at(recipe));
    for (const auto& [key, value] : of_body) common.set(key, value);
    for (const auto& [key, value] : of_kind) own.set(key, value);
    return add(world, name, recipe, start, std::move(common), std::move(own));
}

// ---- colliders

inline ColliderId add_collider(World& world, const std::string& name, const Shape& shape, const Numbers& numbers) {
    ParameterSet parameters(collider_table);
    for (const auto& [key, value] : numbers) parameters.set(key, value);
    return world.colliders().add(name, shape, std::move(parameters));
}

inline Shape capsule(float radius, float half_height) {
    return {.kind = ShapeKind::capsule, .radius = radius, .half_height = half_height, .half_size = {}};
}
inline Shape ball_shape(float radius) { return {.kind = ShapeKind::sphere, .radius = radius, .half_size = {}}; }
inline Shape box_shape(const Vec3& half) { return {.kind = ShapeKind::box, .half_size = half}; }

inline Shape mesh_collider(const ShapeSettings& settings, bool closed) {
    const Mesh mesh = make_shape(settings);
    std::vector<std::array<u32, 3>> triangles = triangulate(mesh).triangles;
    for (auto& t : triangles)
        for (u32& v : t) v = mesh.vertex_point[v];
    Shape shape{.kind = ShapeKind::mesh, .half_size = {}};
    shape.mesh = std::make_shared<MeshShape>(mesh.points, std::move(triangles), closed);
    return shape;
}

inline Shape bumpy_ground() {
    constexpr u32 columns = 13, rows = 11;
    std::vector<float> heights;
    for (u32 r = 0; r < rows; ++r)
        for (u32 c = 0; c < columns; ++c)
            heights.push_back(
                static_cast<float>(0.15 * sine(0.9 * c) * cosine(1.1 * r) + 0.02 * ((c * 7 + r * 5) % 4)));
    Shape shape{.kind = ShapeKind::height_field, .half_size = {}};
    shape.height_field = std::make_shared<HeightField>(columns, rows, Vec3{3, 1, 3}, std::move(heights));
    return shape;
}

inline Keys keys(std::vector<double> times, std::vector<Vec3d> values, Ease ease = Ease::smooth, bool loop = false) {
    return {std::move(times), std::move(values), ease, loop};
}

inline AttachmentId attach(World& world, const std::string& name, const std::string& body, const AttachmentWhere& where,
                           const Numbers& numbers) {
    ParameterSet parameters(attachment_table);
    for (const auto& [key, value] : numbers) parameters.set(key, value);
    return world.attachments().add(name, world.find_body(body), where, std::move(parameters));
}

// ---- pile

inline void fill_pile(World& world) {
    add_collider(world, "floor", {}, {{"friction", 0.7}});
    add_collider(world, "ground", bumpy_ground(), {{"position", Vec3d{0, 0.1, 0}}, {"friction", 0.4}});
    add_collider(world, "stairs", mesh_collider({"stairs", {1.2f, 0.8f, 1.2f}, 0}, true),
                 {{"position", Vec3d{-0.9, 0.2, -0.3}}, {"restitution", 0.3}});
    add_collider(world, "club", capsule(0.12f, 0.5f),
                 {{"motion", "kinematic"},
                  {"position", keys({0, 0.6, 1.2}, {{1.4, 0.6, 0}, {-0.6, 0.5, 0.2}, {1.4, 0.6, 0}})},
                  {"rotation", keys({0, 0.6, 1.2}, {{90, 0, 0}, {90, 80, 0}, {90, 200, 30}})}});
    add_collider(world, "gate", box_shape({1, 0.1f, 1}), {{"sensor", 1.0}, {"position", Vec3d{0, 0.9, 0}}});
    add(world, "block", "block", {{0, 0.75, 0}, {10, 20, 30}}, {}, {{"youngs_modulus", 2e5}, {"damping", 0.0}});
    add(world, "ring", "ring", {{0.1, 1.3, 0.1}, {20, 0, 5}, {0, -2, 0}, {0, 200, 0}}, {{"friction", 0.9}},
        {{"youngs_modulus", 8e4}, {"damping", 0.01}});
    add(world, "octopus", "octopus", {{-0.5, 1.1, 0.1}, {0, 40, 10}, {0.5, -1, 0}}, {{"drag", 0.3}},
        {{"youngs_modulus", 4e4}, {"damping", 0.03}, {"density", 900.0}});
    add(world, "penguin", "penguin", {{0.55, 0.8, 0.3}, {0, 0, 15}, {-1, -1, 0}}, {{"restitution", 0.4}},
        {{"youngs_modulus", 1.5e5}, {"damping", 0.01}, {"density", 1300.0}});
    add(world, "ball", "ball", {{0.05, 2.1, 0.1}, {}, {0, -6, 0}}, {{"restitution", 0.6}, {"friction", 0.1}},
        {{"youngs_modulus", 3e5}, {"density", 1500.0}});
    attach(world, "leash", "octopus", {{0, 0.3f, 0}, 0.1f},
           {{"stiffness", 400.0},
            {"position", keys({0, 1, 2}, {{-0.5, 1.4, 0.1}, {0.4, 1.2, 0.3}, {-0.5, 1.0, 0}})},
            {"enabled", keys({0, 0.9, 1.4}, {{1, 0, 0}, {0, 0, 0}, {1, 0, 0}})}});
    attach(world, "thread", "ring", {{0.3f, 0, 0}, 0}, {{"break_force", 600.0}});
}

inline void set_pile(World& world, u64 step) {
    world.parameters().set(WorldP::gravity, Vec3d{step >= 80 ? 2.0 : 0.0, step >= 80 ? -4.0 : -9.81, 0});
    world.bodies().set_parameter(world.find_body("block"), "youngs_modulus", step >= 40 ? 2e4 : 2e5);
    world.bodies().set_parameter(world.find_body("block"), "damping", step >= 40 ? 0.05 : 0.0);
    world.bodies().set_parameter(world.find_body("ball"), "friction", step >= 40 ? 1.5 : 0.1);
}

inline void push_pile(World& world, u64 step) {
    if (step >= 20 && step < 30) world.bodies().apply_force(world.find_body("ring"), {300, 100, 0}, {0.3f, 0.8f, 0.1f});
    if (step == 50) world.bodies().apply_impulse(world.find_body("penguin"), {0, 60, -20}, {0.5f, 0.4f, 0.3f});
    if (step == 62) world.bodies().teleport(world.find_body("ball"), {{0.1f, 0.8f, 0}, {0, 0.6f, 0, 0.8f}});
    if (step == 70) world.explode({0, 0.1f, 0.1f}, 1.5f, 4);
    // A hand comes, drags and goes.
    if (step == 32) attach(world, "hand", "block", {{0.2f, 0.2f, 0.2f}, 0.15f}, {{"max_force", 900.0}});
    if (step >= 32 && step < 95)
        world.attachments().move(world.find_attachment("hand"),
                              {0.01f * static_cast<float>(step - 30), 0.7f, 0.02f * static_cast<float>(step % 7)});
    if (step == 95) world.attachments().remove(world.find_attachment("hand"));
    if (step == 90) world.bodies().set_velocity(world.find_body("octopus"), {0, 3, 0}, {0, 5, 2});
}

// ---- sleepers

inline void fill_sleepers(World& world) {
    add_collider(world, "floor", {}, {});
    add_collider(world, "sheet", mesh_collider({"plane", {1.5f, 0, 1.5f}, 2}, false),
                 {{"position", Vec3d{1.4, 0.3, 0}}, {"rotation", Vec3d{0, 0, 12}}});
    add_collider(world, "stone", ball_shape(0.3f), {{"position", Vec3d{1.7, 0.3, 0.1}}, {"friction", 1.0}});
    add_collider(world, "pusher", box_shape({0.1f, 0.2f, 0.5f}),
                 {{"motion", "kinematic"}, {"position", Vec3d{-0.75, 0.2, 0}}});
    const Numbers calm{{"youngs_modulus", 3e5}, {"damping", 0.2}};
    add(world, "low", "brick", {{0, 0.16, 0}}, {}, calm);
    add(world, "high", "brick", {{0.1, 0.48, 0.05}, {0, 30, 0}}, {}, calm);
    add(world, "alone", "brick", {{0, 0.16, 1.5}}, {}, calm);
    add(world, "held", "block", {{-1.5, 1.0, 1.5}}, {{"drag", 1.0}}, {{"youngs_modulus", 1e5}, {"damping", 0.02}});
    add(world, "thrown", "ball", {{1.5, 1.4, 0}, {}, {0, -3, 0}}, {{"restitution", 0.8}}, {{"youngs_modulus", 2e5}});
    add(world, "ghost", "ball", {{0.9, 0.5, 0.2}, {}, {-1, 0, 0}}, {{"sensor", 1.0}, {"gravity_scale", 0.0}}, {});
    for (const u32 p : {0u, 1u, 2u, 7u}) world.bodies().hold(world.find_body("held"), p, true);
    attach(world, "nail", "alone", {{0.3f, 0, 0}, 0.1f}, {});
    PairRule rule{"slippery", "low", "high", ParameterSet(pair_table)};
    rule.parameters.set("friction", 0.05);
    world.add_pair_rule(rule);
}

inline void set_sleepers(World& world, u64 step) {
    world.parameters().set(WorldP::wind_velocity, Vec3d{0, 0, step >= 75 ? -6.0 : 0.0});
}

inline void push_sleepers(World& world, u64 step) {
    const ColliderId pusher = world.find_collider("pusher");
    if (step >= 85 && step < 100) {  // as an engine moves its own things
        const float x = -0.75f + 0.03f * static_cast<float>(step - 84);
        world.colliders().move(pusher, {{x, 0.2f, 0}, {}});
    }
    if (step == 70) world.explode({0, 0, 1.6f}, 0.8f, 3);
    if (step == 105) world.colliders().place(pusher, {{-2, 0.2f, 0}, {}});
    if (step == 105) world.bodies().hold(world.find_body("held"), 7, false);
}

// ---- slab

inline void fill_slab(World& world) {
    add_collider(world, "floor", {}, {});
    add_collider(world, "post", capsule(0.1f, 0.35f), {{"position", Vec3d{0.5, 0.35, 0.2}}});
    add_collider(world, "ridge", mesh_collider({"cone", {0.8f, 0.5f, 0.8f}, 8}, true),
                 {{"position", Vec3d{-0.4, 0.25, 0}}});
    add(world, "slab", "slab", {{0, 1.05, 0}, {5, 10, 15}, {0, -3, 0}}, {},
        {{"youngs_modulus", Map{"soft", 4e5, 3e4, true}}, {"damping", Map{"soft", 0.0, 0.05, false}}});
    add(world, "octopus", "octopus", {{0.2, 1.5, 0.1}, {0, 0, 170}, {0, -5, 0}}, {},
        {{"youngs_modulus", keys({0, 1, 2}, {{1e5, 0, 0}, {2e4, 0, 0}, {2e5, 0, 0}})}});
    attach(world, "corner", "slab", {{0.95f, 0.35f, 0.8f}, 0.3f}, {});
    attach(world, "rope", "slab", {{-0.95f, 0.35f, -0.8f}, 0.2f},
           {{"stiffness", 2e4}, {"position", keys({0, 2}, {{-1, 1.5, -0.8}, {-1, 2, -0.8}})}});
}

inline void push_slab(World& world, u64 step) {
    if (step == 40) world.bodies().apply_impulse(world.find_body("slab"), {200, 900, 0});
    if (step == 50) world.shift_origin({0.25f, 0.5f, -0.125f});
}

// ---- dancers

inline void fill_dancers(World& world) {
    add_collider(world, "floor", {}, {});
    add_collider(
        world, "press", box_shape({0.4f, 0.1f, 0.4f}),
        {{"motion", "kinematic"}, {"position", keys({0, 0.7, 1.1}, {{0, 1.4, 0}, {0, 0.35, 0}, {0, 1.4, 0}})}});
    const BodyId octopus =
        add(world, "octopus", "octopus", {{1, 0.4, 0}}, {{"guide.max_speed", 2.0}}, {{"damping", 0.02}});
    world.bodies().set_guide_clips(octopus, {clip_of(*cooked("octopus"), "bow", 0.4, {stretch(1), bend(0.7f, 1), stretch(1.2f)}),
                              clip_of(*cooked("octopus"), "turn", 0.3, {twist(1), twist(-1)})});
    const BodyId block =
        add(world, "block", "block", {{0, 0.2, 0}},
            {{"plasticity.yield_strain", 0.05}, {"plasticity.hardening", 0.2}, {"plasticity.max", 0.5}},
            {{"youngs_modulus", 1e5}});
    world.bodies().set_guide_clips(block, {clip_of(*cooked("block"), "sway", 0.5, {twist(0.4f), twist(-0.4f), twist(0.4f)})});
    add(world, "slab", "slab", {{-1.5, 1.5, 0}},
        {{"guide.follow", "place"},
         {"guide.place", keys({0, 0.6, 1}, {{1, 0, 0}, {1, 0, 0}, {0, 0, 0}})},
         {"guide.strength", Map{"soft", 0.2, 1, false}},
         {"guide.position", keys({0, 1}, {{-1.5, 1.5, 0}, {-1, 1.2, 0}})},
         {"plasticity.yield_strain", Map{"soft", 0.02, 0.3, false}}},
        {});
    add(world, "ball", "ball", {{-1.3, 2.4, 0}, {}, {0, -4, 0}}, {}, {{"density", 3000.0}});
    add_collider(world, "gate", box_shape({3, 0.1f, 1}), {{"sensor", 1.0}, {"position", Vec3d{0, 0.4, 0}}});
    attach(world, "rope", "octopus", {{0, 0.3f, 0}, 0.1f}, {{"stiffness", 300.0}, {"position", Vec3d{1, 1.2, 0}}});
}

inline void push_dancers(World& world, u64 step) {
    const BodyId octopus = world.find_body("octopus");
    if (step == 30) world.guides().play(octopus, "turn");
    if (step == 45) world.guides().pause(octopus);
    if (step == 50) world.guides().resume(octopus);
    if (step == 62) world.guides().stop(octopus), world.shift_origin({0.5f, 0, -0.25f});
    if (step == 66) world.guides().play(octopus, "bow", 0.1);
}

// ---- torn

inline void fill_torn(World& world) {
    add_collider(world, "floor", {}, {});
    add_collider(world, "edge", box_shape({0.03f, 0.3f, 0.6f}), {{"position", Vec3d{0, 0.3, 0}}});
    add_collider(
        world, "press", box_shape({0.05f, 0.4f, 0.6f}),
        {{"motion", "kinematic"}, {"position", keys({0, 0.5, 0.8}, {{1.2, 1.6, 0}, {1.2, 0.35, 0}, {1.2, 1.6, 0}})}});
    add(world, "melon", "ball", {{0.02, 1.1, 0}, {0, 20, 0}, {0, -6, 0}},
        {{"tear.stretch", 0.15}, {"tear.lifetime", 0.4}, {"tear.max_pieces", 8.0}}, {{"youngs_modulus", 1e5}});
    const BodyId octopus = add(world, "octopus", "octopus", {{1.2, 0.4, 0}},
                               {{"guide.max_speed", 2.0},
                                {"plasticity.yield_strain", 0.1},
                                {"tear.stretch", 0.35},
                                {"tear.bend", 35.0},
                                {"tear.min_piece", 0.5}},
                               {{"damping", 0.02}, {"youngs_modulus", 1e5}});
    world.bodies().set_guide_clips(octopus, {clip_of(*cooked("octopus"), "bow", 0.4, {stretch(1), bend(0.7f, 1), stretch(1.2f)})});
    add(world, "slab", "slab", {{-1.5, 1.5, 0}},
        {{"tear.stretch", 0.2},
         {"tear.squash", 1.0},
         {"tear.max_pieces", 12.0},
         {"tear.strength", Map{"soft", 0.5, 2, false}},
         {"tear.enabled", keys({0, 0.2}, {{0, 0, 0}, {1, 0, 0}}, Ease::step)}},
        {{"youngs_modulus", 3e4}});
    add_collider(world, "gate", box_shape({3, 0.1f, 1}), {{"sensor", 1.0}, {"position", Vec3d{0, 0.4, 0}}});
    attach(world, "left", "slab", {{-0.95f, 0.35f, -0.8f}, 0.3f},
           {{"position", keys({0, 0.5}, {{-2.5, 1.8, -0.8}, {-3.3, 2, -0.8}})}});
    attach(world, "right", "slab", {{0.95f, 0.35f, 0.8f}, 0.3f}, {});
    attach(world, "rope", "octopus", {{0, 0.3f, 0}, 0.1f}, {{"stiffness", 300.0}, {"position", Vec3d{1, 1.2, 0}}});
    add(world, "rag", "towel", {{-1.4, 2.2, 2.5}, {90, 0, 0}},
        {{"self_contact", 1.0},
         {"plasticity.yield_strain", 0.002},
         {"plasticity.creep", 8.0},
         {"tear.stretch", 0.1},
         {"tear.max_pieces", 8.0}},
        {{"stretch_stiffness", 400.0}});
    attach(world, "torn off", "rag", {{0.4f, 0, -0.25f}, 0.1f},
           {{"position", keys({0, 0.5, 0.8}, {{-1, 2.45, 2.5}, {-0.6, 2.6, 2.5}, {-0.5, 2.2, 2.2}})}});
    attach(world, "stays", "rag", {{-0.4f, 0, 0}, 0.3f}, {});
    add(world, "flesh_slab", "flesh_slab", {{2.5, 1.5, 2.5}},
        {{"plasticity.yield_strain", 0.3}, {"plasticity.creep", 2.0}, {"tear.stretch", 0.4}, {"tear.max_pieces", 8.0}},
        {{"youngs_modulus", 5e4}});
    attach(world, "here", "flesh_slab", {{-0.6f, 0.25f, -0.4f}, 0.25f}, {});
    attach(world, "there", "flesh_slab", {{0.6f, 0.25f, 0.4f}, 0.25f},
           {{"position", keys({0, 0.8}, {{3.1, 1.75, 2.9}, {4.5, 2, 3.5}})}});
}

inline void push_torn(World& world, u64 step) {
    if (step == 25) world.explode({0, 0.3f, 0}, 1, 5);
}

// ---- sheets

inline void fill_sheets(World& world) {
    add_collider(world, "floor", {}, {});
    add_collider(world, "stone", ball_shape(0.3f), {{"position", Vec3d{0, 0.3, 0}}, {"friction", 0.4}});
    add_collider(world, "arm", capsule(0.08f, 0.4f),
                 {{"motion", "kinematic"},
                  {"position", keys({0, 0.5, 1}, {{2.2, 1, 0.8}, {1.6, 0.9, -0.6}, {2.2, 1, 0.8}})},
                  {"rotation", keys({0, 0.5, 1}, {{90, 0, 0}, {90, 60, 0}, {90, 200, 0}})}});
    add_collider(world, "gate", box_shape({1, 0.1f, 1}), {{"sensor", 1.0}, {"position", Vec3d{0, 0.5, 0}}});
    add(world, "cloth", "sheet", {{0, 0.75, 0}, {4, 10, 0}}, {{"friction", 0.4}},
        {{"bend_stiffness", Map{"soft", 1e-5, 1e-3, true}}, {"shear_stiffness", Map{"soft", 50, 2000, true}}});
    add(world, "curtain", "sheet", {{2, 1, 0}, {90, 0, 0}}, {{"drag", 0.1}},
        {{"density", Map{"soft", 0.1, 0.3, false}}, {"weft_stiffness", 2000.0}, {"bend_model", "triangle"}});
    add(world, "towel", "towel", {{-1.4, 1.2, 0}, {0, 0, 20}, {}, {0, 90, 0}}, {{"self_contact", 1.0}},
        {{"bend_model", "curl"}, {"curl", 0.002}, {"stretch_limit", 0.05}});
    add(world, "balloon", "balloon", {{0.1, 1.5, 0.1}, {}, {0, -2, 0}}, {},
        {{"pressure", 60.0}, {"stretch_stiffness", keys({0, 1}, {{800, 0, 0}, {300, 0, 0}})}});
    add(world, "block", "block", {{-1.3, 0.3, 0.1}}, {}, {{"youngs_modulus", 2e5}});
    attach(world, "left", "curtain", {{-0.8f, 0, -0.8f}, 0.05f},
           {{"position", keys({0, 0.5, 1}, {{1.2, 1.8, 0}, {1.6, 1.8, 0.1}, {1.2, 1.8, 0}})}});
    attach(world, "right", "curtain", {{0.8f, 0, -0.8f}, 0}, {{"break_force", 500.0}});
    attach(world, "middle", "curtain", {{0, 0, -0.8f}, 0}, {{"stiffness", 200.0}});
    attach(world, "corner", "towel", {{0.4f, 0, 0.25f}, 0},
           {{"enabled", keys({0, 0.6}, {{1, 0, 0}, {0, 0, 0}}, Ease::step)}});
}

inline void set_sheets(World& world, u64 step) {
    world.parameters().set(WorldP::wind_velocity, Vec3d{0, 0, step >= 20 ? 4.0 : 0.0});
    world.parameters().set(WorldP::wind_turbulence, step >= 20 ? 0.5 : 0.0);
    world.bodies().set_parameter(world.find_body("cloth"), "damping", step >= 20 ? 0.0 : 2.0);
}

inline void push_sheets(World& world, u64 step) {
    if (step == 10) world.bodies().apply_impulse(world.find_body("balloon"), {0.05f, 0.1f, 0}, {0, 1.4f, 0});
    if (step == 25) world.explode({0, 0.2f, 0}, 1, 3);
    if (step == 30) world.bodies().hold(world.find_body("cloth"), 0, true);
    if (step == 40) world.bodies().hold(world.find_body("cloth"), 0, false), world.shift_origin({0.25f, 0.5f, -0.125f});
}

// ---- flesh_scene

inline void fill_flesh_scene(World& world) {
    add_collider(world, "floor", {}, {});
    add_collider(world, "post", capsule(0.1f, 0.3f), {{"position", Vec3d{0.3, 0.3, 0.2}}});
    add_collider(world, "press", box_shape({0.5f, 0.05f, 0.5f}),
                 {{"motion", "kinematic"}, {"position", keys({0, 0.6, 1}, {{2, 1.2, 0}, {2, 0.15, 0}, {2, 1.2, 0}})}});
    add_collider(world, "gate", box_shape({1, 0.1f, 1}), {{"sensor", 1.0}, {"position", Vec3d{0, 0.5, 0}}});
    add(world, "flesh_slab", "flesh_slab", {{0, 0.9, 0}, {10, 20, 5}}, {{"friction", 0.6}},
        {{"youngs_modulus", Map{"soft", 1e4, 2e5, true}},
         {"density", Map{"soft", 800, 1200, false}},
         {"damping", keys({0, 3}, {{0.01, 0, 0}, {0.03, 0, 0}})}});
    add(world, "pressed", "flesh_ball", {{2, 0.26, 0}}, {{"plasticity.yield_strain", 0.05}, {"plasticity.creep", 5.0}},
        {{"youngs_modulus", keys({0, 1}, {{3e4, 0, 0}, {6e4, 0, 0}})}, {"poisson_ratio", 0.4}});
    add(world, "flesh_ball", "flesh_ball", {{0.1, 1.5, 0}, {}, {0, -1, 0}, {0, 200, 0}}, {{"self_contact", 1.0}},
        {{"damping", 0.03}});
    add(world, "block", "block", {{-0.9, 1.5, 0.1}}, {}, {{"youngs_modulus", 5e4}});
    add(world, "rag", "towel", {{0, 1.2, 0}}, {}, {});
    attach(world, "left", "flesh_slab", {{-0.6f, 0.25f, -0.4f}, 0.15f},
           {{"position", keys({0, 0.5, 1}, {{-0.7, 1.2, -0.4}, {-1.1, 1.4, -0.4}, {-0.7, 1.2, -0.4}})}});
    attach(world, "rope", "flesh_ball", {{0, 0.25f, 0}, 0.1f},
           {{"stiffness", 300.0}, {"position", Vec3d{0.3, 1.8, 0}}});
}

inline void push_flesh_scene(World& world, u64 step) {
    if (step == 15) world.bodies().apply_impulse(world.find_body("flesh_ball"), {3, 20, 0}, {0.1f, 1.2f, 0});
    if (step == 25) world.explode({0, 0.2f, 0}, 1, 3);
    if (step == 30) world.bodies().hold(world.find_body("flesh_slab"), 5, true);
    if (step == 40) {
        world.bodies().hold(world.find_body("flesh_slab"), 5, false);
        world.shift_origin({0.25f, 0.5f, -0.125f});
    }
}

// ---- bricks

inline void join(World& world, const std::string& name, const Numbers& numbers) {
    ParameterSet parameters(joint_table);
    for (const auto& [key, value] : numbers) parameters.set(key, value);
    world.joints().add(name, std::move(parameters));
}

inline void fill_bricks(World& world) {
    add_collider(world, "floor", {}, {{"friction", 0.7}});
    add_collider(world, "arm", capsule(0.1f, 0.4f),
                 {{"motion", "kinematic"},
                  {"position", keys({0, 0.5, 1}, {{2.2, 0.5, 0}, {0.6, 0.4, 0.1}, {2.2, 0.5, 0}})},
                  {"rotation", Vec3d{90, 0, 0}}});
    add_collider(world, "gate", box_shape({2, 0.1f, 2}), {{"sensor", 1.0}, {"position", Vec3d{0, 0.7, 0}}});
    add(world, "block", "block", {{0, 0.3, 0}}, {}, {{"youngs_modulus", 1e5}});
    add(world, "flesh_slab", "flesh_slab", {{-1.6, 0.3, 0}}, {{"friction", 0.6}}, {{"youngs_modulus", 5e4}});
    add(world, "net", "sheet", {{1.6, 0.9, 0}}, {}, {});
    add(world, "flesh_ball", "flesh_ball", {{0.3, 2.2, 0.5}}, {}, {{"youngs_modulus", 4e4}});
    const auto rigid = [&](const char* name, const Shape& shape, const Vec3d& at, double density, Numbers more = {}) {
        more["motion"] = "dynamic", more["position"] = at, more["density"] = density;
        add_collider(world, name, shape, more);
    };
    for (int i = 0; i < 6; ++i)
        rigid(("brick " + std::to_string(i)).c_str(), box_shape({0.2f, 0.1f, 0.1f}),
              {0.15 * (i % 2) - 0.1, 0.9 + 0.22 * i, 0.02 * i}, 900, {{"rotation", Vec3d{0, 15.0 * i, 0}}});
    rigid("ball", ball_shape(0.15f), {-1.5, 1.2, 0.1}, 2000, {{"velocity", Vec3d{0.3, -3, 0}}, {"restitution", 0.5}});
    rigid("stone", capsule(0.1f, 0.15f), {1.6, 1.4, 0.1}, 300, {{"spin", Vec3d{200, 0, 90}}});
    rigid("bone", capsule(0.08f, 0.1f), {0.3, 2.2, 0.5}, 1500);
    rigid("hook", box_shape({0.1f, 0.1f, 0.1f}), {0.3, 2.8, 0.5}, 1500);
    rigid("bob", ball_shape(0.1f), {0.9, 2.8, 0.5}, 3000, {{"velocity", Vec3d{0, 0, 2}}});
    rigid("thrown", ball_shape(0.12f), {0.5, 0.12, 2}, 1000);
    rigid("door", box_shape({0.3f, 0.3f, 0.04f}), {-1, 1.6, 1}, 500, {{"gravity_scale", 0.5}});
    for (const double x : {-0.8, 0.8})
        attach(world, x < 0 ? "near" : "far", "net", {{static_cast<float>(x), 0, -0.8f}, 0.1f}, {});
    for (const double x : {-0.8, 0.8})
        attach(world, x < 0 ? "near too" : "far too", "net", {{static_cast<float>(x), 0, 0.8f}, 0.1f}, {});
    AttachmentWhere inside;
    inside.by_point = false, inside.overlap = true;
    attach(world, "sinew", "flesh_ball", inside, {{"to", "bone"}});
    join(world, "swing",
         {{"kind", "spherical"},
          {"a", "hook"},
          {"b", "bone"},
          {"position", Vec3d{0.3, 2.7, 0.5}},
          {"rotation", Vec3d{0, 0, -90}},
          {"swing_y", 40.0},
          {"twist_low", -20.0},
          {"twist_high", 30.0}});
    join(world, "nail", {{"b", "hook"}, {"break_force", 800.0}});
    join(world, "string", {{"kind", "distance"}, {"a", "hook"}, {"b", "bob"}, {"low", 0.0}, {"high", 0.6}});
    join(world, "hinge",
         {{"kind", "revolute"},
          {"b", "door"},
          {"position", Vec3d{-1.3, 1.6, 1}},
          {"rotation", Vec3d{0, 0, 90}},
          {"low", -100.0},
          {"high", 100.0},
          {"stiffness", 20.0},
          {"damping", 2.0},
          {"target", keys({0, 0.5, 1}, {{0, 0, 0}, {80, 0, 0}, {-60, 0, 0}})},
          {"strength", keys({0, 0.8}, {{1, 0, 0}, {0.2, 0, 0}})}});
    PairRule rule{"slippery", "brick 0", "brick 1", ParameterSet(pair_table)};
    rule.parameters.set("friction", 0.02);
    world.add_pair_rule(rule);
}

inline void push_bricks(World& world, u64 step) {
    if (step == 15) world.colliders().apply_impulse(world.find_collider("ball"), {0, 20, 5}, {-1.5f, 0.5f, 0});
    if (step == 20) {
        const ColliderId thrown = world.find_collider("thrown");
        world.colliders().place(thrown, {{0, 0.5f, 2}, {}});
        world.colliders().set_velocity(thrown, {0, 1, -12}, {0, 5, 0});
    }
    if (step == 45) world.shift_origin({0.25f, 0.5f, -0.125f});
}

// ---- the list

// Eggs that are carried about, painted and keyed, one of them with a volume; what falls on them; a leaf of which
// another part is simulated from step 30 on.
inline void fill_wobble(World& world) {
    add_collider(world, "floor", {}, {});
    const auto carried = [](double x) { return keys({0, 0.4, 0.8}, {{x, 0.6, 0}, {x, 0.75, 0.3}, {x, 0.6, 0}}); };
    add(world, "egg", "egg", {{0, 0.6, 0}, {}, {}, {}},
        {{"guide.position", carried(0)}, {"guide.rotation", keys({0, 0.7}, {{0, 0, 0}, {0, 90, 20}})}},
        {{"stiffness", Map{"soft", 40, 2, true}}, {"mass", Map{"soft", 0.005, 0.02, false}}, {"damping", 0.05}});
    add(world, "round", "egg", {{1.2, 0.6, 0}},
        {{"guide.position", carried(1.2)}, {"guide.scale", keys({0, 0.5, 1}, {{1, 1, 1}, {1.2, 0.7, 1}, {1, 1, 1}})}},
        {{"frequency", keys({0, 1}, {{2, 0, 0}, {5, 0, 0}})}, {"damping_ratio", 0.2}, {"volume", 0.8}});
    add(world, "leaf", "leaf", {{-1.2, 0.8, 0}}, {{"guide.position", carried(-1.2)}, {"guide.max_distance", 0.2}},
        {{"weight", Map{"soft", 0, 1, false}}, {"frequency", 3.0}, {"damping_ratio", 0.1}});
    add(world, "block", "block", {{0, 1.6, 0}}, {}, {{"youngs_modulus", 5e4}});
    add(world, "rag", "towel", {{1.2, 1.4, 0}}, {}, {});
    add_collider(world, "gate", box_shape({1, 0.1f, 1}), {{"sensor", 1.0}, {"position", Vec3d{0, 0.9, 0}}});
    attach(world, "pin", "leaf", {{0.3f, 0, 0.3f}, 0.1f}, {{"stiffness", 5.0}, {"position", Vec3d{-0.8, 1.2, 0.4}}});
}

inline void set_wobble(World& world, u64 step) {
    const bool later = step >= 30;
    world.bodies().set_parameter(world.find_body("leaf"), "weight", Map{"soft", later ? 1.0 : 0.0, later ? 0.0 : 1.0, false});
    world.bodies().set_parameter(world.find_body("egg"), "damping", later ? 0.1 : 0.05);
}

inline void push_wobble(World& world, u64 step) {
    if (step == 10) world.bodies().apply_impulse(world.find_body("egg"), {1, 0, 0}, {0.3f, 0.6f, 0});
    if (step == 20) world.explode({1.2f, 0.3f, 0}, 1, 2);
}

inline const std::vector<Scene>& scenes() {
    static const std::vector<Scene> all = {
        {"pile", 120, [](ParameterSet& p) { p.set("substeps", 3.0); }, fill_pile, set_pile,
         [](u64 step) { return step == 0 || step == 40 || step == 80; }, push_pile},
        {"sleepers", 120, [](ParameterSet& p) { p.set("sleep.time", 0.1), p.set("sleep.speed", 0.05); }, fill_sleepers,
         set_sleepers, [](u64 step) { return step == 0 || step == 75; }, push_sleepers},
        {"slab", 70, [](ParameterSet& p) { p.set("substeps", 3.0); }, fill_slab, [](World&, u64) {},
         [](u64) { return false; }, push_slab},
        {"dancers", 80, [](ParameterSet& p) { p.set("substeps", 3.0); }, fill_dancers, [](World&, u64) {},
         [](u64) { return false; }, push_dancers},
        {"torn", 60, [](ParameterSet& p) { p.set("substeps", 3.0); }, fill_torn, [](World&, u64) {},
         [](u64) { return false; }, push_torn, true},
        {"sheets", 60, [](ParameterSet& p) { p.set("substeps", 2.0), p.set("wind.gusts", 0.5); }, fill_sheets,
         set_sheets, [](u64 step) { return step == 0 || step == 20; }, push_sheets},
        {"flesh_scene", 60, [](ParameterSet& p) { p.set("substeps", 3.0); }, fill_flesh_scene, [](World&, u64) {},
         [](u64) { return false; }, push_flesh_scene},
        {"bricks", 70, [](ParameterSet& p) { p.set("substeps", 4.0); }, fill_bricks, [](World&, u64) {},
         [](u64) { return false; }, push_bricks},
        {"wobble", 60, [](ParameterSet& p) { p.set("substeps", 2.0); }, fill_wobble, set_wobble,
         [](u64 step) { return step == 0 || step == 30; }, push_wobble},
    };
    return all;
}

inline WorldSettings settings_of(const Scene& scene, u32 threads = 1) {
    WorldSettings settings;
    settings.threads = threads;
    settings.parameters.set(WorldP::max_particles, 60000.0);  // the web takes all of it at once
    scene.settings(settings.parameters);
    return settings;
}

inline std::unique_ptr<World> make_world(const Scene& scene, const WorldSettings& settings) {
    auto world = std::make_unique<World>(settings);
    scene.fill(*world);
    return world;
}

inline void step(const Scene& scene, World& world) {
    const u64 now = world.step_count();
    if (scene.changes(now)) scene.set(world, now);
    scene.push(world, now);
    world.step();
}

// Puts a world, whatever has become of it, to a snapshot that was taken before the given step.
inline void go_back(const Scene& scene, World& world, std::span<const std::byte> snapshot, u64 step) {
    scene.set(world, step + 1);  // other values, wherever parameters change on the way: the snapshot must bring its own
    world.restore(snapshot);
}

}  // namespace pliant::testing
