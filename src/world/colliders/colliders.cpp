// Colliders come, change and go, between steps.

#include "world/colliders/colliders.h"

#include "core/trig.h"
#include "world/bodies/rigid_moves.h"

namespace pliant {

ColliderId ColliderSystem::add(std::string name, Shape shape, ParameterSet parameters) {
    // Layers first: with too many of them this throws, and then nothing may have been added.
    contents_.layer_bit(parameters.text(ColliderP::layer));
    for (const std::string& other : parameters.names(ColliderP::collides_with)) contents_.layer_bit(other);
    const bool hosted = parameters.text(ColliderP::motion) == "host";
    const bool dynamic = hosted || parameters.text(ColliderP::motion) == "dynamic";
    rigid::BodyDef def;
    if (dynamic || contents_.rigid) def = rigid_coupling_.definition(name, shape, parameters);
    auto [id, c] = contents_.colliders.add(std::move(name), std::move(shape), std::move(parameters));
    c.id = id;
    c.names = names_of_collider(contents_.names, c.name);
    ++contents_.collider_pairs_revision;
    c.kinematic = c.parameters.text(ColliderP::motion) == "kinematic";
    c.dynamic = dynamic, c.hosted = hosted;
    c.layers.layer = contents_.layer_bit(c.parameters.text(ColliderP::layer));
    if (c.parameters.is_explicit(ColliderP::collides_with)) {
        c.layers.touches = 0;
        for (const std::string& other : c.parameters.names(ColliderP::collides_with))
            c.layers.touches |= contents_.layer_bit(other);
    }
    c.pose = {c.parameters.vector(ColliderP::position, contents_.time).to<float>(),
              rotation_from_degrees(c.parameters.vector(ColliderP::rotation, contents_.time)).to<float>()};
    c.began = c.target = c.before = c.now = c.pose;
    try {
        rigid_coupling_.add(c, def);
    } catch (const Error&) {  // there is none of it then
        contents_.colliders.undo_add(id);
        throw;
    }
    waking_.wake_near(c.shape.bounds(c.pose));
    return id;
}

bool ColliderSystem::remove(ColliderId id) {
    Collider* c = contents_.colliders.find(id);
    if (!c) return false;
    const Box where = c->shape.bounds(c->pose);
    rigid_coupling_.remove(*c);
    contents_.colliders.remove(id);
    ++contents_.collider_pairs_revision;
    contact_set_.clear();  // it may speak of the collider
    waking_.wake_near(where);
    return true;
}

// From now on the host moves it.
static void stop_keys(Collider& c, double time) {
    for (const u16 id : {ColliderP::position, ColliderP::rotation})
        if (c.parameters.keyed(id)) c.parameters.set(id, c.parameters.vector(id, time));
}

void ColliderSystem::move(ColliderId id, const Transform& to) {
    Collider* c = contents_.colliders.find(id);
    PL_ASSERT(c && !c->dynamic);  // it moves by itself
    stop_keys(*c, contents_.time);
    c->kinematic = true;
    c->target = to;
}

void ColliderSystem::place(ColliderId id, const Transform& at) {
    Collider* c = contents_.colliders.find(id);
    PL_ASSERT(c);
    stop_keys(*c, contents_.time);
    Box where = c->shape.bounds(c->pose);
    where.add(c->shape.bounds(at));
    set_pose(contents_, *c, at);
    if (c->quarantined) {  // it is whole again
        contents_.rigid->unfreeze(c->rigid);
        contents_.rigid->set_velocity(c->rigid, {}, {});
    }
    ++contents_.revision;
    waking_.wake_near(where);
}

void ColliderSystem::update_parameters(Collider& collider) {
    const ParameterSet& p = collider.parameters;
    collider.friction = static_cast<float>(p.number(ColliderP::friction));
    collider.restitution = static_cast<float>(p.number(ColliderP::restitution));
    collider.thickness = static_cast<float>(p.number(ColliderP::thickness));
    collider.sensor = p.flag(ColliderP::sensor);
    if (collider.kinematic && p.any_keys()) {
        const double end = contents_.time + contents_.clock_step();
        collider.target = {p.vector(ColliderP::position, end).to<float>(),
                           rotation_from_degrees(p.vector(ColliderP::rotation, end)).to<float>()};
    }
    if (collider.jumped) collider.pose = collider.target;
    collider.jumped = false;
}

// Poses at the beginning and end of the substep.
void ColliderSystem::move_to(double share) {
    const auto pose_at = [](const Collider& c, float t) {
        if (t <= 0 || c.pose == c.target) return c.pose;
        if (t >= 1) return c.target;
        return Transform{c.pose.position + (c.target.position - c.pose.position) * t,
                         blend(c.pose.rotation, c.target.rotation, t)};
    };
    for (Collider* c : step_.all_colliders) {
        if (c->dynamic) continue;  // RigidCoupling predicts its pose
        c->before = pose_at(*c, static_cast<float>(share));
        c->now =
            pose_at(*c, static_cast<float>(step_.substep + 1 == step_.substeps ? 1.0 : share + 1.0 / step_.substeps));
    }
}

bool ColliderSystem::is_rigid(ColliderId id) const {
    const Collider* c = contents_.colliders.find(id);
    return c && c->dynamic;
}

RigidVelocity ColliderSystem::velocity(ColliderId id) const {
    const Collider* c = contents_.colliders.find(id);
    PL_ASSERT(c && c->dynamic);
    return contents_.rigid->velocity(c->rigid);
}

void ColliderSystem::set_velocity(ColliderId id, const Vec3& linear, const Vec3& angular) {
    const Collider* c = contents_.colliders.find(id);
    PL_ASSERT(c && c->dynamic);
    contents_.rigid->set_velocity(c->rigid, linear, angular);
}

void ColliderSystem::apply_impulse(ColliderId id, const Vec3& impulse, const Vec3& at) {
    const Collider* c = contents_.colliders.find(id);
    PL_ASSERT(c && c->dynamic);
    contents_.rigid->add_impulse(c->rigid, impulse, at);
}

// The point of the collider at which the force acts moves with it.
void ColliderSystem::apply_force(ColliderId id, const Vec3& force, const Vec3& at) {
    Collider* c = contents_.colliders.find(id);
    PL_ASSERT(c && c->dynamic && is_finite(force) && is_finite(at));
    if (c->quarantined) return;
    c->forces.push_back({force, c->pose.inverse(at)});
    wake(id);
}

void ColliderSystem::wake(ColliderId id) {
    const Collider* c = contents_.colliders.find(id);
    PL_ASSERT(c && c->dynamic);
    contents_.rigid->wake(rigid::System::number(c->rigid));
}

Vec3 ColliderSystem::center_of_mass(ColliderId id) const {
    const Collider* c = contents_.colliders.find(id);
    PL_ASSERT(c && c->dynamic);
    return contents_.rigid->bodies().pose[rigid::System::number(c->rigid)].position;
}

double ColliderSystem::mass(ColliderId id) const {
    const Collider* c = contents_.colliders.find(id);
    PL_ASSERT(c && c->dynamic);
    return static_cast<double>(contents_.rigid->mass(c->rigid));
}

Vec3d ColliderSystem::momentum(ColliderId id) const {
    const Collider* c = contents_.colliders.find(id);
    PL_ASSERT(c && c->dynamic);
    return contents_.rigid->momentum(c->rigid);
}

Vec3d ColliderSystem::angular_momentum(ColliderId id) const {
    const Collider* c = contents_.colliders.find(id);
    PL_ASSERT(c && c->dynamic);
    return contents_.rigid->angular_momentum(c->rigid);
}

// Between steps, or after a substep: the rigid body has what the collider shows when the step has ended.
void ColliderSystem::set_host_state(ColliderId id, const rigid::HostState& state) {
    Collider* c = contents_.colliders.find(id);
    PL_ASSERT(c && c->hosted);
    contents_.rigid->set_host_state(c->rigid, state);
    if (c->quarantined) contents_.rigid->unfreeze(c->rigid);
    if (!step_.rigid_moves) c->pose = c->target = contents_.rigid->pose(c->rigid), ++contents_.revision;
}

rigid::HostImpulse ColliderSystem::host_impulse(ColliderId id) const {
    const Collider* c = contents_.colliders.find(id);
    PL_ASSERT(c && c->hosted);
    return contents_.rigid->host_impulse(c->rigid);
}

bool ColliderSystem::is_asleep(ColliderId id) const {
    const Collider* c = contents_.colliders.find(id);
    return c && c->dynamic && contents_.rigid->is_asleep(c->rigid);
}

}  // namespace pliant
