// Stage commit: what overlaps is eased apart, and hits give speed back.

#include <algorithm>

#include "rigid/system.h"
#include "world/world.h"

namespace pliant {

void World::commit() {
    keep_impulses();  // before hits add to them
    if (rigid_moves_) rigid_->commit(h_, team_);
    team_.run(static_cast<u32>(contact_set_.islands.size()), [&](u32 i, u32) {
        const Island& island = contact_set_.islands[i];
        if (!island.rigid) push_apart(island);  // else project has done it
        restore_speed(island);
    });
    keep_points_out();
    keep_spines_out();
    hold_sheets_apart();
    keep_near_guides();
    list_crossings();
    sum_up_contacts();
    if (rigid_moves_) sum_up_rigid_contacts();
    sum_up_footings();
    sum_up_pulls();
    check_touched();
    team_.run(static_cast<u32>(moving_bodies_.size()),
              [&](u32 i, u32) { moving_bodies_[i]->matter->end_substep(moving_bodies_[i]->view); });
}

// What overlaps at the start (placed that way, or squeezed) is moved apart without giving it speed.
void World::push_apart(const Island& island) {
    constexpr float share = 0.3f;    // of the overlap in a substep
    constexpr float fastest = 2.0f;  // [m/s]
    for (u32 i = island.contact_begin; i < island.contact_end; ++i) {
        const Contact& c = contact_set_.contacts[i];
        // Of the skins alone: spheres around particles are as large as they are said to be, also when they grow.
        const Pair& pair = pairs_[c.pair];
        const float spheres = pair.body->surface.radius() + (pair.other_body ? pair.other_body->surface.radius() : 0);
        const float slack = 0.25f * std::max(c.thickness - spheres, 0.0f);
        if (c.deep || c.gap >= -slack) continue;  // bodies that are inside each other part by speed
        Vec3 way;
        for (u32 s = c.first_support; s < c.first_support + c.support_count; ++s) {
            const u32 p = contact_set_.supports[s].particle;
            if (contact_set_.supports[s].mobility != 0)
                way += (particles_.position[p].xyz() - particles_.previous[p].xyz()) * contact_set_.supports[s].weight;
        }
        if (c.rigid) way -= (rigid_->velocity_at(c.rigid, c.place) + rigid_->push_at(c.rigid, c.place)) * h_;
        const float overlap = c.thickness - slack - (c.room + dot(c.normal, way));
        if (overlap <= 0) continue;
        const Vec3 push = c.normal * (std::min(share * overlap, fastest * h_) * c.inverse_k);
        for (u32 s = c.first_support; s < c.first_support + c.support_count; ++s) {
            if (contact_set_.supports[s].mobility == 0) continue;
            Float4& x = particles_.position[contact_set_.supports[s].particle];
            x.set_xyz(x.xyz() + push * contact_set_.supports[s].mobility);
        }
        if (c.rigid) rigid_->apply_push(c.rigid, c.place, -push / h_);
    }
}

void World::restore_speed(const Island& island) {
    Float4* velocity = particles_.velocity.data();
    const float slow =
        2 * h_ * length(parameters_.vector(WorldP::gravity, time_).to<float>());  // what gravity does to a resting body
    for (u32 i = island.contact_begin; i < island.contact_end; ++i) {
        Contact& c = contact_set_.contacts[i];
        const Pair& pair = pairs_[c.pair];
        const float scale = std::max(std::fabs(pair.body->gravity_scale),
                                     pair.other_body ? std::fabs(pair.other_body->gravity_scale) : 0.0f);
        if (c.restitution == 0 || c.impulse.normal == 0 || c.approach > -slow * scale) continue;
        Vec3 v;
        for (u32 s = c.first_support; s < c.first_support + c.support_count; ++s)
            v += velocity[contact_set_.supports[s].particle].xyz() * contact_set_.supports[s].weight;
        const Vec3 place = c.rigid ? own_place(c) : Vec3{};  // both sides have moved
        if (c.rigid) v -= rigid_->velocity_at(c.rigid, place);
        const float missing = -c.restitution * c.approach - dot(c.normal, v - c.other_velocity);
        if (missing <= 0) continue;
        const float impulse = missing * c.inverse_k;
        c.impulse.normal += impulse;
        for (u32 s = c.first_support; s < c.first_support + c.support_count; ++s) {
            if (contact_set_.supports[s].mobility == 0) continue;
            Float4& x = velocity[contact_set_.supports[s].particle];
            x.set_xyz(x.xyz() + c.normal * (impulse * contact_set_.supports[s].mobility));
        }
        if (c.rigid) rigid_->apply_impulse(c.rigid, place, c.normal * -impulse);
    }
}

// Where our side of a contact is now.
Vec3 World::own_place(const Contact& c) const {
    Vec3 at;
    for (u32 s = c.first_support; s < c.first_support + c.own_supports; ++s)
        at += particles_.position[contact_set_.supports[s].particle].xyz() * contact_set_.supports[s].weight;
    return at;
}

// Particles of cloth that several contacts act on.
void World::keep_points_out() {
    for (const u32 i : contact_set_.coupled) {
        const Contact& c = contact_set_.contacts[i];
        const Pair& pair = pairs_[c.pair];
        for (u32 s = c.first_support; s < c.first_support + c.support_count; ++s) {
            if (contact_set_.supports[s].mobility == 0) continue;
            const Body& body = c.swapped == (s < c.first_support + c.own_supports) ? *pair.other_body : *pair.body;
            if (body.model->contact.is_sheet()) keep_out(body, contact_set_.supports[s].particle);
        }
    }
}

void World::keep_out(const Body& body, u32 particle) {
    const Vec3 at = particles_.position[particle].xyz(), place = kept_out_of_all(body, particle, at);
    if (!(place == at)) move_by_hand(particle, place);
    for (const u32 p : body.pairs) {
        const Collider* c = pairs_[p].collider;
        const u32 rigid = c && !pairs_[p].sensor && !c->shape.is_soup() ? movable(*c) : 0;
        if (!rigid) continue;
        const Vec3 from = particles_.previous[particle].xyz(), to = particles_.position[particle].xyz();
        const auto out = kept_out({&c->shape, c->before, c->now}, from, to, 0.5f * body.thickness);
        if (!out) continue;
        move_by_hand(particle, *out);
        rigid_->apply_impulse(rigid, *out, (to - *out) / (h_ * particles_.position[particle].w));
    }
}

// To another end of the substep than it was found to have; what has been done to its speed besides stays.
void World::move_by_hand(u32 particle, const Vec3& to) {
    Float4 &x = particles_.position[particle], &v = particles_.velocity[particle];
    v.set_xyz(v.xyz() + (to - x.xyz()) / h_);
    x.set_xyz(to);
}

Vec3 World::kept_out_of_all(const Body& body, u32 particle, Vec3 to) const {
    for (const u32 p : body.pairs) {
        const Collider* c = pairs_[p].collider;
        if (!c || pairs_[p].sensor || c->shape.is_soup() || c->dynamic) continue;
        const Vec3 from = particles_.previous[particle].xyz();
        if (const auto place = kept_out({&c->shape, c->before, c->now}, from, to, 0.5f * body.thickness)) to = *place;
    }
    return to;
}

// Thin colliders that come fast are looked at once more, now that it is known where everything goes. Against slow ones
// contacts are exact enough.
void World::keep_spines_out() {
    for (size_t p = 0; p < pair_count_; ++p) {
        const Pair& pair = pairs_[p];
        if (!pair.collider || pair.sensor || !pair.body->moves()) continue;
        const Collider& c = *pair.collider;
        const float spacing = pair.body->model->contact.spacing;
        if (length(c.now.position - c.before.position) < 0.1f * spacing && pair.edge_approach * h_ < 0.4f * spacing)
            continue;
        const SpineGuard::Given given = spine_guard_.run(pair.body->surface, {&c.shape, c.before, c.now}, h_);
        if (const u32 rigid = movable(c)) rigid_->apply_impulse(rigid, c.now.position, -given.impulse, -given.turning);
    }
}

World::ContactSides World::sides(const Contact& c) const {
    const Pair& pair = pairs_[c.pair];
    return c.swapped ? ContactSides{pair.other_body, pair.body, nullptr}
                     : ContactSides{pair.body, pair.other_body, pair.collider};
}

void World::sum_up_contacts() {
    for (const Contact& c : contact_set_.contacts) {
        if (!(c.impulse.normal > 0)) continue;
        pairs_[c.pair].add_touch(own_place(c), c.normal, c.swapped, c.impulse.normal, -c.approach);
    }
}

// Contacts multiply what they are given; what was finite on the way in may not be on the way out.
void World::check_touched() {
    bool any = false;
    for (const Contact& c : contact_set_.contacts)
        for (u32 s = c.first_support; s < c.first_support + c.support_count; ++s) {
            const u32 p = contact_set_.supports[s].particle;
            if (is_finite(particles_.velocity[p].xyz()) && is_finite(particles_.position[p].xyz())) continue;
            for (Body* body : {pairs_[c.pair].body, pairs_[c.pair].other_body})
                if (body && !body->quarantined && p >= body->first_particle &&
                    p < body->first_particle + body->view.count)
                    quarantine(*body), any = true;
        }
    for (const Pull& pull : pulls_.pulls)
        for (u32 s = 0; s < pull.support_count; ++s) {
            const u32 p = pulls_.supports[pull.first_support + s].particle;
            if (is_finite(particles_.velocity[p].xyz()) && is_finite(particles_.position[p].xyz())) continue;
            Body& body = s < pull.own_supports ? *pull.body : *pull.other;
            if (!body.quarantined) quarantine(body), any = true;
        }
    if (any) std::erase_if(moving_bodies_, [](const Body* body) { return body->quarantined; });
}

}  // namespace pliant
