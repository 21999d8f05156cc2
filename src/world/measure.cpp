// Hashes, energies and momenta of what is there.

#include <algorithm>

#include "core/hash.h"
#include "rigid/system.h"
#include "world/world.h"

namespace pliant {

static void hash_body(Hasher& hasher, const Body& body, u32 substeps) {
    hasher.array(std::span<const Float4>(body.view.position, body.view.count));
    hasher.array(std::span<const Float4>(body.view.velocity, body.view.count));
    std::vector<std::byte> state;
    Writer writer(state);
    body.matter->save(writer);
    hasher.bytes(state.data(), state.size());
    hasher.value(static_cast<u8>(body.asleep));
    hasher.value(static_cast<u8>(body.quarantined));
    hasher.value(body.quiet_time);
    hasher.value(static_cast<u8>(body.limp));
    // Of what few bodies have, nothing is said where there is nothing; particles that the host holds show it above.
    const auto any = [](const std::vector<u8>& marks, u8 bit) {
        return std::any_of(marks.begin(), marks.end(), [&](u8 m) { return (m & bit) != 0; });
    };
    if (any(body.held, Holder::parameters)) hasher.array(std::span<const u8>(body.held));
    if (any(body.untouching, 1)) hasher.array(std::span<const u8>(body.untouching));
    if (body.paused) hasher.array(std::span<const Vec3>(body.kept_velocity));
    if (body.model->whole) hasher.value(body.model->content_hash), hasher.value(body.came_off_at);
    if (body.guide) body.guide->hash(hasher);
    if (body.character_guide) {
        hasher.array(std::span<const Vec3>(body.character_guide->places));
        hasher.array(std::span<const Vec3>(body.character_guide->normals));
    }
    if (const DetailState& d = body.detail; d.level != Detail::full || d.since < d.blend) {
        hasher.value(d.level), hasher.value(d.before), hasher.value(d.since), hasher.value(d.blend);
        if (d.level == Detail::guide || d.leaves_guide()) hasher.value(d.place);
        hasher.array(std::span<const Vec3>(d.offset)), hasher.array(std::span<const Vec3>(d.drift));
    }
    if (body.substeps && body.substeps != substeps) hasher.value(body.substeps);  // at a lower rate
}

u64 World::hash(BodyId id) const {
    const Body* body = bodies_.find(id);
    PL_ASSERT(body);
    Hasher hasher;
    hash_body(hasher, *body, substep_count());
    return hasher.result();
}

u64 World::hash() const {
    Hasher hasher;
    hasher.value(step_count_);
    bodies_.each([&](BodyId, const Body& body) { hash_body(hasher, body, substep_count()); });
    colliders_.each([&](ColliderId, const Collider& c) { hasher.value(c.pose); });
    // By slots: generations count what came and went before, which changes nothing in what is there.
    const auto hash_pair = [&](BodyId body, BodyId other_body, ColliderId collider) {
        hasher.value(body.slot), hasher.value(other_body.slot), hasher.value(collider.slot);
    };
    for (const PairKey& key : touching_) hash_pair(key.body, key.other_body, key.collider);
    for (const WarmImpulse& w : warm_) {
        hash_pair(w.body, w.other_body, w.collider);
        hasher.value(w.feature), hasher.value(w.triangle), hasher.value(w.normal), hasher.value(w.impulse);
        hasher.value(w.footing);
    }
    hash_attachments(hasher);
    hash_characters(hasher);
    if (rigid_) hasher.value(rigid_->hash());
    return hasher.result();
}

double World::mass(BodyId id) const {
    const Body* body = bodies_.find(id);
    PL_ASSERT(body);
    double sum = 0;
    for (u32 p = 0; p < body->view.count; ++p) sum += body->matter->mass(p);
    return sum;
}

Vec3d World::center_of_mass(BodyId id) const {
    const Body* body = bodies_.find(id);
    PL_ASSERT(body);
    Vec3d sum;
    double total = 0;
    for (u32 p = 0; p < body->view.count; ++p) {
        const double m = body->matter->mass(p);
        sum += body->view.position[p].xyz().to<double>() * m;
        total += m;
    }
    return sum / total;
}

Vec3d World::momentum(BodyId id) const {
    const Body* body = bodies_.find(id);
    PL_ASSERT(body);
    Vec3d sum;
    for (u32 p = 0; p < body->view.count; ++p) sum += body->view.velocity[p].xyz().to<double>() * body->matter->mass(p);
    return sum;
}

Vec3d World::angular_momentum(BodyId id) const {
    const Body* body = bodies_.find(id);
    PL_ASSERT(body);
    Vec3d sum;
    for (u32 p = 0; p < body->view.count; ++p)
        sum += cross(body->view.position[p].xyz().to<double>(),
                     body->view.velocity[p].xyz().to<double>() * body->matter->mass(p));
    return sum;
}

World::Energy World::energy() const {
    Energy e;
    const Vec3d gravity = parameters_.vector(WorldP::gravity, time_);
    bodies_.each([&](BodyId, const Body& body) {
        for (u32 p = 0; p < body.view.count; ++p) {
            const double m = body.matter->mass(p);
            e.kinetic += 0.5 * m * length_squared(body.view.velocity[p].xyz().to<double>());
            e.potential -= m * dot(gravity, body.view.position[p].xyz().to<double>());
        }
    });
    colliders_.each([&](ColliderId, const Collider& c) {
        if (!c.dynamic) return;
        const RigidVelocity v = rigid_->velocity(c.rigid);
        const Vec3d momentum = rigid_->momentum(c.rigid),
                    center = rigid_->bodies().pose[rigid::System::number(c.rigid)].position.to<double>();
        const Vec3d about_center = rigid_->angular_momentum(c.rigid) - cross(center, momentum);
        e.kinetic += 0.5 * (dot(momentum, v.linear.to<double>()) + dot(about_center, v.angular.to<double>()));
        e.potential -= static_cast<double>(rigid_->mass(c.rigid)) * dot(gravity, center);
    });
    return e;
}

}  // namespace pliant
