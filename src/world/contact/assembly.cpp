// From contacts as they were found to contacts that can be solved: effective masses, friction, islands.

#include "world/contact/assembly.h"

#include <algorithm>

#include "rigid/system.h"
#include "world/contact/supports.h"

namespace pliant {

void ContactAssembly::run() {
    contact_set_.clear();
    homes_.clear();
    step_.islands.reset(step_.island_members());
    for (u32 p : pairs_.body_pairs()) {
        const Pair& pair = pairs_[p];
        if ((pair.found.empty() && pair.found_back.empty()) || pair.sensor || pair.body->immovable() ||
            pair.other_body->immovable())
            continue;
        step_.islands.join(pair.body->number, pair.other_body->number);
    }
    for (const PullSet::Group& group : pulls_.groups)
        if (const Body* first = puller_.moving_member(group))
            for (const Body* body : puller_.members_of(group))
                if (body->moves()) step_.islands.join(first->number, body->number);
    join_rigid();
    for (u32 p = 0; p < pairs_.count(); ++p) {
        Pair& pair = pairs_[p];
        if (pair.waits() || (pair.found.empty() && pair.found_back.empty())) continue;
        const std::span<const WarmImpulse> warm = warm_.of(pair);
        for (const FoundContact& c : pair.found) add(pair, p, c, *pair.body, pair.other_body, warm);
        for (const FoundContact& c : pair.found_back) add(pair, p, c, *pair.other_body, pair.body, warm);
    }
    sort_islands();
    find_coupled();
    list_rigid_islands();
}

void ContactAssembly::find_coupled() {
    if (acting_.size() < contents_.particles.used()) acting_.resize(contents_.particles.used());
    const auto count = [&](const Support& s) {
        if (acting_[s.particle] < 2) ++acting_[s.particle];
    };
    for (const Support& s : contact_set_.supports) acting_[s.particle] = 0;
    for (const Pull& pull : pulls_.pulls)
        for (const Support& s : puller_.supports_of(pull)) acting_[s.particle] = 0;
    for (const Support& s : contact_set_.supports) count(s);
    for (const Pull& pull : pulls_.pulls)
        for (const Support& s : puller_.supports_of(pull)) count(s);
    if (contact_set_.coupled.capacity() < contact_set_.contacts.size())
        contact_set_.coupled.reserve(contact_set_.contacts.capacity());
    for (Island& island : contact_set_.islands) {
        island.coupled_begin = static_cast<u32>(contact_set_.coupled.size());
        for (u32 i = island.contact_begin; i < island.contact_end; ++i) {
            const Contact& c = contact_set_.contacts[i];
            if (c.rigid || c.support_count > 1 || acting_[contact_set_.supports[c.first_support].particle] > 1)
                contact_set_.coupled.push_back(i);
        }
        island.coupled_end = static_cast<u32>(contact_set_.coupled.size());
    }
}

void ContactAssembly::add(Pair& pair, u32 pair_number, const FoundContact& found, Body& on, Body* other,
                          std::span<const WarmImpulse> warm) {
    if (pair.sensor) {
        pair.touching = pair.touching || found.gap <= 0;
        return;
    }
    std::vector<Support>& supports = contact_set_.supports;
    Contact c{};
    c.first_support = static_cast<u32>(supports.size());
    add_supports(supports, c.first_support, on, found.on, 1);
    c.own_supports = static_cast<u32>(supports.size()) - c.first_support;
    if (other) add_supports(supports, c.first_support + c.own_supports, *other, found.other, -1);
    c.support_count = static_cast<u32>(supports.size()) - c.first_support;

    c.rigid = pair.collider ? step_.movable(*pair.collider) : 0;
    float k = 0;
    for (u32 s = 0; s < c.support_count; ++s) {
        const Support& support = supports[c.first_support + s];
        const Body& side = s < c.own_supports ? on : *other;
        const float inverse_mass = side.immovable() ? 0 : contents_.particles.position[support.particle].w;
        k += support.weight * (support.weight * inverse_mass);
    }
    if (!(k > 0) && !c.rigid) {  // nothing here can move
        supports.resize(c.first_support);
        return;
    }
    for (u32 s = c.first_support; s < supports.size(); ++s)
        contents_.particles.start[supports[s].particle] = contents_.particles.previous[supports[s].particle];
    c.normal = found.normal, c.other_velocity = found.other_velocity;
    c.found_gap = found.gap, c.found_separation = found.separation;
    c.thickness = found.thickness;
    c.found_speed = found.min_normal_speed;
    c.approach = approach_of(c, on, other);
    if (c.rigid) hang_on_rigid(c);
    c.friction = found.deep ? 0 : pair.friction, c.restitution = found.deep ? 0 : pair.restitution;
    c.deep = found.deep;
    c.by_edge = found.on.count > 1;
    c.slop = other ? 0.2f * std::min(on.model->contact.spacing, other->model->contact.spacing) : 0;
    c.pair = pair_number;
    c.swapped = &on != pair.body;
    c.feature = 2 * found.feature + c.swapped, c.triangle = found.triangle;
    c.impulse = warm_.guess(warm, c, found.on.count == 2);
    const u32 member = !on.immovable() ? on.number : other ? other->number : step_.island_member(c.rigid);
    homes_.push_back({step_.islands.find(member), static_cast<u32>(contact_set_.contacts.size())});
    contact_set_.contacts.push_back(c);
}

bool ContactAssembly::one_island_in_order() const {
    return !homes_.empty() && homes_.size() == contact_set_.contacts.size() &&
           homes_.front().island == homes_.back().island && homes_.back().contact + 1 == homes_.size();
}

void ContactAssembly::sort_islands() {
    for (u32 group = 0; group < pulls_.groups.size(); ++group)
        if (const u32 member = puller_.member_of(pulls_.groups[group]); member != StepContext::not_a_member)
            homes_.push_back({step_.islands.find(member), ContactHome::pulled | group});
    const auto before = [](const ContactHome& a, const ContactHome& b) {
        return a.island != b.island ? a.island < b.island : a.contact < b.contact;
    };
    if (!std::is_sorted(homes_.begin(), homes_.end(), before)) std::sort(homes_.begin(), homes_.end(), before);
    sorted_contacts_.clear();
    sorted_contacts_.reserve(contact_set_.contacts.capacity());  // they change places
    if (one_island_in_order()) {
        contact_set_.islands.push_back({0, static_cast<u32>(contact_set_.contacts.size()), 0, 0, 0, 0, false});
        return;
    }
    for (u32 i = 0; i < homes_.size(); ++i) {
        const u32 contacts = static_cast<u32>(sorted_contacts_.size()),
                  pulled = static_cast<u32>(contact_set_.pulled.size());
        if (i == 0 || homes_[i].island != homes_[i - 1].island)
            contact_set_.islands.push_back({contacts, contacts, pulled, pulled, 0, 0, false});
        if (homes_[i].contact & ContactHome::pulled) {
            contact_set_.pulled.push_back(homes_[i].contact & ~ContactHome::pulled);
            contact_set_.islands.back().pulled_end = pulled + 1;
        } else {
            sorted_contacts_.push_back(contact_set_.contacts[homes_[i].contact]);
            contact_set_.islands.back().contact_end = contacts + 1;
        }
    }
    contact_set_.contacts.swap(sorted_contacts_);
}

// [m/s] Before anything is solved: what comes too fast is slowed down first.
float ContactAssembly::approach_of(const Contact& c, const Body& on, const Body* other) const {
    Vec3 velocity = -c.other_velocity;
    for (u32 s = 0; s < c.support_count; ++s) {
        const Support& support = contact_set_.supports[c.first_support + s];
        const Body& side = s < c.own_supports ? on : *other;
        if (!side.immovable() || side.kinematic_from_guide)
            velocity += contents_.particles.velocity[support.particle].xyz() * support.weight;
    }
    return dot(c.normal, velocity);
}

// Detection assumed that the rigid body goes on as it moves; from here on the contact is expressed relative to it.
void ContactAssembly::hang_on_rigid(Contact& c) const {
    for (u32 s = c.first_support; s < c.first_support + c.own_supports; ++s)
        c.anchor_start +=
            contents_.particles.previous[contact_set_.supports[s].particle].xyz() * contact_set_.supports[s].weight;
    c.rigid_anchor = contents_.rigid->bodies().pose[c.rigid].inverse(c.anchor_start);
    const float along = dot(c.normal, c.other_velocity);
    c.found_separation += along * step_.h, c.found_speed -= along;
    c.other_velocity = {};
}

void ContactAssembly::join_rigid() {
    if (!step_.rigid_moves) return;
    for (u32 p = 0; p < pairs_.count(); ++p) {
        const Pair& pair = pairs_[p];
        if (!pair.collider || pair.found.empty() || pair.sensor || pair.body->immovable()) continue;
        if (const u32 number = step_.movable(*pair.collider))
            step_.islands.join(pair.body->number, step_.island_member(number));
    }
    for (const Pull& pull : pulls_.pulls)
        if (pull.rigid && pull.body->moves()) step_.islands.join(pull.body->number, step_.island_member(pull.rigid));
}

void ContactAssembly::list_rigid_islands() {
    contact_set_.rigid_islands.clear();
    if (!step_.rigid_moves) return;
    for (u32 i = 0; i < contact_set_.islands.size(); ++i) {
        Island& island = contact_set_.islands[i];
        for (u32 c = island.contact_begin; c < island.contact_end && !island.rigid; ++c)
            island.rigid = contact_set_.contacts[c].rigid != 0;
        for (const u32 group : contact_set_.pulls_in(island))
            island.rigid = island.rigid || pulls_.groups[group].rigid != 0;
        if (island.rigid) contact_set_.rigid_islands.push_back(i);
    }
}

}  // namespace pliant
