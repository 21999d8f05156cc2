// Stage project: contacts are solved as constraints on velocities, island by island and in fixed order; then the
// positions of touched particles are integrated again. Islands with rigid bodies alternate with the contacts and joints
// between rigid bodies. Stage commit: overlaps are reduced, and restitution is applied.

#include "world/contact/solver.h"

#include <algorithm>

#include "rigid/system.h"

namespace pliant {

// What overlaps at the start (placed that way, or squeezed) is moved apart without giving it speed.
void ContactSolver::resolve_overlaps(const Island& island) {
    // Of the overlap in a substep. In small steps what lies on each other must not be shaken by it.
    const float share = step_.solves_together ? 12 * step_.h : 0.3f;
    constexpr float fastest = 2.0f;  // [m/s]
    for (u32 i = island.contact_begin; i < island.contact_end; ++i) {
        const Contact& c = contact_set_.contacts[i];
        // Of the skins alone: spheres around particles are as large as they are said to be, also when they grow.
        const Pair& pair = pairs_[c.pair];
        const float spheres = pair.body->surface.radius() + (pair.other_body ? pair.other_body->surface.radius() : 0);
        const float slack = 0.25f * std::max(c.thickness - spheres, 0.0f);
        if (c.deep || c.gap >= -slack) continue;  // bodies that are inside each other part by speed
        Vec3 displacement;
        for (u32 s = c.first_support; s < c.first_support + c.support_count; ++s) {
            const u32 p = contact_set_.supports[s].particle;
            if (contact_set_.supports[s].weighted_inverse_mass != 0)
                displacement += (contents_.particles.position[p].xyz() - contents_.particles.previous[p].xyz()) *
                                contact_set_.supports[s].weight;
        }
        if (c.rigid)
            displacement -= (contents_.rigid->velocity_at(c.rigid, c.place) +
                             contents_.rigid->split_velocity_at(c.rigid, c.place)) *
                            step_.h;
        const float overlap = c.thickness - slack - (c.separation + dot(c.normal, displacement));
        if (overlap <= 0) continue;
        const Vec3 push = c.normal * (std::min(share * overlap, fastest * step_.h) * c.inverse_k);
        for (u32 s = c.first_support; s < c.first_support + c.support_count; ++s) {
            if (contact_set_.supports[s].weighted_inverse_mass == 0) continue;
            Float4& x = contents_.particles.position[contact_set_.supports[s].particle];
            x.set_xyz(x.xyz() + push * contact_set_.supports[s].weighted_inverse_mass);
        }
        if (c.rigid) contents_.rigid->apply_split_impulse(c.rigid, c.place, -push / step_.h);
    }
}

void ContactSolver::apply_restitution(const Island& island) {
    Float4* velocity = contents_.particles.velocity.data();
    const float slow = 2 * step_.h *
                       length(contents_.parameters.vector(WorldP::gravity, contents_.time)
                                  .to<float>());  // what gravity does to a resting body
    for (u32 i = island.contact_begin; i < island.contact_end; ++i) {
        Contact& c = contact_set_.contacts[i];
        const Pair& pair = pairs_[c.pair];
        const float scale = std::max(std::fabs(pair.body->gravity_scale),
                                     pair.other_body ? std::fabs(pair.other_body->gravity_scale) : 0.0f);
        if (c.restitution == 0 || c.impulse.normal == 0 || c.approach > -slow * scale) continue;
        if (step_.solves_together && c.closed) continue;  // once when it closes
        Vec3 v;
        for (u32 s = c.first_support; s < c.first_support + c.support_count; ++s)
            v += velocity[contact_set_.supports[s].particle].xyz() * contact_set_.supports[s].weight;
        const Vec3 place = c.rigid ? contact_set_.own_place(c, contents_.particles) : Vec3{};  // both sides have moved
        if (c.rigid) v -= contents_.rigid->velocity_at(c.rigid, place);
        const float missing = -c.restitution * c.approach - dot(c.normal, v - c.other_velocity);
        if (missing <= 0) continue;
        const float impulse = missing * c.inverse_k;
        c.impulse.normal += impulse;
        if (step_.solves_together) c.unrepeated += impulse;
        for (u32 s = c.first_support; s < c.first_support + c.support_count; ++s) {
            if (contact_set_.supports[s].weighted_inverse_mass == 0) continue;
            Float4& x = velocity[contact_set_.supports[s].particle];
            x.set_xyz(x.xyz() + c.normal * (impulse * contact_set_.supports[s].weighted_inverse_mass));
        }
        if (c.rigid) contents_.rigid->apply_impulse(c.rigid, place, c.normal * -impulse);
    }
}

void ContactSolver::solve_islands() {
    const u32 rounds = step_.contact_rounds();
    step_.team.run(static_cast<u32>(contact_set_.islands.size()), [&](u32 i, u32) {
        const Island& island = contact_set_.islands[i];
        if (island.rigid) return;
        warm_start(island);
        for (u32 round = 0; round < rounds; ++round) solve(island, round);
        finish(island);
    });
    if (step_.rigid_moves) solve_rigid_islands(rounds);
}

void ContactSolver::solve_rigid_islands(u32 rounds) {
    const auto each_island = [&](auto&& f) {
        step_.team.run(static_cast<u32>(contact_set_.rigid_islands.size()),
                       [&](u32 i, u32) { f(contact_set_.islands[contact_set_.rigid_islands[i]]); });
    };
    contents_.rigid->prepare(step_.h, step_.team);
    each_island([&](const Island& island) { warm_start(island); });
    for (u32 round = 0; round < rounds; ++round) {
        each_island([&](const Island& island) { solve(island, round); });
        contents_.rigid->solve(step_.h, step_.team);  // last: nothing is drawn into the ground
    }
    const auto tell_loads = [&](const Island& island) {
        for (u32 i = island.contact_begin; i < island.contact_end; ++i)
            if (const Contact& c = contact_set_.contacts[i]; c.rigid)
                contents_.rigid->bear(c.rigid, -(c.normal * c.impulse.normal + c.impulse.friction));
        for (u32 group : contact_set_.pulls_in(island))
            for (u32 p = pulls_.groups[group].begin; p < pulls_.groups[group].end; ++p)
                if (const Pull& pull = pulls_.pulls[p]; pull.rigid) contents_.rigid->bear(pull.rigid, -pull.impulse);
    };
    each_island([&](const Island& island) {
        finish(island);
        tell_loads(island);
        resolve_overlaps(island);  // before rigid bodies have moved, as they are pushed in the same way
    });
    contents_.rigid->advance(step_.h, step_.team);
    rigid_coupling_.read_poses();
}

void ContactSolver::finish(const Island& island) {
    enforce_separation(island);
    move_supports(island);
    for (u32 group : contact_set_.pulls_in(island)) puller_.move_pulled(pulls_.groups[group]);
}

void ContactSolver::move_supports(const Island& island) {
    for (u32 i = island.contact_begin; i < island.contact_end; ++i) {
        const Contact& c = contact_set_.contacts[i];
        for (u32 s = c.first_support; s < c.first_support + c.support_count; ++s) {
            if (contact_set_.supports[s].weighted_inverse_mass == 0) continue;
            const u32 p = contact_set_.supports[s].particle;
            contents_.particles.position[p].set_xyz(contents_.particles.previous[p].xyz() +
                                                    contents_.particles.velocity[p].xyz() * step_.h);
        }
    }
}

// The speed of one side of a contact against the other.
Vec3 ContactSolver::relative_velocity(const Contact& c) const {
    const Support* supports = contact_set_.supports.data() + c.first_support;
    const Float4* velocity = contents_.particles.velocity.data();
    Vec3 v;
    for (u32 s = 0; s < c.support_count; ++s) v += velocity[supports[s].particle].xyz() * supports[s].weight;
    return c.rigid ? v - contents_.rigid->velocity_at(c.rigid, c.place) : v;
}

void ContactSolver::apply(const Contact& c, const Vec3& impulse) {
    const Support* supports = contact_set_.supports.data() + c.first_support;
    Float4* velocity = contents_.particles.velocity.data();
    if (c.rigid) contents_.rigid->apply_impulse(c.rigid, c.place, -impulse);
    for (u32 s = 0; s < c.support_count; ++s) {
        if (supports[s].weighted_inverse_mass == 0)
            continue;  // a sleeper, which other islands may touch at the same time
        Float4& v = velocity[supports[s].particle];
        v.set_xyz(v.xyz() + impulse * supports[s].weighted_inverse_mass);
    }
}

void ContactSolver::warm_start(const Island& island) {
    for (u32 i = island.contact_begin; i < island.contact_end; ++i) {
        const Contact& c = contact_set_.contacts[i];
        apply(c, c.normal * c.impulse.normal + c.impulse.friction);
    }
}

// One iteration. The order is reversed in every second one, because friction would be biased otherwise. Attachments
// come first, because they may give way and walls may not. After the first iteration only contacts that share particles
// are left.
void ContactSolver::solve(const Island& island, u32 round) {
    const auto correct = [&](Contact& c) {
        const Vec3 v = relative_velocity(c) - c.other_velocity;
        // The bound is on the speed against the world where the other side is a collider, whose motion it includes.
        const float least = c.least_speed - dot(c.normal, c.other_velocity);
        apply(c, contact_correction(v, c.normal, least, c.inverse_k, c.inverse_k_across, c.friction, c.impulse));
    };
    const std::span<const u32> coupled = contact_set_.coupled_in(island);
    for (u32 group : contact_set_.pulls_in(island)) puller_.pull(pulls_.groups[group], round % 2 != 0);
    if (round == 0) {
        for (u32 i = island.contact_begin; i < island.contact_end; ++i) correct(contact_set_.contacts[i]);
    } else {
        for (size_t i = 0; i < coupled.size(); ++i)
            correct(contact_set_.contacts[coupled[round % 2 ? coupled.size() - 1 - i : i]]);
    }
}

// The last word against tunnelling. Where a few rounds were not enough (a body hits a wall at many times its own length
// a substep) all particles of a contact are moved to the right side together: that never takes another contact of the
// same wall to the wrong one. Of two bodies both get the same momentum, and so does a rigid body.
void ContactSolver::enforce_separation(const Island& island) {
    // Something thin may be held between contacts that face each other: what one moves, the next may have to move
    // again.
    constexpr int most_sweeps = 8;
    bool held = false;
    for (u32 i = island.contact_begin; i < island.contact_end; ++i)
        held = enforce_separation(contact_set_.contacts[i]) || held;
    for (int sweep = 1; sweep < most_sweeps && held; ++sweep) {
        held = false;
        for (const u32 i : contact_set_.coupled_in(island)) held = enforce_separation(contact_set_.contacts[i]) || held;
    }
}

bool ContactSolver::enforce_separation(Contact& c) {
    Float4* velocity = contents_.particles.velocity.data();
    const Support* supports = contact_set_.supports.data() + c.first_support;
    // Two sides that move keep their spin only if both are pushed at one place.
    if (step_.solves_together && (c.rigid || c.own_supports < c.support_count)) return false;
    const float end = c.separation + step_.h * dot(c.normal, relative_velocity(c));
    if (end >= c.min_separation - 1e-6f) return false;
    // Soft things may touch softly; only what would pass through a fifth of a cell or more is stopped dead.
    if (c.own_supports < c.support_count && end > c.min_separation - c.slop) return false;
    const float missing = (c.min_separation - end) / step_.h;
    for (u32 s = 0; s < c.support_count; ++s) {
        if (supports[s].weighted_inverse_mass == 0) continue;
        const bool own = s < c.own_supports;
        Float4& v = velocity[supports[s].particle];
        v.set_xyz(v.xyz() + c.normal * (own ? missing * c.own_share : -missing * c.other_share));
    }
    if (c.rigid) contents_.rigid->apply_impulse(c.rigid, c.place, c.normal * (-missing * c.other_share));
    c.impulse.normal += missing * c.inverse_k;
    return true;
}

}  // namespace pliant
