#include "body/registry.h"
#include "capi/calls.h"

using namespace pliant;
using namespace pliant::capi;

pliant_body_def pliant_default_body_def(void) {
    pliant_body_def def{};
    def.cookie = body_cookie;
    def.placement.rotation.w = 1;
    return def;
}

pliant_result pliant_body_create(pliant_world world, const pliant_body_def* def, pliant_body* out) {
    return changing<pliant_body_create>(world, def, out)([&] {
        need(def, "def"), need(out, "out");
        need_cookie(def->cookie, body_cookie, "pliant_default_body_def");
        const auto w = resting_world(world);
        const auto model = model_table().find(def->model);
        if (!model) fail(PLIANT_NO_SUCH_ID, def->model.slot ? "there is no such model any more" : "the model is null");
        const auto given = settings_of(def->settings);
        const Kind& kind = model->model->kind();
        if (given && given->kind != &kind)
            fail(PLIANT_BAD_ARGUMENT, std::string("the settings are not of the model's kind, ") + kind.name);
        const Transform at = def->use_placement ? transform_of(def->placement, "placement") : Transform{};
        const BodyId id = w->world.bodies().add(def->name ? def->name : "", model->model,
                                                given ? *given->common : ParameterSet(body_table),
                                                given ? given->own : ParameterSet(kind.parameters));
        if (def->use_placement) w->world.bodies().reset(id, {at, {}, {}});
        *out = to_c(id);
    });
}

pliant_result pliant_body_destroy(pliant_world world, pliant_body body) {
    return changing<pliant_body_destroy>(world, body)([&] {
        const auto w = resting_world(world);
        body_of(*w, body);
        w->world.bodies().remove(from_c(body).body());
    });
}

size_t pliant_world_bodies(pliant_world world, pliant_body* out, size_t capacity) {
    const auto w = world_table_of_ids().find(world);
    if (!w || w->stepping) return 0;
    size_t n = 0;
    w->world.contents().bodies.each([&](BodyId id, const Body&) {
        if (out && n < capacity) out[n] = to_c(id);
        ++n;
    });
    return n;
}

pliant_result pliant_world_find_body(pliant_world world, const char* name, pliant_body* out) {
    return guarded("pliant_world_find_body", [&] {
        need(name, "name"), need(out, "out");
        const BodyId id = resting_world(world)->world.find_body(name);
        if (!id) fail(PLIANT_NO_SUCH_ID, std::string("there is no body '") + name + "'");
        *out = to_c(id);
    });
}

static void set_parameter(pliant_world world, pliant_body body, const char* parameter, const Value& value) {
    need(parameter, "parameter");
    const auto w = resting_world(world);
    const Body& b = body_of(*w, body);
    try {
        w->world.bodies().set_parameter(from_c(body).body(), parameter, value);
    } catch (const Error& e) {
        throw e.inside(b.name);
    }
}

pliant_result pliant_body_set_number(pliant_world world, pliant_body body, const char* parameter, double value) {
    return changing<pliant_body_set_number>(world, body, parameter,
                                            value)([&] { set_parameter(world, body, parameter, Value(value)); });
}
pliant_result pliant_body_set_flag(pliant_world world, pliant_body body, const char* parameter, bool value) {
    return changing<pliant_body_set_flag>(
        world, body, parameter, value)([&] { set_parameter(world, body, parameter, Value(value ? 1.0 : 0.0)); });
}
pliant_result pliant_body_set_map(pliant_world world, pliant_body body, const char* parameter, const char* attribute,
                                  double low, double high, bool logarithmic) {
    return changing<pliant_body_set_map>(world, body, parameter, attribute, low, high, logarithmic)([&] {
        need(attribute, "attribute");
        set_parameter(world, body, parameter, Value(Map{attribute, low, high, logarithmic}));
    });
}
pliant_result pliant_body_set_map_values(pliant_world world, pliant_body body, const char* parameter,
                                         const float* values, size_t count, double low, double high, bool logarithmic) {
    return changing<pliant_body_set_map_values>(world, body, parameter, values, count, low, high, logarithmic)([&] {
        need(values, "values");
        auto copied = std::make_shared<const std::vector<float>>(values, values + count);
        set_parameter(world, body, parameter, Value(Map{"", low, high, logarithmic, std::move(copied)}));
    });
}
pliant_result pliant_body_set_vector(pliant_world world, pliant_body body, const char* parameter, double x, double y,
                                     double z) {
    return changing<pliant_body_set_vector>(world, body, parameter, x, y, z)([&] {
        set_parameter(world, body, parameter, Value(Vec3d{x, y, z}));
    });
}
pliant_result pliant_body_set_text(pliant_world world, pliant_body body, const char* parameter, const char* text) {
    return changing<pliant_body_set_text>(world, body, parameter, text)([&] {
        need(text, "text");
        set_parameter(world, body, parameter, Value(text));
    });
}
pliant_result pliant_body_set_names(pliant_world world, pliant_body body, const char* parameter,
                                    const char* const* names, size_t count) {
    return changing<pliant_body_set_names>(world, body, parameter, names, count)(
        [&] { set_parameter(world, body, parameter, Value(list_of_names(names, count))); });
}
pliant_result pliant_body_set_lines(pliant_world world, pliant_body body, const char* parameter,
                                    const pliant_line_def* lines, size_t count) {
    return changing<pliant_body_set_lines>(world, body, parameter, lines, count)(
        [&] { set_parameter(world, body, parameter, Value(list_of_lines(lines, count))); });
}
pliant_result pliant_body_get_number(pliant_world world, pliant_body body, const char* parameter, double* out) {
    return guarded("pliant_body_get_number", [&] {
        need(parameter, "parameter"), need(out, "out");
        const auto w = resting_world(world);
        const Body& b = body_of(*w, body);
        for (const ParameterSet* set : {&b.common, &b.own})
            if (const Parameter* row = set->table().find(parameter)) {
                *out = set->number(row->id, w->world.time());
                return;
            }
        const ParameterTable* const tables[] = {&b.own.table(), &b.common.table()};
        no_such_parameter(parameter, tables);
    });
}

pliant_result pliant_body_reset(pliant_world world, pliant_body body, pliant_transform at) {
    return changing<pliant_body_reset>(world, body, at)([&] {
        const auto w = resting_world(world);
        body_of(*w, body);
        w->world.bodies().reset(from_c(body).body(), {transform_of(at, "at"), {}, {}});
    });
}
// Particles of a body, as a host numbers them.
static std::span<const u32> particles_of(const Body& body, const uint32_t* particles, size_t count) {
    if (count) need(particles, "particles");
    for (size_t i = 0; i < count; ++i)
        if (particles[i] >= body.view.count)
            fail(PLIANT_BAD_ARGUMENT,
                 "particle " + std::to_string(particles[i]) + "; the body has " + std::to_string(body.view.count));
    return {particles, count};
}

pliant_result pliant_body_hold(pliant_world world, pliant_body body, const uint32_t* particles, size_t count,
                               bool held) {
    return changing<pliant_body_hold>(world, body, particles, count, held)([&] {
        const auto w = resting_world(world);
        w->world.bodies().hold(from_c(body).body(), particles_of(body_of(*w, body), particles, count), held);
    });
}
pliant_result pliant_body_set_contact_enabled(pliant_world world, pliant_body body, const uint32_t* particles,
                                              size_t count, bool enabled) {
    return changing<pliant_body_set_contact_enabled>(world, body, particles, count, enabled)([&] {
        const auto w = resting_world(world);
        w->world.bodies().set_contact_enabled(from_c(body).body(), particles_of(body_of(*w, body), particles, count),
                                              enabled);
    });
}

template <class Inside>
static void list_particles(pliant_world world, pliant_body body, uint32_t* particles, size_t capacity, size_t* count,
                           Inside&& inside) {
    need(count, "count");
    const auto w = resting_world(world);
    const Body& b = body_of(*w, body);
    *count = 0;
    for (u32 p = 0; p < b.view.count; ++p) {
        if (!inside(b.view.position[p].xyz())) continue;
        if (particles && *count < capacity) particles[*count] = p;
        ++*count;
    }
    if (particles && *count > capacity)
        fail(PLIANT_BUFFER_TOO_SMALL, std::to_string(*count) + " particles, and room for " + std::to_string(capacity));
}

pliant_result pliant_body_particles_in_box(pliant_world world, pliant_body body, pliant_box box, uint32_t* particles,
                                           size_t capacity, size_t* count) {
    return guarded("pliant_body_particles_in_box", [&] {
        const Box in{vector_of(box.low, "box.low"), vector_of(box.high, "box.high")};
        list_particles(world, body, particles, capacity, count, [&](const Vec3& at) { return in.contains(at); });
    });
}
pliant_result pliant_body_particles_in_ball(pliant_world world, pliant_body body, pliant_vec3 center, float radius,
                                            uint32_t* particles, size_t capacity, size_t* count) {
    return guarded("pliant_body_particles_in_ball", [&] {
        const Vec3 middle = vector_of(center, "center");
        need_finite(radius, "radius");
        if (radius < 0) fail(PLIANT_BAD_ARGUMENT, "the radius is negative");
        list_particles(world, body, particles, capacity, count,
                       [&](const Vec3& at) { return length(at - middle) <= radius; });
    });
}
pliant_result pliant_body_get_info(pliant_world world, pliant_body body, pliant_body_info* out) {
    return guarded("pliant_body_get_info", [&] {
        need(out, "out");
        const auto w = resting_world(world);
        const Body& b = body_of(*w, body);
        const double mass = w->world.bodies().mass(b.id);
        const Stiffness s = b.matter->stiffness().value_or(Stiffness{});
        *out = {b.name.c_str(),
                b.model->kind().name,
                b.view.count,
                mass,
                to_c(w->world.bodies().center_of_mass(b.id).to<float>()),
                to_c((w->world.bodies().momentum(b.id) / mass).to<float>()),
                to_c(b.frame().bounds),
                b.sleeps(),
                b.quarantined,
                s.wanted,
                s.attainable,
                b.substeps};
    });
}

pliant_result pliant_body_hash(pliant_world world, pliant_body body, uint64_t* out) {
    return guarded("pliant_body_hash", [&] {
        need(out, "out");
        const auto w = resting_world(world);
        *out = w->world.bodies().hash(body_of(*w, body).id);
    });
}

pliant_result pliant_body_particles(pliant_world world, pliant_body body, const float** positions,
                                    const float** velocities, uint32_t* count) {
    return guarded("pliant_body_particles", [&] {
        const auto w = resting_world(world);
        const Body& b = body_of(*w, body);
        if (positions) *positions = floats(b.view.position);
        if (velocities) *velocities = floats(b.view.velocity);
        if (count) *count = b.view.count;
    });
}
