// Colliders and rigid bodies, joints, attachments, fields.
#include "things.h"

py::object collider_name(const WorldPointer& world, pliant_collider id) {
    const char* name = pliant_collider_name(world->id, id);
    return name && *name ? py::object(py::str(name)) : py::object(py::none());
}

namespace {

pliant_transform pose_of(const Collider& c) {
    pliant_transform pose;
    check(pliant_collider_pose(c.world->id, c.id, &pose));
    return pose;
}

std::pair<Triple, Triple> velocities_of(const Collider& c) {
    pliant_vec3 linear, angular;
    check(pliant_collider_velocity(c.world->id, c.id, &linear, &angular));
    return {triple(linear), triple(angular)};
}

std::pair<pliant_vec3, bool> force_of(const Attachment& a) {
    pliant_vec3 force;
    bool broken = false;
    check(pliant_attachment_force(a.world->id, a.id, &force, &broken));
    return {force, broken};
}

py::dict info_of(const Joint& joint) {
    pliant_joint_info i;
    check(pliant_joint_get_info(joint.world->id, joint.id, &i));
    return py::dict("name"_a = i.name, "a"_a = collider_name(joint.world, i.a), "b"_a = collider_name(joint.world, i.b),
                    "position"_a = triple(i.position), "twist"_a = i.twist, "swing"_a = triple(i.swing),
                    "force"_a = i.force, "torque"_a = i.torque, "broken"_a = i.broken);
}

}  // namespace

void add_things(py::module_& m) {
    py::class_<Collider>(m, "Collider", "Something solid.")
        .def_property_readonly("name", [](const Collider& c) { return pliant_collider_name(c.world->id, c.id); })
        .def(
            "move",
            [](const Collider& c, const Triple& to, const Quadruple& rotation) {
                check(pliant_collider_move(c.world->id, c.id, placement(to, rotation)));
            },
            "Over the next step, pushing what is in the way.", "to"_a, "rotation"_a = upright)
        .def(
            "place",
            [](const Collider& c, const Triple& at, const Quadruple& rotation) {
                check(pliant_collider_place(c.world->id, c.id, placement(at, rotation)));
            },
            "There at once.", "at"_a, "rotation"_a = upright)
        .def_property_readonly("position", [](const Collider& c) { return triple(pose_of(c).position); })
        .def_property_readonly(
            "rotation",
            [](const Collider& c) {
                const pliant_quat q = pose_of(c).rotation;
                return Quadruple{q.x, q.y, q.z, q.w};
            },
            "x y z w")
        .def_property_readonly(
            "velocity", [](const Collider& c) { return velocities_of(c).first; }, "[m/s] of a rigid body")
        .def_property_readonly(
            "spin", [](const Collider& c) { return velocities_of(c).second; }, "[rad/s] of a rigid body")
        .def(
            "set_velocity",
            [](const Collider& c, const Triple& velocity, const Triple& spin) {
                check(pliant_collider_set_velocity(c.world->id, c.id, vec3(velocity), vec3(spin)));
            },
            "Of a rigid body.", "velocity"_a, "spin"_a = Triple{0, 0, 0})
        .def(
            "apply_impulse",
            [](const Collider& c, const Triple& impulse, const Triple& at) {
                check(pliant_collider_apply_impulse(c.world->id, c.id, vec3(impulse), vec3(at)));
            },
            "[N s] on a rigid body, at a point in the world.", "impulse"_a, "at"_a)
        .def_property_readonly(
            "mass",
            [](const Collider& c) {
                float mass = 0;
                check(pliant_collider_mass(c.world->id, c.id, &mass));
                return mass;
            },
            "[kg] of a rigid body")
        .def("remove", [](const Collider& c) { check(pliant_collider_destroy(c.world->id, c.id)); });

    py::class_<Attachment>(m, "Attachment", "Places of a body that are held.")
        .def(
            "move",
            [](const Attachment& a, const Triple& to) { check(pliant_attachment_move(a.world->id, a.id, vec3(to))); },
            "to"_a)
        .def_property_readonly(
            "force", [](const Attachment& a) { return triple(force_of(a).first); }, "[N] on the body, in the mean")
        .def_property_readonly("broken", [](const Attachment& a) { return force_of(a).second; })
        .def("remove", [](const Attachment& a) { check(pliant_attachment_destroy(a.world->id, a.id)); });

    py::class_<Joint>(m, "Joint", "What holds two colliders together.")
        .def_property_readonly("info", [](const Joint& j) { return info_of(j); })
        .def(
            "set",
            [](const Joint& j, const std::string& name, const py::object& value) {
                if (!is_vector(value))
                    return check(pliant_joint_set_number(j.world->id, j.id, name.c_str(), value.cast<double>()));
                const Triple v = value.cast<Triple>();
                check(pliant_joint_set_vector(j.world->id, j.id, name.c_str(), v[0], v[1], v[2]));
            },
            "Changes a parameter while it runs.", "name"_a, "value"_a)
        .def("remove", [](const Joint& j) { check(pliant_joint_destroy(j.world->id, j.id)); });

    py::class_<Field>(m, "Field", "Where everything is pushed, drawn, whirled or slowed down.")
        .def(
            "set",
            [](const Field& f, const std::string& name, const py::object& value) {
                if (!is_vector(value))
                    return check(pliant_field_set_number(f.world->id, f.id, name.c_str(), value.cast<double>()));
                const Triple v = value.cast<Triple>();
                check(pliant_field_set_vector(f.world->id, f.id, name.c_str(), v[0], v[1], v[2]));
            },
            "Changes a parameter while it runs.", "name"_a, "value"_a)
        .def("remove", [](const Field& f) { check(pliant_field_destroy(f.world->id, f.id)); });
}
