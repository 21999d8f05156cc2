#include "world/objects/objects.h"

#include "world/bodies/rigid_fit.h"

namespace pliant {

bool ObjectSystem::exists(ObjectId id) const {
    return contents_.bodies.find(id.body()) || contents_.colliders.find(id.collider());
}

bool ObjectSystem::has_mass(ObjectId id) const {
    return contents_.bodies.find(id.body()) || colliders_.is_rigid(id.collider());
}

const std::string& ObjectSystem::name(ObjectId id) const {
    PL_ASSERT(exists(id));
    return id.is_body() ? contents_.bodies.find(id.body())->name : collider(id).name;
}

const Collider& ObjectSystem::collider(ObjectId id) const {
    const Collider* found = contents_.colliders.find(id.collider());
    PL_ASSERT(found);
    return *found;
}

// ---- poses

Transform ObjectSystem::pose(ObjectId id) const {
    PL_ASSERT(exists(id));
    return id.is_body() ? rigid_fit(*contents_.bodies.find(id.body())) : collider(id).pose;
}

void ObjectSystem::set_pose(ObjectId id, const Transform& at) {
    PL_ASSERT(exists(id));
    const Transform now = pose(id);
    if (id.is_body()) return bodies_.teleport(id.body(), at * Transform{now.inverse(Vec3{}), conjugate(now.rotation)});
    colliders_.place(id.collider(), at);
}

void ObjectSystem::teleport(ObjectId id, const Transform& by) {
    PL_ASSERT(exists(id));
    if (id.is_body()) return bodies_.teleport(id.body(), by);
    colliders_.place(id.collider(), by * collider(id).pose);
    if (!collider(id).dynamic) return;
    const RigidVelocity v = colliders_.velocity(id.collider());
    colliders_.set_velocity(id.collider(), by.rotation * v.linear, by.rotation * v.angular);
}

void ObjectSystem::enable_contact_impulses(ObjectId id, bool enabled) {
    PL_ASSERT(exists(id));
    if (Body* body = contents_.bodies.find(id.body())) body->contact_impulses_enabled = enabled;
    if (Collider* c = contents_.colliders.find(id.collider())) c->contact_impulses_enabled = enabled;
}

// ---- objects with mass

RigidVelocity ObjectSystem::velocity(ObjectId id) const {
    PL_ASSERT(has_mass(id));
    return id.is_body() ? mean_velocity(*contents_.bodies.find(id.body())) : colliders_.velocity(id.collider());
}

void ObjectSystem::set_velocity(ObjectId id, const RigidVelocity& velocity) {
    PL_ASSERT(has_mass(id));
    if (id.is_body()) return bodies_.set_velocity(id.body(), velocity.linear, velocity.angular);
    colliders_.set_velocity(id.collider(), velocity.linear, velocity.angular);
}

void ObjectSystem::apply_impulse(ObjectId id, const Vec3& impulse) {
    PL_ASSERT(has_mass(id));
    if (id.is_body()) return bodies_.apply_impulse(id.body(), impulse);
    colliders_.apply_impulse(id.collider(), impulse, colliders_.center_of_mass(id.collider()));
}

void ObjectSystem::apply_impulse(ObjectId id, const Vec3& impulse, const Vec3& at) {
    PL_ASSERT(has_mass(id));
    if (id.is_body()) return bodies_.apply_impulse(id.body(), impulse, at);
    colliders_.apply_impulse(id.collider(), impulse, at);
}

void ObjectSystem::apply_force(ObjectId id, const Vec3& force, const Vec3& at) {
    PL_ASSERT(has_mass(id));
    if (id.is_body()) return bodies_.apply_force(id.body(), force, at);
    colliders_.apply_force(id.collider(), force, at);
}

double ObjectSystem::mass(ObjectId id) const {
    PL_ASSERT(has_mass(id));
    return id.is_body() ? bodies_.mass(id.body()) : colliders_.mass(id.collider());
}

bool ObjectSystem::is_asleep(ObjectId id) const {
    PL_ASSERT(has_mass(id));
    return id.is_body() ? contents_.bodies.find(id.body())->sleeps() : colliders_.is_asleep(id.collider());
}

void ObjectSystem::wake(ObjectId id) {
    PL_ASSERT(has_mass(id));
    if (id.is_body()) return waking_.wake(id.body());
    colliders_.wake(id.collider());
}

}  // namespace pliant
