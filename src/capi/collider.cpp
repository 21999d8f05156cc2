#include "capi/calls.h"
#include "rigid/hosted.h"

using namespace pliant;
using namespace pliant::capi;

pliant_collider_def pliant_default_collider_def(void) {
    pliant_collider_def def{};
    def.cookie = collider_cookie;
    def.pose.rotation.w = 1;
    return def;
}

static Shape shape_of(const pliant_collider_def& def, const ParameterSet& parameters) {
    if (parameters.text(ColliderP::shape) == "compound") {
        if (def.part_count == 0) fail(PLIANT_BAD_ARGUMENT, "a compound without parts");
        need(def.parts, "parts");
        std::vector<ParameterSet> parts;
        for (size_t i = 0; i < def.part_count; ++i) {
            const auto part = settings_of(def.parts[i]);
            if (!part || &part->own.table() != &collider_table)
                fail(PLIANT_BAD_ARGUMENT, "the settings of a part are not of \"collider\"");
            parts.push_back(part->own);
        }
        return make_compound(parts);
    }
    Shape shape = make_collider_shape(parameters);
    const Vec3 size = parameters.vector(ColliderP::size).to<float>();
    if (shape.kind == ShapeKind::height_field) {
        need(def.heights, "heights");
        if (def.columns < 2 || def.rows < 2)
            fail(PLIANT_BAD_ARGUMENT, "a height field of " + std::to_string(def.columns) + " x " +
                                          std::to_string(def.rows) + "; expected at least 2 x 2");
        std::vector<float> heights(def.heights, def.heights + static_cast<size_t>(def.columns) * def.rows);
        for (float h : heights) need_finite(h, "a height");
        shape.height_field = std::make_shared<HeightField>(def.columns, def.rows, size, std::move(heights));
    }
    if (shape.kind == ShapeKind::mesh) {
        const auto asset = asset_table_of_ids().find(def.mesh);
        if (!asset) fail(PLIANT_NO_SUCH_ID, "a mesh collider needs an asset");
        Mesh mesh = asset->mesh;
        transform(mesh, {{{size.x, 0, 0}, {0, size.y, 0}, {0, 0, size.z}}}, {});
        shape.mesh = collider_mesh(mesh, parameters);
    }
    return shape;
}

pliant_result pliant_collider_create(pliant_world world, const pliant_collider_def* def, pliant_collider* out) {
    return changing<pliant_collider_create>(world, def, out)([&] {
        need(def, "def"), need(out, "out");
        need_cookie(def->cookie, collider_cookie, "pliant_default_collider_def");
        const auto w = resting_world(world);
        const auto given = settings_of(def->settings);
        if (given && &given->own.table() != &collider_table)
            fail(PLIANT_BAD_ARGUMENT, "the settings are not of \"collider\"");
        const ParameterSet parameters = given ? given->own : ParameterSet(collider_table);
        const Transform pose = def->use_pose ? transform_of(def->pose, "pose") : Transform{};
        const ColliderId id =
            w->world.colliders().add(def->name ? def->name : "", shape_of(*def, parameters), parameters);
        if (def->use_pose) w->world.colliders().place(id, pose);
        *out = to_c(id);
    });
}

pliant_result pliant_collider_destroy(pliant_world world, pliant_collider collider) {
    return changing<pliant_collider_destroy>(world, collider)([&] {
        const auto w = resting_world(world);
        collider_of(*w, collider);
        w->world.colliders().remove(from_c(collider).collider());
    });
}

pliant_result pliant_world_find_collider(pliant_world world, const char* name, pliant_collider* out) {
    return guarded("pliant_world_find_collider", [&] {
        need(name, "name"), need(out, "out");
        const ColliderId id = resting_world(world)->world.find_collider(name);
        if (!id) fail(PLIANT_NO_SUCH_ID, std::string("there is no collider '") + name + "'");
        *out = to_c(id);
    });
}

size_t pliant_world_colliders(pliant_world world, pliant_collider* out, size_t capacity) {
    const auto w = world_table_of_ids().find(world);
    if (!w || w->stepping) return 0;
    size_t n = 0;
    w->world.contents().colliders.each([&](ColliderId id, const Collider&) {
        if (out && n < capacity) out[n] = to_c(id);
        ++n;
    });
    return n;
}

pliant_result pliant_collider_move(pliant_world world, pliant_collider collider, pliant_transform to) {
    return changing<pliant_collider_move>(world, collider, to)([&] {
        const auto w = resting_world(world);
        if (const Collider& c = collider_of(*w, collider); c.dynamic)
            fail(PLIANT_BAD_ARGUMENT, "'" + c.name + "' is a rigid body, and moves by itself; set its pose instead");
        w->world.colliders().move(from_c(collider).collider(), transform_of(to, "to"));
    });
}

static ColliderId host_body_of(WorldObject& world, pliant_collider collider) {
    const Collider& c = collider_of(world, collider);
    if (!c.hosted) fail(PLIANT_BAD_ARGUMENT, "'" + c.name + "' is no body of the host: its motion is not \"host\"");
    return c.id;
}

pliant_result pliant_collider_set_host_body(pliant_world world, pliant_collider collider,
                                            const pliant_host_body* state) {
    return changing<pliant_collider_set_host_body>(world, collider, state)([&] {
        need(state, "state");
        const auto w = hearing_world(world);
        rigid::HostState given;
        given.pose = transform_of(state->pose, "pose");
        given.velocity = vector_of(state->velocity, "velocity");
        given.angular_velocity = vector_of(state->angular_velocity, "angular_velocity");
        given.mass = state->mass, given.inertia = vector_of(state->inertia, "inertia");
        given.mass_frame = transform_of(state->mass_frame, "mass_frame");
        w->world.colliders().set_host_state(host_body_of(*w, collider), given);
    });
}

pliant_result pliant_collider_host_impulse(pliant_world world, pliant_collider collider, pliant_vec3* impulse,
                                           pliant_vec3* angular_impulse) {
    return guarded("pliant_collider_host_impulse", [&] {
        const auto w = hearing_world(world);
        const rigid::HostImpulse given = w->world.colliders().host_impulse(host_body_of(*w, collider));
        if (impulse) *impulse = to_c(given.impulse);
        if (angular_impulse) *angular_impulse = to_c(given.angular_impulse);
    });
}
