// What bodies and colliders have in common.
#include <optional>

#include "things.h"

py::object object_name(const WorldPointer& world, pliant_object id) {
    const char* name = pliant_object_name(world->id, id);
    return *name ? py::object(py::str(name)) : py::object(py::none());
}

namespace {

pliant_transform pose_of(const Object& o) {
    pliant_transform pose;
    check(pliant_object_get_pose(o.world->id, o.id, &pose));
    return pose;
}

std::pair<Triple, Triple> velocities_of(const Object& o) {
    pliant_vec3 linear, angular;
    check(pliant_object_get_velocity(o.world->id, o.id, &linear, &angular));
    return {triple(linear), triple(angular)};
}

Quadruple rotation_of(const Object& o) {
    const pliant_quat q = pose_of(o).rotation;
    return {q.x, q.y, q.z, q.w};
}

double mass_of(const Object& o) {
    double mass = 0;
    check(pliant_object_get_mass(o.world->id, o.id, &mass));
    return mass;
}

bool is_asleep(const Object& o) {
    bool asleep = false;
    check(pliant_object_is_asleep(o.world->id, o.id, &asleep));
    return asleep;
}

void apply_impulse(const Object& o, const Triple& impulse, const std::optional<Triple>& at) {
    check(at ? pliant_object_apply_impulse_at(o.world->id, o.id, vec3(impulse), vec3(*at))
             : pliant_object_apply_impulse(o.world->id, o.id, vec3(impulse)));
}

py::list contact_impulses(const Object& o) {
    size_t count = 0;
    check(pliant_object_contact_impulses(o.world->id, o.id, nullptr, 0, &count));
    std::vector<pliant_contact_impulse> impulses(count);
    check(pliant_object_contact_impulses(o.world->id, o.id, impulses.data(), count, &count));
    py::list list;
    for (const pliant_contact_impulse& i : impulses)
        list.append(py::dict("other"_a = object_name(o.world, i.other), "point"_a = triple(i.point),
                             "impulse"_a = triple(i.impulse), "substep"_a = i.substep));
    return list;
}

void add_motion(py::class_<Object>& object) {
    object
        .def_property_readonly(
            "velocity", [](const Object& o) { return velocities_of(o).first; }, "[m/s]")
        .def_property_readonly(
            "angular_velocity", [](const Object& o) { return velocities_of(o).second; }, "[rad/s]")
        .def(
            "set_velocity",
            [](const Object& o, const Triple& linear, const Triple& angular) {
                check(pliant_object_set_velocity(o.world->id, o.id, vec3(linear), vec3(angular)));
            },
            "[m/s] of the centre of mass, [rad/s] about it.", "linear"_a, "angular"_a = Triple{0, 0, 0})
        .def("apply_impulse", apply_impulse,
             "[N s] on the whole object, or at a point in the world: on a body, where its skin is nearest to that.",
             "impulse"_a, "at"_a = py::none())
        .def(
            "apply_force",
            [](const Object& o, const Triple& force, const Triple& at) {
                check(pliant_object_apply_force_at(o.world->id, o.id, vec3(force), vec3(at)));
            },
            "[N] at a point in the world, during the next step.", "force"_a, "at"_a)
        .def_property_readonly("mass", mass_of, "[kg]")
        .def_property_readonly("is_asleep", is_asleep)
        .def("wake", [](const Object& o) { check(pliant_object_wake(o.world->id, o.id)); });
}

}  // namespace

void add_objects(py::module_& m) {
    py::class_<Object> object(
        m, "Object",
        "Anything that is simulated. Colliders that are no rigid bodies have a pose, and no mass or velocity.");
    object.def_property_readonly("name", [](const Object& o) { return pliant_object_name(o.world->id, o.id); })
        .def_property_readonly("position", [](const Object& o) { return triple(pose_of(o).position); })
        .def_property_readonly("rotation", rotation_of, "x y z w")
        .def(
            "set_pose",
            [](const Object& o, const Triple& position, const Quadruple& rotation) {
                check(pliant_object_set_pose(o.world->id, o.id, placement(position, rotation)));
            },
            "There at once.", "position"_a, "rotation"_a = upright)
        .def(
            "teleport",
            [](const Object& o, const Triple& by, const Quadruple& rotation) {
                check(pliant_object_teleport(o.world->id, o.id, placement(by, rotation)));
            },
            "Moves it rigidly, at once, with its velocity.", "by"_a, "rotation"_a = upright);
    object
        .def(
            "enable_contact_impulses",
            [](const Object& o, bool enabled) {
                check(pliant_object_enable_contact_impulses(o.world->id, o.id, enabled));
            },
            "Collects the impulses of its contacts from the next step on.", "enabled"_a = true)
        .def_property_readonly("contact_impulses", contact_impulses,
                               "[N s] on it in the last step, of each contact and substep.");
    add_motion(object);
}
