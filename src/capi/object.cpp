#include "capi/calls.h"

using namespace pliant;
using namespace pliant::capi;

static ObjectId object_of(const WorldObject& world, pliant_object object) {
    const ObjectId id = from_c(object);
    if (!world.world.objects().exists(id))
        fail(PLIANT_NO_SUCH_ID, object.slot ? "there is no such object in this world" : "the object is null");
    return id;
}

// A body or a rigid body.
static ObjectId object_with_mass(const WorldObject& world, pliant_object object) {
    const ObjectId id = object_of(world, object);
    if (!world.world.objects().has_mass(id))
        fail(PLIANT_BAD_ARGUMENT, "'" + world.world.objects().name(id) +
                                      "' is no rigid body: its motion is neither \"dynamic\" nor \"host\"");
    return id;
}

const char* pliant_object_name(pliant_world world, pliant_object object) {
    const auto w = world_table_of_ids().find(world);
    const ObjectId id = from_c(object);
    return w && w->world.objects().exists(id) ? w->world.objects().name(id).c_str() : "";
}

pliant_result pliant_object_get_pose(pliant_world world, pliant_object object, pliant_transform* out) {
    return guarded("pliant_object_get_pose", [&] {
        need(out, "out");
        const auto w = resting_world(world);
        *out = to_c(w->world.objects().pose(object_of(*w, object)));
    });
}

pliant_result pliant_object_set_pose(pliant_world world, pliant_object object, pliant_transform at) {
    return changing<pliant_object_set_pose>(world, object, at)([&] {
        const auto w = resting_world(world);
        w->world.objects().set_pose(object_of(*w, object), transform_of(at, "at"));
    });
}

pliant_result pliant_object_teleport(pliant_world world, pliant_object object, pliant_transform by) {
    return changing<pliant_object_teleport>(world, object, by)([&] {
        const auto w = resting_world(world);
        w->world.objects().teleport(object_of(*w, object), transform_of(by, "by"));
    });
}

pliant_result pliant_object_get_velocity(pliant_world world, pliant_object object, pliant_vec3* linear,
                                         pliant_vec3* angular) {
    return guarded("pliant_object_get_velocity", [&] {
        const auto w = resting_world(world);
        const RigidVelocity v = w->world.objects().velocity(object_with_mass(*w, object));
        if (linear) *linear = to_c(v.linear);
        if (angular) *angular = to_c(v.angular);
    });
}

pliant_result pliant_object_set_velocity(pliant_world world, pliant_object object, pliant_vec3 linear,
                                         pliant_vec3 angular) {
    return changing<pliant_object_set_velocity>(world, object, linear, angular)([&] {
        const auto w = resting_world(world);
        RigidVelocity v;
        v.linear = vector_of(linear, "linear");
        v.angular = vector_of(angular, "angular");
        w->world.objects().set_velocity(object_with_mass(*w, object), v);
    });
}

pliant_result pliant_object_apply_impulse(pliant_world world, pliant_object object, pliant_vec3 impulse) {
    return changing<pliant_object_apply_impulse>(world, object, impulse)([&] {
        const auto w = resting_world(world);
        w->world.objects().apply_impulse(object_with_mass(*w, object), vector_of(impulse, "impulse"));
    });
}

pliant_result pliant_object_apply_impulse_at(pliant_world world, pliant_object object, pliant_vec3 impulse,
                                             pliant_vec3 point) {
    return changing<pliant_object_apply_impulse_at>(world, object, impulse, point)([&] {
        const auto w = resting_world(world);
        w->world.objects().apply_impulse(object_with_mass(*w, object), vector_of(impulse, "impulse"),
                                         place_of(point, "point"));
    });
}

pliant_result pliant_object_apply_force_at(pliant_world world, pliant_object object, pliant_vec3 force,
                                           pliant_vec3 point) {
    return changing<pliant_object_apply_force_at>(world, object, force, point)([&] {
        const auto w = resting_world(world);
        w->world.objects().apply_force(object_with_mass(*w, object), vector_of(force, "force"),
                                       place_of(point, "point"));
    });
}

pliant_result pliant_object_get_mass(pliant_world world, pliant_object object, double* out) {
    return guarded("pliant_object_get_mass", [&] {
        need(out, "out");
        const auto w = resting_world(world);
        *out = w->world.objects().mass(object_with_mass(*w, object));
    });
}

pliant_result pliant_object_is_asleep(pliant_world world, pliant_object object, bool* out) {
    return guarded("pliant_object_is_asleep", [&] {
        need(out, "out");
        const auto w = resting_world(world);
        *out = w->world.objects().is_asleep(object_with_mass(*w, object));
    });
}

pliant_result pliant_object_wake(pliant_world world, pliant_object object) {
    return changing<pliant_object_wake>(world, object)([&] {
        const auto w = resting_world(world);
        w->world.objects().wake(object_with_mass(*w, object));
    });
}

pliant_result pliant_object_enable_contact_impulses(pliant_world world, pliant_object object, bool enabled) {
    return changing<pliant_object_enable_contact_impulses>(world, object, enabled)([&] {
        const auto w = resting_world(world);
        w->world.objects().enable_contact_impulses(object_of(*w, object), enabled);
    });
}

pliant_result pliant_object_contact_impulses(pliant_world world, pliant_object object, pliant_contact_impulse* impulses,
                                             size_t capacity, size_t* count) {
    return guarded("pliant_object_contact_impulses", [&] {
        need(count, "count");
        const auto w = resting_world(world);
        const ObjectId id = object_of(*w, object);
        *count = 0;
        for (const ObjectImpulse& i : w->world.events().impulses) {
            if (i.object != id) continue;
            if (impulses && *count < capacity)
                impulses[*count] = {to_c(i.other), to_c(i.point), to_c(i.impulse), i.substep};
            ++*count;
        }
        if (impulses && *count > capacity)
            fail(PLIANT_BUFFER_TOO_SMALL,
                 std::to_string(*count) + " impulses, and room for " + std::to_string(capacity));
    });
}
