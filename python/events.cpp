// What happened in the last step, as lists of dicts.
#include "things.h"

namespace {

// All events of a kind, as `row` makes a dict of each.
template <class Event, class Row>
py::list events_of(const WorldPointer& world, size_t (*all)(pliant_world, const Event**), Row&& row) {
    const Event* events = nullptr;
    const size_t count = all(world->id, &events);
    py::list list;
    for (size_t i = 0; i < count; ++i) list.append(row(events[i]));
    return list;
}

py::list contacts(const WorldPointer& world) {
    static constexpr const char* phases[] = {"begin", "stay", "end"};
    return events_of(world, pliant_world_contact_events, [&](const pliant_contact_event& e) {
        return py::dict("a"_a = object_name(world, e.a), "b"_a = object_name(world, e.b), "phase"_a = phases[e.phase],
                        "hit"_a = e.hit, "sensor"_a = e.sensor, "point"_a = triple(e.point),
                        "normal"_a = triple(e.normal), "impulse"_a = e.impulse, "speed"_a = e.speed);
    });
}

py::list changes(const WorldPointer& world) {
    static constexpr const char* words[] = {"slept", "woke", "quarantined"};
    return events_of(world, pliant_world_object_events, [&](const pliant_object_event& e) {
        return py::dict("object"_a = object_name(world, e.object), "change"_a = words[e.change]);
    });
}

py::list tears(const WorldPointer& world) {
    return events_of(world, pliant_world_tear_events, [&](const pliant_tear_event& e) {
        return py::dict("body"_a = object_name(world, e.body), "piece"_a = object_name(world, e.piece),
                        "point"_a = triple(e.point), "load"_a = e.load, "links"_a = e.links);
    });
}

py::list broken(const WorldPointer& world) {
    py::list all = events_of(world, pliant_world_attachment_events, [&](const pliant_attachment_event& e) {
        pliant_attachment_info info;
        check(pliant_attachment_get_info(world->id, e.attachment, &info));
        return py::dict("attachment"_a = info.name, "force"_a = triple(e.force));
    });
    for (const py::handle joint : events_of(world, pliant_world_joint_events, [&](const pliant_joint_event& e) {
             pliant_joint_info info;
             check(pliant_joint_get_info(world->id, e.joint, &info));
             return py::dict("joint"_a = info.name, "force"_a = e.force, "torque"_a = e.torque);
         }))
        all.append(joint);
    return all;
}

}  // namespace

void add_events(py::class_<World, WorldPointer>& world) {
    world
        .def_property_readonly(
            "contacts", contacts,
            "Pairs that touched in the last step; a body stands before a collider, and the normal goes from a to b.")
        .def_property_readonly("changes", changes,
                               "Bodies and rigid bodies that slept, woke or had to be frozen in the last step.")
        .def_property_readonly("tears", tears, "What tore in the last step, and which bodies came off.")
        .def_property_readonly("broken", broken, "Attachments and joints that broke in the last step.");
}
