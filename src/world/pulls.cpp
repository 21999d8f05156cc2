// What attachments do in a step: their targets move (drive), their grips pull (predict, project), forces are added up
// and judged (commit, settle).

#include <algorithm>

#include "constraint/attachment.h"
#include "world/supports.h"
#include "world/world.h"

namespace pliant {

// ---- drive

void World::drive_attachments() {
    attachment_events_.clear();
    attachments_.each([&](AttachmentId, Attachment& a) {
        Body& body = *bodies_.find(a.body);
        const bool holds = a.parameters.flag(AttachmentP::enabled, time_) && !a.broken && !body.quarantined &&
                           (!a.target || is_there(a.target));
        if (holds != a.holding) wake_now(body);
        if (holds && !a.holding) take_hold(a);
        a.holding = holds;
        a.impulse = {};
        if (!holds) return;
        const auto number = [&](u16 id) { return a.parameters.number(id, time_); };
        const auto given = [&](u16 id) { return a.parameters.given(id); };
        const double share = 1.0 / static_cast<double>(a.grips.size());
        const double stiffness = given(AttachmentP::stiffness) ? number(AttachmentP::stiffness) : 0;
        const double damping =
            given(AttachmentP::damping) ? number(AttachmentP::damping) : 2 * std::sqrt(stiffness * a.body_mass);
        a.stiffness = static_cast<float>(stiffness * share), a.damping = static_cast<float>(damping * share);
        a.max_force =
            given(AttachmentP::max_force) ? static_cast<float>(number(AttachmentP::max_force) * share) : 1e18f;
        a.goal = given(AttachmentP::position)
                     ? a.parameters.vector(AttachmentP::position, time_ + step_length()).to<float>()
                     : a.home;
        if (a.target) a.goal_frame = goal_frame_of(a.target), a.goal = a.goal_frame * a.offset[0];
        if (a.moving()) wake_now(body);
    });
}

void World::list_pulls() {
    pulls_.clear();
    holding_.clear();
    attachments_.each([&](AttachmentId, Attachment& a) {
        if (a.holding) holding_.push_back(&a);
    });
    std::sort(holding_.begin(), holding_.end(), [](const Attachment* a, const Attachment* b) {
        return a->body.slot != b->body.slot ? a->body.slot < b->body.slot : a->id.slot < b->id.slot;
    });
    for (Attachment* a : holding_) add_pulls(*a, *bodies_.find(a->body));
}

void World::add_pulls(Attachment& a, Body& body) {
    for (size_t g = 0; g < a.grips.size(); ++g) {
        Pull pull{};
        pull.attachment = &a, pull.body = &body, pull.grip = static_cast<u32>(g);
        pull.first_support = static_cast<u32>(pulls_.supports.size());
        add_supports(pulls_.supports, pull.first_support, body, a.grips[g], 1);
        pull.support_count = static_cast<u32>(pulls_.supports.size()) - pull.first_support;
        for (u32 s = pull.first_support; s < pulls_.supports.size(); ++s) {
            Support& support = pulls_.supports[s];
            support.mobility = support.weight * particles_.position[support.particle].w;
            pull.k += support.weight * support.mobility;
        }
        if (!(pull.k > 0)) {  // all of it is held in space
            pulls_.supports.resize(pull.first_support);
            continue;
        }
        const u32 number = static_cast<u32>(pulls_.pulls.size());
        if (pulls_.bodies.empty() || pulls_.bodies.back().body != &body)
            pulls_.bodies.push_back({&body, number, number});
        pulls_.bodies.back().end = number + 1;
        pulls_.pulls.push_back(pull);
    }
}

// ---- predict

void World::pull_ahead() {
    const u32 rounds = static_cast<u32>(parameters_.number(WorldP::contact_iterations));
    team_.run(static_cast<u32>(pulls_.bodies.size()), [&](u32 i, u32) {
        const PullSet::OfBody& of = pulls_.bodies[i];
        if (!of.body->moves()) return;
        for (u32 p = of.begin; p < of.end; ++p) aim(pulls_.pulls[p]);
        carry_along(of);
        guess_pulls(of);
        for (u32 round = 0; round < rounds; ++round) pull(of, round % 2 != 0);
        move_pulled(of);
        note_motion(of);
        limit_pulls(of);
    });
}

// News of a pull crosses a body at the speed of sound in it, as that of a hit does (hits.h). A place that is drawn
// faster would be torn out of its matter, so all of the body comes along with its target, as far as the hand is strong
// enough for that.
void World::carry_along(const PullSet::OfBody& of) {
    const float hardest = hardest_hit(*of.body, nullptr);
    Vec3 target;
    float impulse = 0;
    for (u32 p = of.begin; p < of.end; ++p) {
        const Pull& pull = pulls_.pulls[p];
        target += target_velocity(*pull.attachment, pull.grip) / static_cast<float>(of.end - of.begin);
        impulse += pull.softness > 0 ? std::min(pull.most, length(pull.wanted) / pull.softness) : pull.most;
    }
    if (length(target) + of.body->motion.greatest_speed <= hardest) return;
    const ParticleView& view = of.body->view;
    Vec3d momentum;
    double mass = 0;
    for (u32 p = 0; p < view.count; ++p) {
        if (!(view.position[p].w > 0)) return;  // held in space: it cannot come along
        mass += 1.0 / view.position[p].w;
        momentum += view.velocity[p].xyz().to<double>() / view.position[p].w;
    }
    const Vec3 missing = target - (momentum / mass).to<float>();
    const float speed = std::min(length(missing) - hardest, static_cast<float>(impulse / mass));
    if (!(speed > 0)) return;
    const Vec3 change = direction(missing, Vec3{}) * speed;
    for (u32 p = 0; p < view.count; ++p) {
        view.velocity[p].set_xyz(view.velocity[p].xyz() + change);
        view.position[p].set_xyz(view.position[p].xyz() + change * h_);
        of.body->motion.bounds.add(view.position[p].xyz());
    }
    of.body->motion.greatest_speed += speed;
}

// What a grip bore in the last substep it will about bear in this one, unless it is far from where it should be.
void World::guess_pulls(const PullSet::OfBody& of) {
    Float4* velocity = particles_.velocity.data();
    for (u32 p = of.begin; p < of.end; ++p) {
        Pull& pull = pulls_.pulls[p];
        pull.impulse = pull.attachment->impulses[pull.grip] * pull.nearness;
        for (const Support& s : supports_of(pull))
            velocity[s.particle].set_xyz(velocity[s.particle].xyz() + pull.impulse * s.mobility);
    }
}

// Contacts will be looked for where the body now goes.
void World::note_motion(const PullSet::OfBody& of) {
    Motion& motion = of.body->motion;
    for (u32 p = of.begin; p < of.end; ++p) {
        const Pull& pull = pulls_.pulls[p];
        for (const Support& s : supports_of(pull)) {
            motion.bounds.add(particles_.position[s.particle].xyz());
            motion.greatest_speed = std::max(motion.greatest_speed, length(particles_.velocity[s.particle].xyz()));
        }
    }
}

// How hard grips may pull together with contacts. Near its target a grip bears whatever load comes, building on what it
// bore before. One that is kept away from its target gives way: no harder than it pulled alone, because it and a wall
// that want the opposite of neighbouring places would tear them apart.
void World::limit_pulls(const PullSet::OfBody& of) {
    for (u32 p = of.begin; p < of.end; ++p) {
        Pull& pull = pulls_.pulls[p];
        const float bore = length(pull.attachment->impulses[pull.grip]) * pull.nearness;
        pull.most = std::min(pull.most, length(pull.impulse) + bore);
    }
}

std::span<const Support> World::supports_of(const Pull& pull) const {
    return {pulls_.supports.data() + pull.first_support, pull.support_count};
}

Vec3 World::target_velocity(const Attachment& a, size_t grip) const {
    return a.way(grip) / (h_ * static_cast<float>(substeps_));
}

// What the grip wants in this substep.
void World::aim(Pull& pull) const {
    const Attachment& a = *pull.attachment;
    const float end = static_cast<float>(substep_ + 1) / static_cast<float>(substeps_);
    const Vec3 target = a.wanted(pull.grip, end), speed = target_velocity(a, pull.grip);
    Vec3 from;
    for (const Support& s : supports_of(pull)) from += particles_.previous[s.particle].xyz() * s.weight;
    // Further off than the load that it bore explains.
    const float stretched = a.stiffness > 0 ? length(a.impulses[pull.grip]) / (h_ * a.stiffness) : 0,
                off = std::max(0.0f, length(target - from - speed * h_) - stretched);
    pull.nearness = std::max(0.0f, 1 - off / pull.body->model->contact.spacing);
    pull.most = a.max_force * h_;
    pull.softness = 0;
    pull.wanted = (target - from) / h_;
    if (a.stiffness == 0) return;
    const float spring = h_ * h_ * a.stiffness, damper = h_ * a.damping;
    pull.softness = 1 / (spring + damper);
    pull.wanted = (pull.wanted * spring + speed * damper) * pull.softness;
}

// ---- predict and project

void World::pull(const PullSet::OfBody& of, bool backwards) {
    Float4* velocity = particles_.velocity.data();
    for (u32 i = of.begin; i < of.end; ++i) {
        Pull& pull = pulls_.pulls[backwards ? of.end - 1 - (i - of.begin) : i];
        Vec3 v;
        for (const Support& s : supports_of(pull)) v += velocity[s.particle].xyz() * s.weight;
        const Vec3 change = attachment_correction(v, pull.wanted, pull.k, pull.softness, pull.most, pull.impulse);
        for (const Support& s : supports_of(pull))
            velocity[s.particle].set_xyz(velocity[s.particle].xyz() + change * s.mobility);
    }
}

void World::move_pulled(const PullSet::OfBody& of) {
    for (u32 i = of.begin; i < of.end; ++i)
        for (const Support& s : supports_of(pulls_.pulls[i])) {
            if (s.mobility == 0) continue;
            const u32 p = s.particle;
            particles_.position[p].set_xyz(particles_.previous[p].xyz() + particles_.velocity[p].xyz() * h_);
        }
}

// ---- commit and settle

void World::sum_up_pulls() {
    for (const Pull& pull : pulls_.pulls) {
        if (!pull.body->moves()) continue;
        pull.attachment->impulse += pull.impulse;
        pull.attachment->impulses[pull.grip] = pull.impulse;
    }
}

void World::judge_attachments() {
    attachments_.each([&](AttachmentId id, Attachment& a) {
        const Body& body = *bodies_.find(a.body);
        if (body.sleeps()) return;  // it hangs there as before
        a.force = a.holding ? a.impulse / static_cast<float>(step_length()) : Vec3{};
        if (!a.holding || !a.parameters.given(AttachmentP::break_force) ||
            length(a.force) <= static_cast<float>(a.parameters.number(AttachmentP::break_force, time_)))
            return;
        a.broken = true, a.holding = false;
        attachment_events_.push_back({id, a.body, a.force});
    });
}

}  // namespace pliant
