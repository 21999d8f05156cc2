#include "world/world.h"

#include "rigid/system.h"
#include "world/paths.h"
#include "world/systems.h"

namespace pliant {

World::World(WorldSettings settings)
    : contents_(std::move(settings.parameters)),
      step_(contents_, settings.jobs, std::max(1u, settings.threads)),
      systems_(std::make_unique<Systems>(contents_, step_)) {}

World::~World() = default;

BodySystem& World::bodies() { return systems_->bodies; }
const BodySystem& World::bodies() const { return systems_->bodies; }
ColliderSystem& World::colliders() { return systems_->colliders; }
const ColliderSystem& World::colliders() const { return systems_->colliders; }
ObjectSystem& World::objects() { return systems_->objects; }
const ObjectSystem& World::objects() const { return systems_->objects; }
AttachmentSystem& World::attachments() { return systems_->attachments; }
const AttachmentSystem& World::attachments() const { return systems_->attachments; }
CharacterSystem& World::characters() { return systems_->characters; }
const CharacterSystem& World::characters() const { return systems_->characters; }
FieldSystem& World::fields() { return systems_->fields; }
JointSystem& World::joints() { return systems_->joints; }
const JointSystem& World::joints() const { return systems_->joints; }
GuideSystem& World::guides() { return systems_->guides; }

void World::wake(BodyId id) { systems_->waking.wake(id); }
void World::wake_all() { systems_->waking.wake_all(); }
void World::wake_near(const Box& where) { systems_->waking.wake_near(where); }

void World::on_substep(std::function<void(double seconds)> after) {
    systems_->rigid_coupling.on_substep(std::move(after));
}

const ContactSet& World::contacts() const { return systems_->contact_set; }
ContactReport::ContactSides World::sides(const Contact& contact) const {
    return systems_->contact_report.sides(contact);
}

std::vector<std::byte> World::save() const { return systems_->snapshot.save(); }
std::vector<std::byte> World::save(std::span<const BodyId> ids) const { return systems_->snapshot.save(ids); }
void World::restore(std::span<const std::byte> bytes) { systems_->snapshot.restore(bytes); }

void World::set_viewpoint(const std::optional<Vec3>& at) {
    if (at) {
        contents_.parameters.set(WorldP::viewpoint, at->to<double>());
    } else {
        contents_.parameters.reset(WorldP::viewpoint);
    }
}

void World::explode(const Vec3& center, float radius, float speed) {
    contents_.bodies.each([&](BodyId id, Body& body) {
        if (body.quarantined) return;
        bool touched = false;
        for (u32 p = 0; p < body.view.count; ++p) {
            const Vec3 away = body.view.position[p].xyz() - center;
            const float distance = length(away);
            if (!(distance < radius) || body.view.position[p].w == 0) continue;
            const Vec3 push = direction(away, Vec3{0, 1, 0}) * (speed * (1 - distance / radius));
            body.view.velocity[p].set_xyz(body.view.velocity[p].xyz() + push);
            touched = true;
        }
        if (touched) wake(id);
    });
    contents_.colliders.each([&](ColliderId, const Collider& c) {
        if (!c.dynamic || c.quarantined) return;
        const Vec3 away = c.pose.position - center;
        const float distance = length(away);
        if (!(distance < radius)) return;
        const Vec3 push = direction(away, Vec3{0, 1, 0}) * (speed * (1 - distance / radius));
        contents_.rigid->add_impulse(c.rigid, push * contents_.rigid->mass(c.rigid),
                                     contents_.rigid->bodies().pose[rigid::System::number(c.rigid)].position);
    });
}

void World::shift_origin(const Vec3& by) {
    ++contents_.revision;
    const Transform moved{-by, {}};
    contents_.bodies.each([&](BodyId, Body& b) {
        for (u32 p = 0; p < b.view.count; ++p) {
            b.view.position[p].set_xyz(b.view.position[p].xyz() - by);
            b.view.previous[p].set_xyz(b.view.previous[p].xyz() - by);
        }
        b.matter->transform_state(moved);
        b.detail.place.position -= by;
        b.motion.bounds.low -= by, b.motion.bounds.high -= by;
        GuideSystem::shift(b, by);
        for (SurfaceFrame& frame : b.frames) {
            for (Vec3& v : frame.positions) v -= by;
            frame.bounds.low -= by, frame.bounds.high -= by;
        }
    });
    contents_.colliders.each([&](ColliderId, Collider& c) {
        for (Transform* t : {&c.pose, &c.target, &c.before, &c.now}) t->position -= by;
        shift_path(c.parameters, ColliderP::position, by);
    });
    if (contents_.parameters.is_explicit(WorldP::viewpoint)) shift_path(contents_.parameters, WorldP::viewpoint, by);
    contents_.joints.each([&](JointId, RigidJoint& j) {
        if (!j.reaches_into_world()) return;
        shift_path(j.parameters, JointP::target, by);
        j.parameters_changed = true;
    });
    systems_->attachments.shift(by);
    systems_->characters.shift(by);
    systems_->fields.shift(by);
    if (contents_.rigid) contents_.rigid->shift_origin(by);
}

u64 World::hash() const {
    Hasher hasher;
    hash_fields(hasher, static_cast<const ClockState&>(contents_));
    contents_.bodies.each([&](BodyId, const Body& body) { hash_body(hasher, body, contents_.substep_count()); });
    contents_.colliders.each(
        [&](ColliderId, const Collider& c) { hash_fields(hasher, static_cast<const ColliderState&>(c)); });
    for (const ObjectPair& pair : systems_->pairs.touching()) {
        if (!pair.a.is_body()) continue;  // contacts of rigid bodies are state of their system
        hasher.value(pair.a.slot);
        hasher.value(pair.b.body().slot);
        hasher.value(pair.b.collider().slot);
    }
    hash_field(hasher, systems_->warm_impulses.all());
    systems_->attachments.hash(hasher);
    systems_->characters.hash(hasher);
    if (contents_.rigid) hasher.value(contents_.rigid->hash());
    return hasher.result();
}

World::Energy World::energy() const {
    Energy e;
    const Vec3d gravity = contents_.parameters.vector(WorldP::gravity, contents_.time);
    contents_.bodies.each([&](BodyId, const Body& body) {
        for (u32 p = 0; p < body.view.count; ++p) {
            const double m = body.matter->mass(p);
            e.kinetic += 0.5 * m * length_squared(body.view.velocity[p].xyz().to<double>());
            e.potential -= m * dot(gravity, body.view.position[p].xyz().to<double>());
        }
    });
    contents_.colliders.each([&](ColliderId, const Collider& c) {
        if (!c.dynamic) return;
        const RigidVelocity v = contents_.rigid->velocity(c.rigid);
        const Vec3d momentum = contents_.rigid->momentum(c.rigid),
                    center = contents_.rigid->bodies().pose[rigid::System::number(c.rigid)].position.to<double>();
        const Vec3d about_center = contents_.rigid->angular_momentum(c.rigid) - cross(center, momentum);
        e.kinetic += 0.5 * (dot(momentum, v.linear.to<double>()) + dot(about_center, v.angular.to<double>()));
        e.potential -= static_cast<double>(contents_.rigid->mass(c.rigid)) * dot(gravity, center);
    });
    return e;
}

}  // namespace pliant
