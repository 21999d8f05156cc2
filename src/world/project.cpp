// Stage project: contacts bring the speeds of what touches into what is allowed, island by island, in fixed order, and
// touched particles go where their speeds lead. Islands with rigid bodies in them are solved by turns with what rigid
// bodies and joints do to each other.

#include "rigid/system.h"
#include "world/world.h"

namespace pliant {

void World::project() {
    const u32 rounds = static_cast<u32>(parameters_.number(WorldP::contact_iterations));
    team_.run(static_cast<u32>(contact_set_.islands.size()), [&](u32 i, u32) {
        const Island& island = contact_set_.islands[i];
        if (island.rigid) return;
        start_from_guesses(island);
        for (u32 round = 0; round < rounds; ++round) solve(island, round);
        finish(island);
    });
    if (rigid_moves_) project_rigid(rounds);
}

void World::project_rigid(u32 rounds) {
    const auto each_island = [&](auto&& f) {
        team_.run(static_cast<u32>(rigid_islands_.size()),
                  [&](u32 i, u32) { f(contact_set_.islands[rigid_islands_[i]]); });
    };
    rigid_->prepare(h_, team_);
    each_island([&](const Island& island) { start_from_guesses(island); });
    for (u32 round = 0; round < rounds; ++round) {
        each_island([&](const Island& island) { solve(island, round); });
        rigid_->solve(h_, team_);  // last: nothing is drawn into the ground
    }
    const auto tell_loads = [&](const Island& island) {
        for (u32 i = island.contact_begin; i < island.contact_end; ++i)
            if (const Contact& c = contact_set_.contacts[i]; c.rigid)
                rigid_->bear(c.rigid, -(c.normal * c.impulse.normal + c.impulse.friction));
        for (u32 group : pulls_in(island))
            for (u32 p = pulls_.groups[group].begin; p < pulls_.groups[group].end; ++p)
                if (const Pull& pull = pulls_.pulls[p]; pull.rigid) rigid_->bear(pull.rigid, -pull.impulse);
    };
    each_island([&](const Island& island) {
        finish(island);
        tell_loads(island);
        push_apart(island);  // before rigid bodies have moved, as they are pushed in the same way
    });
    rigid_->advance(h_, team_);
    take_rigid_poses();
}

void World::finish(const Island& island) {
    hold_back(island);
    move_supports(island);
    for (u32 group : pulls_in(island)) move_pulled(pulls_.groups[group]);
}

std::span<const u32> World::pulls_in(const Island& island) const {
    return {contact_set_.pulled.data() + island.pulled_begin, island.pulled_end - island.pulled_begin};
}

void World::move_supports(const Island& island) {
    for (u32 i = island.contact_begin; i < island.contact_end; ++i) {
        const Contact& c = contact_set_.contacts[i];
        for (u32 s = c.first_support; s < c.first_support + c.support_count; ++s) {
            if (contact_set_.supports[s].mobility == 0) continue;
            const u32 p = contact_set_.supports[s].particle;
            particles_.position[p].set_xyz(particles_.previous[p].xyz() + particles_.velocity[p].xyz() * h_);
        }
    }
}

// The speed of one side of a contact against the other.
Vec3 World::relative_velocity(const Contact& c) const {
    const Support* supports = contact_set_.supports.data() + c.first_support;
    const Float4* velocity = particles_.velocity.data();
    Vec3 v;
    for (u32 s = 0; s < c.support_count; ++s) v += velocity[supports[s].particle].xyz() * supports[s].weight;
    return c.rigid ? v - rigid_->velocity_at(c.rigid, c.place) : v;
}

void World::apply(const Contact& c, const Vec3& impulse) {
    const Support* supports = contact_set_.supports.data() + c.first_support;
    Float4* velocity = particles_.velocity.data();
    if (c.rigid) rigid_->apply_impulse(c.rigid, c.place, -impulse);
    for (u32 s = 0; s < c.support_count; ++s) {
        if (supports[s].mobility == 0) continue;  // a sleeper, which other islands may touch at the same time
        Float4& v = velocity[supports[s].particle];
        v.set_xyz(v.xyz() + impulse * supports[s].mobility);
    }
}

void World::start_from_guesses(const Island& island) {
    for (u32 i = island.contact_begin; i < island.contact_end; ++i) {
        const Contact& c = contact_set_.contacts[i];
        apply(c, c.normal * c.impulse.normal + c.impulse.friction);
    }
}

// One round. Forth and back by turns: always in one direction, friction would lean to one side. Attachments first,
// because they may give way and walls may not. After the first round only those are left that disturb each other.
void World::solve(const Island& island, u32 round) {
    const auto correct = [&](Contact& c) {
        const Vec3 v = relative_velocity(c) - c.other_velocity;
        // The bound is on the speed against the world where the other side is a collider, whose motion it includes.
        const float least = c.least_speed - dot(c.normal, c.other_velocity);
        apply(c, contact_correction(v, c.normal, least, c.inverse_k, c.inverse_k_across, c.friction, c.impulse));
    };
    const std::span<const u32> coupled = coupled_in(island);
    for (u32 group : pulls_in(island)) pull(pulls_.groups[group], round % 2 != 0);
    if (round == 0) {
        for (u32 i = island.contact_begin; i < island.contact_end; ++i) correct(contact_set_.contacts[i]);
    } else {
        for (size_t i = 0; i < coupled.size(); ++i)
            correct(contact_set_.contacts[coupled[round % 2 ? coupled.size() - 1 - i : i]]);
    }
}

std::span<const u32> World::coupled_in(const Island& island) const {
    return {contact_set_.coupled.data() + island.coupled_begin, island.coupled_end - island.coupled_begin};
}

// The last word against tunnelling. Where a few rounds were not enough (a body hits a wall at many times its own length
// a substep) all particles of a contact are moved to the right side together: that never takes another contact of the
// same wall to the wrong one. Of two bodies both get the same momentum, and so does a rigid body.
void World::hold_back(const Island& island) {
    // Something thin may be held between contacts that face each other: what one moves, the next may have to move
    // again.
    constexpr int most_sweeps = 8;
    bool held = false;
    for (u32 i = island.contact_begin; i < island.contact_end; ++i) held = hold_back(contact_set_.contacts[i]) || held;
    for (int sweep = 1; sweep < most_sweeps && held; ++sweep) {
        held = false;
        for (const u32 i : coupled_in(island)) held = hold_back(contact_set_.contacts[i]) || held;
    }
}

bool World::hold_back(Contact& c) {
    Float4* velocity = particles_.velocity.data();
    const Support* supports = contact_set_.supports.data() + c.first_support;
    const float end = c.room + h_ * dot(c.normal, relative_velocity(c));
    if (end >= c.least_end - 1e-6f) return false;
    // Soft things may touch softly; only what would pass through a fifth of a cell or more is stopped dead.
    if (c.own_supports < c.support_count && end > c.least_end - c.leeway) return false;
    const float missing = (c.least_end - end) / h_;
    for (u32 s = 0; s < c.support_count; ++s) {
        if (supports[s].mobility == 0) continue;
        const bool own = s < c.own_supports;
        Float4& v = velocity[supports[s].particle];
        v.set_xyz(v.xyz() + c.normal * (own ? missing * c.own_share : -missing * c.other_share));
    }
    if (c.rigid) rigid_->apply_impulse(c.rigid, c.place, c.normal * (-missing * c.other_share));
    c.impulse.normal += missing * c.inverse_k;
    return true;
}

}  // namespace pliant
