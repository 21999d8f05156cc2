// Colliders come, change and go, between steps.

#include "core/trig.h"
#include "rigid/system.h"
#include "world/paths.h"
#include "world/world.h"

namespace pliant {

ColliderId World::add_collider(std::string name, Shape shape, ParameterSet parameters) {
    // Layers first: with too many of them this throws, and then nothing may have been added.
    layer_bit(parameters.text(ColliderP::layer));
    for (const std::string& other : parameters.names(ColliderP::collides_with)) layer_bit(other);
    const bool hosted = parameters.text(ColliderP::motion) == "host";
    const bool dynamic = hosted || parameters.text(ColliderP::motion) == "dynamic";
    rigid::BodyDef def;
    if (dynamic || rigid_) def = rigid_def(name, shape, parameters);
    auto [id, c] = colliders_.add(std::move(name), std::move(shape), std::move(parameters));
    c.id = id;
    c.kinematic = c.parameters.text(ColliderP::motion) == "kinematic";
    c.dynamic = dynamic, c.hosted = hosted;
    c.layers.layer = layer_bit(c.parameters.text(ColliderP::layer));
    if (c.parameters.given(ColliderP::collides_with)) {
        c.layers.touches = 0;
        for (const std::string& other : c.parameters.names(ColliderP::collides_with))
            c.layers.touches |= layer_bit(other);
    }
    c.pose = {c.parameters.vector(ColliderP::position, time_).to<float>(),
              rotation_from_degrees(c.parameters.vector(ColliderP::rotation, time_)).to<float>()};
    c.began = c.target = c.before = c.now = c.pose;
    try {
        add_rigid(c, def);
    } catch (const Error&) {  // there is none of it then
        colliders_.take_back(id);
        throw;
    }
    wake_near(c.shape.bounds(c.pose));
    return id;
}

bool World::remove_collider(ColliderId id) {
    Collider* c = colliders_.find(id);
    if (!c) return false;
    const Box where = c->shape.bounds(c->pose);
    remove_rigid(*c);
    colliders_.remove(id);
    contact_set_.clear();  // it may speak of the collider
    wake_near(where);
    return true;
}

ColliderId World::find_collider(std::string_view name) const {
    ColliderId found;
    colliders_.each([&](ColliderId id, const Collider& c) {
        if (!found && c.name == name) found = id;
    });
    return found;
}

// From now on the host moves it.
static void stop_keys(Collider& c, double time) {
    for (const u16 id : {ColliderP::position, ColliderP::rotation})
        if (c.parameters.keyed(id)) c.parameters.set(id, c.parameters.vector(id, time));
}

void World::move_collider(ColliderId id, const Transform& to) {
    Collider* c = colliders_.find(id);
    PL_ASSERT(c && !c->dynamic);  // it moves by itself
    stop_keys(*c, time_);
    c->kinematic = true;
    c->target = to;
}

void World::place_collider(ColliderId id, const Transform& at) {
    Collider* c = colliders_.find(id);
    PL_ASSERT(c);
    stop_keys(*c, time_);
    Box where = c->shape.bounds(c->pose);
    where.add(c->shape.bounds(at));
    put(*c, at);
    if (c->quarantined) {  // it is whole again
        rigid_->thaw(c->rigid);
        rigid_->set_velocity(c->rigid, {}, {});
    }
    ++revision_;
    wake_near(where);
}

void World::put(Collider& c, const Transform& at) {
    c.pose = c.target = at;
    c.jumped = true;
    if (rigid_) rigid_->set_pose(c.rigid, at);
}

void World::shift_origin(const Vec3& by) {
    ++revision_;
    const Transform moved{-by, {}};
    bodies_.each([&](BodyId, Body& b) {
        for (u32 p = 0; p < b.view.count; ++p) {
            b.view.position[p].set_xyz(b.view.position[p].xyz() - by);
            b.view.previous[p].set_xyz(b.view.previous[p].xyz() - by);
        }
        b.matter->follow(moved);
        b.detail.place.position -= by;
        b.motion.bounds.low -= by, b.motion.bounds.high -= by;
        shift_guide(b, by);
        for (SurfaceFrame& frame : b.frames) {
            for (Vec3& v : frame.positions) v -= by;
            frame.bounds.low -= by, frame.bounds.high -= by;
        }
    });
    colliders_.each([&](ColliderId, Collider& c) {
        for (Transform* t : {&c.pose, &c.target, &c.before, &c.now}) t->position -= by;
        shift_path(c.parameters, ColliderP::position, by);
    });
    if (parameters_.given(WorldP::viewpoint)) shift_path(parameters_, WorldP::viewpoint, by);
    joints_.each([&](JointId, RigidJoint& j) {
        if (!j.reaches_into_world()) return;
        shift_path(j.parameters, JointP::target, by);
        j.parameters_changed = true;
    });
    shift_attachments(by);
    shift_characters(by);
    shift_fields(by);
    if (rigid_) rigid_->shift_origin(by);
}

}  // namespace pliant
