#include "capi/calls.h"

using namespace pliant;
using namespace pliant::capi;

static const RigidJoint& joint_of(WorldObject& world, pliant_joint joint) {
    const RigidJoint* found = world.world.joint(from_c(joint));
    if (!found) fail(PLIANT_NO_SUCH_ID, joint.slot ? "there is no such joint in this world" : "the joint is null");
    return *found;
}

pliant_result pliant_joint_create(pliant_world world, const char* name, pliant_settings settings, pliant_joint* out) {
    return changing<pliant_joint_create>(world, name, settings, out)([&] {
        need(out, "out");
        const auto w = resting_world(world);
        const auto given = settings_of(settings);
        if (!given || &given->own.table() != &joint_table)
            fail(PLIANT_BAD_ARGUMENT, "the settings are not of \"joint\"");
        *out = to_c(w->world.joints().add(name ? name : "", given->own));
    });
}

pliant_result pliant_joint_destroy(pliant_world world, pliant_joint joint) {
    return changing<pliant_joint_destroy>(world, joint)([&] {
        const auto w = resting_world(world);
        joint_of(*w, joint);
        w->world.joints().remove(from_c(joint));
    });
}

static void set_parameter(pliant_world world, pliant_joint joint, const char* parameter, Value value) {
    need(parameter, "parameter");
    const auto w = resting_world(world);
    const RigidJoint& j = joint_of(*w, joint);
    try {
        w->world.joints().set_parameter(from_c(joint), parameter, std::move(value));
    } catch (const Error& e) {
        throw e.inside(j.name);
    }
}

pliant_result pliant_joint_set_number(pliant_world world, pliant_joint joint, const char* parameter, double value) {
    return changing<pliant_joint_set_number>(world, joint, parameter,
                                             value)([&] { set_parameter(world, joint, parameter, value); });
}

pliant_result pliant_joint_set_vector(pliant_world world, pliant_joint joint, const char* parameter, double x, double y,
                                      double z) {
    return changing<pliant_joint_set_vector>(world, joint, parameter, x, y, z)([&] {
        set_parameter(world, joint, parameter, Vec3d{x, y, z});
    });
}

pliant_result pliant_joint_get_info(pliant_world world, pliant_joint joint, pliant_joint_info* out) {
    return guarded("pliant_joint_get_info", [&] {
        need(out, "out");
        const auto w = resting_world(world);
        const RigidJoint& j = joint_of(*w, joint);
        const rigid::JointState state = w->world.joints().state(j.id);
        *out = {j.name.c_str(), to_c(j.a), to_c(j.b), to_c(state.position), state.twist, to_c(state.swing),
                j.force,        j.torque,  j.broken};
    });
}

pliant_result pliant_world_find_joint(pliant_world world, const char* name, pliant_joint* out) {
    return guarded("pliant_world_find_joint", [&] {
        need(name, "name"), need(out, "out");
        const JointId id = resting_world(world)->world.find_joint(name);
        if (!id) fail(PLIANT_NO_SUCH_ID, std::string("there is no joint '") + name + "'");
        *out = to_c(id);
    });
}

size_t pliant_world_joints(pliant_world world, pliant_joint* out, size_t capacity) {
    const auto w = world_table_of_ids().find(world);
    if (!w || w->stepping) return 0;
    size_t n = 0;
    w->world.contents().joints.each([&](JointId id, const RigidJoint&) {
        if (out && n < capacity) out[n] = to_c(id);
        ++n;
    });
    return n;
}
