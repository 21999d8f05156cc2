// Which pulls there are in a step, and which of them are solved together: bodies that are tied to each other move, wake
// and sleep as one.

#include <algorithm>

#include "rigid/system.h"
#include "world/supports.h"
#include "world/world.h"

namespace pliant {

// f(body, other) for every body that another is tied to, some of them several times.
template <class F>
void World::each_tie(F&& f) {
    attachments_.each([&](AttachmentId, Attachment& a) {
        if (!a.holding) return;
        BodyId last;
        for (const GripHold& hold : a.holds) {
            if (!hold.target.body || hold.target.body == last) continue;
            last = hold.target.body;
            if (Body* other = bodies_.find(last)) f(*bodies_.find(a.body), *other);
        }
    });
}

// Whoever is awake wakes those that are tied to it.
void World::wake_tied() {
    bool more = true;
    while (more) {
        more = false;
        each_tie([&](Body& body, Body& other) {
            if (body.still() == other.still() || (!body.asleep && !other.asleep)) return;
            if (body.quarantined || other.quarantined) return;
            wake_now(body.asleep ? body : other);
            more = true;
        });
        more |= wake_hung();
    }
}

// What is tied to something that goes on goes on too.
void World::lead_tied() {
    bool more = true;
    while (more) {
        more = false;
        each_tie([&](Body& body, Body& other) {
            if (body.led == other.led || body.quarantined || other.quarantined) return;
            if (body.detail.stopped() || other.detail.stopped()) return;
            body.led = other.led = more = true;
        });
    }
}

void World::join_tied() {
    each_tie([&](const Body& body, const Body& other) {
        if (!body.quarantined && !other.quarantined) island_sets_.join(body.number, other.number);
    });
}

// Those that hang on the same rigid body.
void World::join_hung() {
    if (!rigid_) return;
    attachments_.each([&](AttachmentId, const Attachment& a) {
        for (const GripHold& hold : a.holds)
            if (const Collider* c = colliders_.find(hold.target.collider); a.holding && c && c->dynamic)
                island_sets_.join(bodies_.find(a.body)->number, island_member(rigid::System::number(c->rigid)));
    });
}

void World::list_pulls() {
    pulls_.clear();
    holding_.clear();
    island_sets_.reset(island_members());
    join_tied();
    join_hung();
    attachments_.each([&](AttachmentId, Attachment& a) {
        if (a.holding) holding_.push_back(&a);
    });
    const auto group_of = [&](const Attachment* a) { return island_sets_.find(bodies_.find(a->body)->number); };
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

void World::add_group(size_t begin, size_t end) {
    PullSet::Group group{};
    group.begin = static_cast<u32>(pulls_.pulls.size());
    group.member_begin = static_cast<u32>(pulls_.members.size());
    const auto add = [&](Body* body) {
        if (body && !body->quarantined &&
            (pulls_.members.size() == group.member_begin || pulls_.members.back() != body))
            pulls_.members.push_back(body);
    };
    for (size_t i = begin; i < end; ++i) {
        Body& body = *bodies_.find(holding_[i]->body);
        add_pulls(*holding_[i], body);
        add(&body);
        for (const GripHold& hold : holding_[i]->holds) add(bodies_.find(hold.target.body));
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

void World::add_pulls(Attachment& a, Body& body) {
    for (size_t g = 0; g < a.grips.size(); ++g) {
        if (!a.holds_grip(g)) continue;
        Pull pull{};
        pull.attachment = &a, pull.body = &body, pull.grip = static_cast<u32>(g);
        pull.other = a.holds.empty() ? nullptr : bodies_.find(a.holds[g].target.body);
        const Collider* hung_on = a.holds.empty() ? nullptr : colliders_.find(a.holds[g].target.collider);
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
void World::weigh(Pull& pull) {
    pull.k = 0;
    for (u32 s = 0; s < pull.support_count; ++s) {
        Support& support = pulls_.supports[pull.first_support + s];
        const Body& body = s < pull.own_supports ? *pull.body : *pull.other;
        const bool held = body.quarantined || body.paused || body.carried;
        support.mobility = held ? 0 : support.weight * particles_.position[support.particle].w;
        pull.k += support.weight * support.mobility;
    }
}

bool World::can_move(const Pull& pull) const {
    return pull.k > 0 || (pull.rigid && rigid_->bodies().moves(pull.rigid));
}

// In the middle of a step a body has become a thing that does not move. It still bears what is tied to it; what holds
// it holds nothing any more.
void World::hold_pulls_of(const Body& body) {
    for (Pull& pull : pulls_.pulls) {
        if (pull.body != &body && pull.other != &body) continue;
        weigh(pull);
        if (pull.body != &body || pull.rigid) continue;
        for (u32 s = 0; s < pull.support_count; ++s) pulls_.supports[pull.first_support + s].mobility = 0;
        pull.k = 0;
    }
}

std::span<Body* const> World::members_of(const PullSet::Group& group) const {
    return {pulls_.members.data() + group.member_begin, group.member_end - group.member_begin};
}

// Its number among those that islands are made of, of one that moves.
u32 World::member_of(const PullSet::Group& group) const {
    if (const Body* body = moving_member(group)) return body->number;
    return rigid_moves_ && group.rigid && rigid_->bodies().moves(group.rigid) ? island_member(group.rigid) : nobody;
}

const Body* World::moving_member(const PullSet::Group& group) const {
    for (const Body* body : members_of(group))
        if (body->moves()) return body;
    return nullptr;
}

}  // namespace pliant
