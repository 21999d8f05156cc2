// Pushes from outside: impulses at once, forces for the next step, blasts.

#include "rigid/system.h"
#include "world/world.h"

namespace pliant {

// The point of the skin that is nearest to a place, by the particles as they are.
static u32 nearest_point(const Body& body, const Vec3& at) {
    const ContactSurface& skin = body.model->contact;
    u32 best = 0;
    float least = 3e38f;
    for (u32 p = 0; p < skin.point_count(); ++p) {
        if (skin.role[p] == PointRole::guard) continue;
        const float d = length_squared(skin_point(skin, p, body.view.position) - at);
        if (d < least) least = d, best = p;
    }
    return best;
}

void World::apply_impulse(BodyId id, const Vec3& impulse) {
    Body* body = bodies_.find(id);
    PL_ASSERT(body);
    if (body->quarantined) return;
    const Vec3 change = impulse / static_cast<float>(mass(id));
    for (u32 p = 0; p < body->view.count; ++p)
        if (body->view.position[p].w > 0) body->view.velocity[p].set_xyz(body->view.velocity[p].xyz() + change);
    wake(id);
}

void World::apply_impulse(BodyId id, const Vec3& impulse, const Vec3& at) {
    Body* body = bodies_.find(id);
    PL_ASSERT(body);
    if (body->quarantined) return;
    const ContactSurface& skin = body->model->contact;
    const u32 point = nearest_point(*body, at);
    for (u32 s = 0; s < skin.supports; ++s) {
        const u32 p = skin.particle[point * skin.supports + s];
        const float share = skin.weight[point * skin.supports + s] * body->view.position[p].w;
        body->view.velocity[p].set_xyz(body->view.velocity[p].xyz() + impulse * share);
    }
    wake(id);
}

void World::apply_force(BodyId id, const Vec3& force, const Vec3& at) {
    Body* body = bodies_.find(id);
    PL_ASSERT(body);
    if (body->quarantined) return;
    body->forces.push_back({force, nearest_point(*body, at)});
    wake(id);
}

void World::blast(const Vec3& center, float radius, float speed) {
    bodies_.each([&](BodyId id, Body& body) {
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
    colliders_.each([&](ColliderId, const Collider& c) {
        if (!c.dynamic || c.quarantined) return;
        const Vec3 away = c.pose.position - center;
        const float distance = length(away);
        if (!(distance < radius)) return;
        const Vec3 push = direction(away, Vec3{0, 1, 0}) * (speed * (1 - distance / radius));
        rigid_->push(c.rigid, push * rigid_->mass(c.rigid),
                     rigid_->bodies().pose[rigid::System::number(c.rigid)].position);
    });
}

}  // namespace pliant
