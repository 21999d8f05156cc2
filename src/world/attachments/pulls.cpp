// What attachments do in a step: their targets move (drive), their grips pull (predict, project), forces are added up
// and judged (commit, settle). How they take hold is in holds.cpp, who is solved with whom in
// pull_groups.cpp.

#include "world/attachments/pulls.h"

#include <algorithm>

#include "body/kinematic_targets.h"
#include "constraint/attachment.h"
#include "rigid/system.h"
#include "world/contact/filters.h"
#include "world/contact/hits.h"

namespace pliant {

// ---- drive

void PullSolver::drive() {
    contents_.attachments.each([&](AttachmentId, Attachment& a) {
        a.impulse = {}, a.moving = false;
        if (!a.holding) return;
        update_parameters(a);
        a.goal = a.parameters.is_explicit(AttachmentP::position)
                     ? a.parameters.vector(AttachmentP::position, contents_.time + contents_.clock_step()).to<float>()
                     : a.home;
        a.moving = a.targets.empty() && !(a.place == a.goal);
        for (size_t g = 0; g < a.holds.size(); ++g) {
            a.goals[g] = goal_of(a, g);
            a.moving = a.moving || !(a.goals[g] == a.from[g]);
        }
        if (a.moving) waking_.wake_in_step(*contents_.bodies.find(a.body));
    });
    waking_.wake_tied();
}

void PullSolver::update_parameters(Attachment& a) const {
    const auto number = [&](u16 id) { return a.parameters.number(id, contents_.time); };
    const auto given = [&](u16 id) { return a.parameters.is_explicit(id); };
    const double share = 1.0 / static_cast<double>(a.grips.size());
    const double stiffness = given(AttachmentP::stiffness) ? number(AttachmentP::stiffness) : 0;
    const double damping =
        given(AttachmentP::damping) ? number(AttachmentP::damping) : 2 * std::sqrt(stiffness * a.body_mass);
    a.stiffness = static_cast<float>(stiffness * share), a.damping = static_cast<float>(damping * share);
    a.gap = static_cast<float>(number(AttachmentP::gap));
    a.max_force = given(AttachmentP::max_force) ? static_cast<float>(number(AttachmentP::max_force) * share) : 1e18f;
}

// Where the target wants a grip at the end of the step; for a tie, the offset from the place it is tied to.
Vec3 PullSolver::goal_of(const Attachment& a, size_t g) const {
    const GripHold& hold = a.holds[g];
    if (!hold.target) return a.from[g];
    if (hold.target.body) {
        // Those that touch are sewn as near as their thickness lets them, or stitches and contacts would fight.
        const Body &body = *contents_.bodies.find(a.body), &other = *contents_.bodies.find(hold.target.body);
        const bool touch = &body == &other ? body.self_contact : filter_pair(contents_, body, other).collide;
        const float far = length(a.offset[g]), nearest = touch ? 1.05f * (body.thickness + other.thickness) : 0;
        return a.offset[g] * (far > nearest ? std::max(a.gap, nearest / far) : 1.0f);
    }
    if (hold.target.has_frame()) return targets_.goal_frame_of(hold.target) * a.offset[g];
    const Vec3 goal = targets_.place_on_surface(hold, a.offset[g] * a.gap);
    return is_finite(goal) ? goal : a.from[g];  // a file can scale a bone beyond all numbers
}

// ---- predict

// Rigid grips on a place in space are kinematic targets where the matter has these. If they were only moved there
// afterwards, the first links of a cloth would bear its whole weight in one substep, and stretch.
void PullSolver::set_kinematic_targets() {
    constexpr u32 none = 0xffffffffu;
    for (Body* body : step_.moving_bodies) body->kinematic_targets.clear();
    const float end = static_cast<float>(step_.substep + 1) / static_cast<float>(step_.substeps);
    for (Pull& pull : pulls_.pulls) {
        const Attachment& a = *pull.attachment;
        pull.kinematic = pull.body->matter->kinematic_targets() && pull.body->moves() && !pull.is_tied() &&
                         a.stiffness == 0 && a.max_force > 1e17f && pull.own_supports == 1;
        if (!pull.kinematic) continue;
        const u32 particle = pulls_.supports[pull.first_support].particle - pull.body->first_particle;
        std::vector<KinematicTarget>& kinematic_targets = pull.body->kinematic_targets;
        pull.target = 0;
        while (pull.target < kinematic_targets.size() && kinematic_targets[pull.target].particle != particle)
            ++pull.target;
        if (pull.target == kinematic_targets.size()) {
            kinematic_targets.push_back({particle, a.wanted(pull.grip, end)});
        } else {
            pull.target = none;  // another attachment moves it already, and bears everything
        }
    }
    for (Body* body : step_.moving_bodies) {
        motion_limits_.add_kinematic_targets(*body);
        if (KinematicTargetConstraints* targets = body->matter->kinematic_targets())
            targets->set_kinematic_targets(body->view, body->kinematic_targets);
    }
}

void PullSolver::read_target_impulses() {
    for (Pull& pull : pulls_.pulls) {
        if (!pull.kinematic) continue;
        const std::span<const Vec3> impulses = pull.body->matter->kinematic_targets()->target_impulses();
        pull.impulse = pull.target < impulses.size() ? impulses[pull.target] : Vec3{};
    }
}

void PullSolver::pull_ahead() {
    const u32 rounds = step_.contact_rounds();
    step_.team.run(static_cast<u32>(pulls_.groups.size()), [&](u32 i, u32) {
        const PullSet::Group& group = pulls_.groups[i];
        if (member_of(group) == StepContext::not_a_member) return;
        for (u32 p = group.begin; p < group.end; ++p) aim(pulls_.pulls[p]);
        carry_along(group);
        warm_start(group);
        for (u32 round = 0; round < rounds; ++round) pull(group, round % 2 != 0);
        move_pulled(group);
        note_motion(group);
        limit_pulls(group);
    });
}

// News of a pull crosses a body at the speed of sound in it, as that of a hit does (hits.h). A place that is drawn
// faster would be torn out of its matter, so all of the body comes along with its target, and all that is tied to it,
// as far as the hand is strong enough for that.
void PullSolver::carry_along(const PullSet::Group& group) {
    u32 count = 0;
    for (u32 p = group.begin; p < group.end; ++p) count += !pulls_.pulls[p].is_tied() && !pulls_.pulls[p].kinematic;
    if (count == 0) return;  // nothing but ties: bodies draw each other only as fast as they go
    float hardest = 3e38f, fastest = 0;
    Vec3 target;
    float impulse = 0;
    for (u32 p = group.begin; p < group.end; ++p) {
        const Pull& pull = pulls_.pulls[p];
        if (pull.is_tied() || pull.kinematic) continue;
        hardest = std::min(hardest, hardest_hit(*pull.body, nullptr));
        target += target_velocity(*pull.attachment, pull.grip) / static_cast<float>(count);
        impulse += pull.softness > 0 ? std::min(pull.most, length(pull.wanted) / pull.softness) : pull.most;
    }
    for (const Body* body : members_of(group)) fastest = std::max(fastest, body->motion.greatest_speed);
    if (length(target) + fastest <= hardest) return;
    Vec3d momentum;
    double mass = 0;
    for (const Body* body : members_of(group)) {
        const ParticleView& view = body->view;
        for (u32 p = 0; p < view.count; ++p) {
            if (!(view.position[p].w > 0) || !body->moves()) return;  // held in space: it cannot come along
            mass += 1.0 / view.position[p].w;
            momentum += view.velocity[p].xyz().to<double>() / view.position[p].w;
        }
    }
    const Vec3 missing = target - (momentum / mass).to<float>();
    const float speed = std::min(length(missing) - hardest, static_cast<float>(impulse / mass));
    if (!(speed > 0)) return;
    const Vec3 change = direction(missing, Vec3{}) * speed;
    for (Body* body : members_of(group)) {
        const ParticleView& view = body->view;
        for (u32 p = 0; p < view.count; ++p) {
            view.velocity[p].set_xyz(view.velocity[p].xyz() + change);
            view.position[p].set_xyz(view.position[p].xyz() + change * step_.h);
            body->motion.bounds.add(view.position[p].xyz());
        }
        body->motion.greatest_speed += speed;
    }
}

// Opposite ways for both sides of a tie.
void PullSolver::apply(const Pull& pull, const Vec3& impulse) {
    Float4* velocity = contents_.particles.velocity.data();
    for (const Support& s : supports_of(pull)) {
        if (s.weighted_inverse_mass == 0) continue;  // it may belong to others at the same time
        velocity[s.particle].set_xyz(velocity[s.particle].xyz() + impulse * s.weighted_inverse_mass);
    }
    if (pull.rigid) contents_.rigid->apply_impulse(pull.rigid, pull.hook, -impulse);
}

// A grip starts with its impulse of the last substep, unless it is far from its target.
void PullSolver::warm_start(const PullSet::Group& group) {
    for (u32 p = group.begin; p < group.end; ++p) {
        Pull& pull = pulls_.pulls[p];
        if (pull.kinematic) continue;
        // Grips of few cells on one rigid body: the part of their impulses that cancels out would be passed on from
        // substep to substep and grow, so it fades.
        const float fading = pull.rigid && pull.own_supports > 1 ? 0.7f : 1;
        pull.impulse = pull.attachment->impulses[pull.grip] * (fading * pull.nearness);
        if (can_move(pull)) apply(pull, pull.impulse);
    }
}

// Contacts will be looked for where bodies now go.
void PullSolver::note_motion(const PullSet::Group& group) {
    for (u32 p = group.begin; p < group.end; ++p) {
        const Pull& pull = pulls_.pulls[p];
        for (u32 s = 0; s < pull.support_count; ++s) {
            const Support& support = pulls_.supports[pull.first_support + s];
            if (support.weighted_inverse_mass == 0) continue;
            Motion& motion = (s < pull.own_supports ? pull.body : pull.other)->motion;
            motion.bounds.add(contents_.particles.position[support.particle].xyz());
            motion.greatest_speed =
                std::max(motion.greatest_speed, length(contents_.particles.velocity[support.particle].xyz()));
        }
    }
}

// How hard grips may pull together with contacts. Near its target a grip bears whatever load comes, building on what it
// bore before. One that is kept away from its target gives way: no harder than it pulled alone, because it and a wall
// that want the opposite of neighbouring places would tear them apart.
void PullSolver::limit_pulls(const PullSet::Group& group) {
    for (u32 p = group.begin; p < group.end; ++p) {
        Pull& pull = pulls_.pulls[p];
        const float bore = length(pull.attachment->impulses[pull.grip]) * pull.nearness;
        pull.most = std::min(pull.most, length(pull.impulse) + bore);
    }
}

std::span<const Support> PullSolver::supports_of(const Pull& pull) const {
    return {pulls_.supports.data() + pull.first_support, pull.support_count};
}

Vec3 PullSolver::target_velocity(const Attachment& a, size_t grip) const {
    return a.displacement(grip) / (step_.h * static_cast<float>(step_.substeps));
}

// What the grip wants in this substep.
void PullSolver::aim(Pull& pull) const {
    const Attachment& a = *pull.attachment;
    const float end = static_cast<float>(step_.substep + 1) / static_cast<float>(step_.substeps);
    Vec3 target = a.wanted(pull.grip, end), speed = target_velocity(a, pull.grip);
    Vec3 from;
    for (const Support& s : supports_of(pull)) from += contents_.particles.previous[s.particle].xyz() * s.weight;
    if (pull.rigid) {  // seen from there: wherever it goes
        pull.hook = contents_.rigid->pose(contents_.colliders.find(a.holds[pull.grip].target.collider)->rigid) *
                    a.offset[pull.grip];
        from -= pull.hook, target = speed = {};
    }
    // Further off than the load that it bore explains.
    const float stretched = a.stiffness > 0 ? length(a.impulses[pull.grip]) / (step_.h * a.stiffness) : 0,
                off = std::max(0.0f, length(target - from - speed * step_.h) - stretched);
    pull.nearness = std::max(0.0f, 1 - off / pull.body->model->contact.spacing);
    pull.most = a.max_force * step_.h;
    pull.softness = 0;
    pull.wanted = (target - from) / step_.h;
    // What is off its target comes there in 1/240 s: sooner, it would be torn out of its matter.
    const float soonest = step_.solves_together ? std::min(1.0f, 240 * step_.h) : 1;
    if (soonest < 1) pull.wanted = speed + (target - from - speed * step_.h) * (soonest / step_.h);
    // A tie is a lever on one or two cells. Their matter restores its shape, and a tie that restored its place at once
    // would oscillate against it, so it takes some substeps. The load that it bears is the same.
    constexpr float share = 0.2f;
    if (a.stiffness == 0 && (pull.other || (pull.rigid && pull.own_supports > 1)))
        pull.wanted = speed + (target - from - speed * step_.h) * (share * soonest / step_.h);
    if (a.stiffness != 0) {
        const float spring = step_.h * step_.h * a.stiffness, damper = step_.h * a.damping;
        pull.softness = 1 / (spring + damper);
        pull.wanted = ((target - from) / step_.h * spring + speed * damper) * pull.softness;
    }
    if (!pull.rigid) return;
    Mat3 k = contents_.rigid->inverse_mass_matrix_at(pull.rigid, pull.hook);
    for (int i = 0; i < 3; ++i) k(i, i) += pull.k + pull.softness;
    pull.inverse_k = transposed(cofactor(k)) * (1 / determinant(k));
}

// ---- predict and project

void PullSolver::pull(const PullSet::Group& group, bool backwards) {
    const Float4* velocity = contents_.particles.velocity.data();
    for (u32 i = group.begin; i < group.end; ++i) {
        Pull& pull = pulls_.pulls[backwards ? group.end - 1 - (i - group.begin) : i];
        if (!can_move(pull) || pull.kinematic) continue;
        Vec3 v;
        for (const Support& s : supports_of(pull)) v += velocity[s.particle].xyz() * s.weight;
        if (pull.rigid) v -= contents_.rigid->velocity_at(pull.rigid, pull.hook);
        apply(pull, pull.rigid
                        ? attachment_correction(v, pull.wanted, pull.inverse_k, pull.softness, pull.most, pull.impulse)
                        : attachment_correction(v, pull.wanted, pull.k, pull.softness, pull.most, pull.impulse));
    }
}

void PullSolver::move_pulled(const PullSet::Group& group) {
    for (u32 i = group.begin; i < group.end; ++i)
        for (const Support& s : supports_of(pulls_.pulls[i])) {
            if (s.weighted_inverse_mass == 0 || pulls_.pulls[i].kinematic) continue;
            const u32 p = s.particle;
            contents_.particles.position[p].set_xyz(contents_.particles.previous[p].xyz() +
                                                    contents_.particles.velocity[p].xyz() * step_.h);
        }
}

// ---- commit and settle

void PullSolver::sum_impulses() {
    for (const Pull& pull : pulls_.pulls) {
        if ((!pull.body->moves() && !pull.rigid) || !can_move(pull)) continue;
        pull.attachment->impulse += pull.impulse;
        pull.attachment->impulses[pull.grip] = pull.impulse;
    }
}

// Targets have come to where they were to be.
void PullSolver::settle() {
    for (Attachment* a : holding_) {
        a->from.assign(a->goals.begin(), a->goals.end());
        for (size_t g = 0; g < a->holds.size(); ++g)
            if (const Collider* c = contents_.colliders.find(a->holds[g].target.collider); c && c->dynamic)
                a->from[g] = a->goals[g] = c->pose * a->offset[g];  // wherever it has come to
        if (a->targets.empty()) {
            a->place = a->goal;
        } else if (a->holds[0].target) {
            a->place = a->holds[0].target.body ? holds_.tied_place(a->holds[0], a->gap) + a->goals[0] : a->goals[0];
        }
    }
}

// A point that bore too much in the end of the step lets go; when none is left, the attachment is broken.
void PullSolver::break_points(AttachmentId id, Attachment& a) {
    if (!a.parameters.is_explicit(AttachmentP::break_force)) return;
    const float most = static_cast<float>(a.parameters.number(AttachmentP::break_force, contents_.time)),
                h = static_cast<float>(contents_.step_length() /
                                       contents_.bodies.find(a.body)->substeps);  // others may have taken others
    bool any = false;
    for (size_t g = 0; g < a.holds.size(); ++g) {
        if (length(a.impulses[g]) / h > most) a.holds[g] = {}, a.impulses[g] = {};
        any = any || a.holds[g].target;
    }
    if (any) return;
    a.broken = true, a.holding = false;
    step_.events.attachments.push_back({id, a.body, a.force});
}

void PullSolver::break_overloaded() {
    contents_.attachments.each([&](AttachmentId id, Attachment& a) {
        const Body& body = *contents_.bodies.find(a.body);
        if (body.sleeps()) return;  // it hangs there as before
        a.force = a.holding ? a.impulse / static_cast<float>(contents_.step_length()) : Vec3{};
        if (a.holding && a.parameters.flag(AttachmentP::break_each)) return break_points(id, a);
        if (!a.holding || !a.parameters.is_explicit(AttachmentP::break_force) ||
            length(a.force) <= static_cast<float>(a.parameters.number(AttachmentP::break_force, contents_.time)))
            return;
        a.broken = true, a.holding = false;
        step_.events.attachments.push_back({id, a.body, a.force});
    });
}

}  // namespace pliant
