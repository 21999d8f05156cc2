// Colliders and rigid bodies, joints, attachments, fields.
#include "things.h"

namespace {

std::pair<pliant_vec3, bool> force_of(const Attachment& a) {
    pliant_vec3 force;
    bool broken = false;
    check(pliant_attachment_force(a.world->id, a.id, &force, &broken));
    return {force, broken};
}

py::dict info_of(const Joint& joint) {
    pliant_joint_info i;
    check(pliant_joint_get_info(joint.world->id, joint.id, &i));
    return py::dict("name"_a = i.name, "a"_a = object_name(joint.world, i.a), "b"_a = object_name(joint.world, i.b),
                    "position"_a = triple(i.position), "twist"_a = i.twist, "swing"_a = triple(i.swing),
                    "force"_a = i.force, "torque"_a = i.torque, "broken"_a = i.broken);
}

}  // namespace

void add_things(py::module_& m) {
    py::class_<Collider, Object>(m, "Collider", "Something solid.")
        .def(
            "move",
            [](const Collider& c, const Triple& to, const Quadruple& rotation) {
                check(pliant_collider_move(c.world->id, c.id, placement(to, rotation)));
            },
            "Over the next step, pushing what is in the way.", "to"_a, "rotation"_a = upright)
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
