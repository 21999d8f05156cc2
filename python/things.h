// What Python holds: ids, and the worlds that they belong to.
#pragma once

#include <memory>

#include "values.h"

struct Asset {
    pliant::Asset id;
};
struct Model {
    pliant::Model id;
    std::string kind;
};
struct World {
    pliant::World id;
};
using WorldPointer = std::shared_ptr<World>;

// Something in a world, which lives as long as anything of it is held.
template <class Id>
struct Thing {
    WorldPointer world;
    Id id;
};
// Anything that is simulated: the base of Body and Collider.
struct Object : Thing<pliant_object> {};
struct Body : Object {};
struct Collider : Object {};
using Attachment = Thing<pliant_attachment>;
using Joint = Thing<pliant_joint>;
using Field = Thing<pliant_field>;

using Floats = py::array_t<float, py::array::c_style | py::array::forcecast>;
using Indices = py::array_t<uint32_t, py::array::c_style | py::array::forcecast>;

py::object object_name(const WorldPointer&, pliant_object);  // None: it is gone

// Each adds its part of the module.
void add_assets(py::module_& m);
void add_objects(py::module_& m);  // first: bodies and colliders are objects
void add_bodies(py::module_& m);
void add_things(py::module_& m);  // colliders, joints, attachments, fields
void add_world(py::module_& m);
void add_records(py::module_& m);
void add_events(py::class_<World, WorldPointer>& world);
