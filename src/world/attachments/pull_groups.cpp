// Which pulls there are in a step, and which of them are solved together: bodies that are tied to each other move, wake
// and sleep as one.

#include <algorithm>

#include "rigid/system.h"
#include "world/attachments/pull_set.h"
#include "world/attachments/pulls.h"
#include "world/attachments/ties.h"
#include "world/contact/supports.h"

namespace pliant {

void PullSolver::list() {
    pulls_.clear();
    holding_.clear();
    step_.islands.reset(step_.island_members());
    join_tied(step_);
    join_hanging(step_);
    contents_.attachments.each([&](AttachmentId, Attachment& a) {
        if (a.holding) holding_.push_back(&a);
    });
    const auto group_of = [&](const Attachment* a) {
        return step_.islands.find(contents_.bodies.find(a->body)->number);
    };
    std::sort(holding_.begin(), holding_.end(), [&](const Attachment* a, const Attachment* b) {
        const u32 ga = group_of(a), gb = group_of(b);
        if (ga != gb) return ga < gb;
        return a->body.slot != b->body.slot ? a->body.slot < b->body.slot : a->id.slot < b->id.slot;
    });
    for (size_t begin = 0, end = 0; begin < holding_.size(); begin = end) {
        while (end < holding_.size() && group_of(holding_[end]) == group_of(holding_[begin])) ++end;
        add_group(begin, end);
    }
}

void PullSolver::add_group(size_t begin, size_t end) {
    PullSet::Group group{};
    group.begin = static_cast<u32>(pulls_.pulls.size());
    group.member_begin = static_cast<u32>(pulls_.members.size());
    const auto add = [&](Body* body) {
        if (body && !body->quarantined &&
            (pulls_.members.size() == group.member_begin || pulls_.members.back() != body))
            pulls_.members.push_back(body);
    };
    for (size_t i = begin; i < end; ++i) {
        Body& body = *contents_.bodies.find(holding_[i]->body);
        add_pulls(*holding_[i], body);
        add(&body);
        for (const GripHold& hold : holding_[i]->holds) add(contents_.bodies.find(hold.target.body));
    }
    const auto first = pulls_.members.begin() + static_cast<std::ptrdiff_t>(group.member_begin);
    std::sort(first, pulls_.members.end(), [](const Body* a, const Body* b) { return a->number < b->number; });
    pulls_.members.erase(std::unique(first, pulls_.members.end()), pulls_.members.end());
    group.end = static_cast<u32>(pulls_.pulls.size());
    for (u32 p = group.begin; p < group.end && !group.rigid; ++p) group.rigid = pulls_.pulls[p].rigid;
    group.member_end = static_cast<u32>(pulls_.members.size());
    if (group.end > group.begin) {
        pulls_.groups.push_back(group);
    } else {
        pulls_.members.resize(group.member_begin);
    }
}

void PullSolver::add_pulls(Attachment& a, Body& body) {
    for (size_t g = 0; g < a.grips.size(); ++g) {
        if (!a.holds_grip(g)) continue;
        Pull pull{};
        pull.attachment = &a, pull.body = &body, pull.grip = static_cast<u32>(g);
        pull.other = a.holds.empty() ? nullptr : contents_.bodies.find(a.holds[g].target.body);
        const Collider* hung_on = a.holds.empty() ? nullptr : contents_.colliders.find(a.holds[g].target.collider);
        pull.rigid = hung_on && hung_on->dynamic ? rigid::System::number(hung_on->rigid) : 0;
        pull.first_support = static_cast<u32>(pulls_.supports.size());
        add_supports(pulls_.supports, pull.first_support, body, a.grips[g], 1);
        pull.own_supports = static_cast<u32>(pulls_.supports.size()) - pull.first_support;
        for (u32 t = 0; pull.other && t < a.holds[g].tie_count; ++t)
            pulls_.supports.push_back(
                {pull.other->first_particle + a.holds[g].ties[t].particle, -a.holds[g].ties[t].across(a.gap), 0});
        pull.support_count = static_cast<u32>(pulls_.supports.size()) - pull.first_support;
        weigh(pull);
        if (can_move(pull)) {
            pulls_.pulls.push_back(pull);
        } else {  // all of it is held in space
            pulls_.supports.resize(pull.first_support);
        }
    }
}

// How easily the two sides of a pull are moved against each other.
void PullSolver::weigh(Pull& pull) {
    pull.k = 0;
    for (u32 s = 0; s < pull.support_count; ++s) {
        Support& support = pulls_.supports[pull.first_support + s];
        const Body& body = s < pull.own_supports ? *pull.body : *pull.other;
        const bool held = body.quarantined || body.paused || body.kinematic_from_guide;
        support.weighted_inverse_mass = held ? 0 : support.weight * contents_.particles.position[support.particle].w;
        pull.k += support.weight * support.weighted_inverse_mass;
    }
}

bool PullSolver::can_move(const Pull& pull) const {
    return pull.k > 0 || (pull.rigid && contents_.rigid->bodies().moves(pull.rigid));
}

// A body has become immovable within a step. It still bears bodies that are tied to it; attachments that held it have
// no effect any more.
void PullSolver::fix_side(const Body& body) {
    for (Pull& pull : pulls_.pulls) {
        if (pull.body != &body && pull.other != &body) continue;
        weigh(pull);
        if (pull.body != &body || pull.rigid) continue;
        for (u32 s = 0; s < pull.support_count; ++s) pulls_.supports[pull.first_support + s].weighted_inverse_mass = 0;
        pull.k = 0;
    }
}

std::span<Body* const> PullSolver::members_of(const PullSet::Group& group) const {
    return {pulls_.members.data() + group.member_begin, group.member_end - group.member_begin};
}

// Its number among those that islands are made of, of one that moves.
u32 PullSolver::member_of(const PullSet::Group& group) const {
    if (const Body* body = moving_member(group)) return body->number;
    return step_.rigid_moves && group.rigid && contents_.rigid->bodies().moves(group.rigid)
               ? step_.island_member(group.rigid)
               : StepContext::not_a_member;
}

const Body* PullSolver::moving_member(const PullSet::Group& group) const {
    for (const Body* body : members_of(group))
        if (body->moves()) return body;
    return nullptr;
}

}  // namespace pliant
