#include "capi/calls.h"

using namespace pliant;
using namespace pliant::capi;

static const Field& field_of(WorldObject& world, pliant_field field) {
    const Field* found = world.world.field(from_c(field));
    if (!found) fail(PLIANT_NO_SUCH_ID, field.slot ? "there is no such field in this world" : "the field is null");
    return *found;
}

pliant_result pliant_field_create(pliant_world world, const char* name, pliant_settings settings, pliant_field* out) {
    return changing<pliant_field_create>(world, name, settings, out)([&] {
        need(out, "out");
        const auto w = resting_world(world);
        const auto given = settings_of(settings);
        if (given && &given->own.table() != &field_table)
            fail(PLIANT_BAD_ARGUMENT, "the settings are not of \"field\"");
        *out = to_c(w->world.fields().add(name ? name : "", given ? given->own : ParameterSet(field_table)));
    });
}

pliant_result pliant_field_destroy(pliant_world world, pliant_field field) {
    return changing<pliant_field_destroy>(world, field)([&] {
        const auto w = resting_world(world);
        field_of(*w, field);
        w->world.fields().remove(from_c(field));
    });
}

static void set_parameter(pliant_world world, pliant_field field, const char* parameter, Value value) {
    need(parameter, "parameter");
    const auto w = resting_world(world);
    const Field& f = field_of(*w, field);
    try {
        w->world.fields().set_parameter(from_c(field), parameter, std::move(value));
    } catch (const Error& e) {
        throw e.inside(f.name);
    }
}

pliant_result pliant_field_set_number(pliant_world world, pliant_field field, const char* parameter, double value) {
    return changing<pliant_field_set_number>(world, field, parameter,
                                             value)([&] { set_parameter(world, field, parameter, value); });
}

pliant_result pliant_field_set_vector(pliant_world world, pliant_field field, const char* parameter, double x, double y,
                                      double z) {
    return changing<pliant_field_set_vector>(world, field, parameter, x, y, z)([&] {
        set_parameter(world, field, parameter, Vec3d{x, y, z});
    });
}

pliant_result pliant_world_find_field(pliant_world world, const char* name, pliant_field* out) {
    return guarded("pliant_world_find_field", [&] {
        need(name, "name"), need(out, "out");
        const FieldId id = resting_world(world)->world.find_field(name);
        if (!id) fail(PLIANT_NO_SUCH_ID, std::string("there is no field '") + name + "'");
        *out = to_c(id);
    });
}
