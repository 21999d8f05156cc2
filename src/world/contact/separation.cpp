// Stage commit: the last checks of cloth particles and of thin colliders, along their whole displacement.

#include "world/contact/separation.h"

#include <algorithm>

#include "rigid/system.h"

namespace pliant {

// Particles of cloth that several contacts act on.
void Separation::push_out_points() {
    for (const u32 i : contact_set_.coupled) {
        const Contact& c = contact_set_.contacts[i];
        const Pair& pair = pairs_[c.pair];
        for (u32 s = c.first_support; s < c.first_support + c.support_count; ++s) {
            if (contact_set_.supports[s].weighted_inverse_mass == 0) continue;
            const Body& body = c.swapped == (s < c.first_support + c.own_supports) ? *pair.other_body : *pair.body;
            if (body.model->contact.is_two_sided()) push_out(body, contact_set_.supports[s].particle);
        }
    }
}

// Of cloth that meets colliders that move, or whips about: what was pushed into the way of a collider has no contact
// with it yet.
void Separation::push_out_of_colliders() {
    step_.team.run(static_cast<u32>(pairs_.near_bodies().size()), [&](u32 i, u32) {
        const Body& body = *pairs_.near_bodies()[i];
        if (!body.moves() || !body.model->contact.is_two_sided()) return;
        const bool whips = body.internal_speed * step_.h > 0.5f * body.model->contact.spacing;
        const auto meets = [&](u32 p) {
            const Collider* c = pairs_[p].collider;
            return c && !pairs_[p].sensor && ((c->kinematic && !(c->before == c->now)) || whips);
        };
        if (!std::any_of(body.pairs.begin(), body.pairs.end(), meets)) return;
        for (u32 p = 0; p < body.view.count; ++p) {
            if (!(body.view.position[p].w > 0)) continue;
            const Vec3 at = body.view.position[p].xyz(), place = pushed_out_of_all(body, body.first_particle + p, at);
            if (!(place == at)) set_end_position(body.first_particle + p, place);
        }
    });
}

void Separation::push_out(const Body& body, u32 particle) {
    const Vec3 at = contents_.particles.position[particle].xyz(), place = pushed_out_of_all(body, particle, at);
    if (!(place == at)) set_end_position(particle, place);
    for (const u32 p : body.pairs) {
        const Collider* c = pairs_[p].collider;
        const u32 rigid = c && !pairs_[p].sensor && !c->shape.is_triangle_set() ? step_.movable(*c) : 0;
        if (!rigid) continue;
        const Vec3 from = contents_.particles.previous[particle].xyz(),
                   to = contents_.particles.position[particle].xyz();
        const auto out = pushed_out_position({&c->shape, c->before, c->now}, from, to, 0.5f * body.thickness);
        if (!out) continue;
        set_end_position(particle, *out);
        contents_.rigid->apply_impulse(rigid, *out, (to - *out) / (step_.h * contents_.particles.position[particle].w));
    }
}

// Changes where a particle is at the end of the substep, and its velocity by the same displacement.
void Separation::set_end_position(u32 particle, const Vec3& to) {
    Float4 &x = contents_.particles.position[particle], &v = contents_.particles.velocity[particle];
    v.set_xyz(v.xyz() + (to - x.xyz()) / step_.h);
    x.set_xyz(to);
}

Vec3 Separation::pushed_out_of_all(const Body& body, u32 particle, Vec3 to) const {
    for (const u32 p : body.pairs) {
        const Collider* c = pairs_[p].collider;
        if (!c || pairs_[p].sensor || c->shape.is_triangle_set() || c->dynamic) continue;
        const Vec3 from = contents_.particles.previous[particle].xyz();
        if (const auto place = pushed_out_position({&c->shape, c->before, c->now}, from, to, 0.5f * body.thickness))
            to = *place;
    }
    return to;
}

// Thin colliders that come fast are looked at once more, now that it is known where everything goes. Against slow ones
// contacts are exact enough.
void Separation::sweep_edges() {
    for (size_t p = 0; p < pairs_.count(); ++p) {
        const Pair& pair = pairs_[p];
        if (!pair.collider || pair.sensor || !pair.body->moves()) continue;
        const Collider& c = *pair.collider;
        if (step_.solves_together && c.dynamic) continue;  // small steps are exact enough
        const float spacing = pair.body->model->contact.spacing;
        if (length(c.now.position - c.before.position) < 0.1f * spacing &&
            pair.edge_approach * step_.h < 0.4f * spacing)
            continue;
        const FeatureEdgeGuard::AppliedImpulse given =
            feature_edge_guard_.run(pair.body->surface, {&c.shape, c.before, c.now}, step_.h);
        if (const u32 rigid = step_.movable(c))
            contents_.rigid->apply_impulse(rigid, c.now.position, -given.impulse, -given.angular_impulse);
    }
}

}  // namespace pliant
