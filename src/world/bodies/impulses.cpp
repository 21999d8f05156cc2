// Pushes from outside: impulses at once, forces for the next step, explosions.

#include "world/bodies/bodies.h"
#include "world/sleep/waking.h"

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

void BodySystem::apply_impulse(BodyId id, const Vec3& impulse) {
    Body* body = contents_.bodies.find(id);
    PL_ASSERT(body);
    if (body->quarantined) return;
    const Vec3 change = impulse / static_cast<float>(mass(id));
    for (u32 p = 0; p < body->view.count; ++p)
        if (body->view.position[p].w > 0) body->view.velocity[p].set_xyz(body->view.velocity[p].xyz() + change);
    waking_.wake(id);
}

void BodySystem::apply_impulse(BodyId id, const Vec3& impulse, const Vec3& at) {
    Body* body = contents_.bodies.find(id);
    PL_ASSERT(body);
    if (body->quarantined) return;
    const ContactSurface& skin = body->model->contact;
    const u32 point = nearest_point(*body, at);
    for (u32 s = 0; s < skin.supports; ++s) {
        const u32 p = skin.particle[point * skin.supports + s];
        const float share = skin.weight[point * skin.supports + s] * body->view.position[p].w;
        body->view.velocity[p].set_xyz(body->view.velocity[p].xyz() + impulse * share);
    }
    waking_.wake(id);
}

void BodySystem::apply_force(BodyId id, const Vec3& force, const Vec3& at) {
    Body* body = contents_.bodies.find(id);
    PL_ASSERT(body);
    if (body->quarantined) return;
    body->forces.push_back({force, nearest_point(*body, at)});
    waking_.wake(id);
}

}  // namespace pliant
