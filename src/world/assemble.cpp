// From contacts as they were found to contacts that can be solved: effective masses, friction, islands.

#include <algorithm>
#include <array>
#include <cstring>

#include "world/supports.h"
#include "world/world.h"

namespace pliant {

void World::assemble_contacts() {
    contact_set_.clear();
    homes_.clear();
    island_sets_.reset(island_members());
    for (u32 p : body_pairs_) {
        const Pair& pair = pairs_[p];
        if ((pair.found.empty() && pair.found_back.empty()) || pair.sensor || pair.body->immovable() ||
            pair.other_body->immovable())
            continue;
        island_sets_.join(pair.body->number, pair.other_body->number);
    }
    for (const PullSet::Group& group : pulls_.groups)
        if (const Body* first = moving_member(group))
            for (const Body* body : members_of(group))
                if (body->moves()) island_sets_.join(first->number, body->number);
    join_rigid();
    for (u32 p = 0; p < pair_count_; ++p) {
        Pair& pair = pairs_[p];
        pair.edge_approach = 0;
        if (pair.waits() || (pair.found.empty() && pair.found_back.empty())) continue;
        const std::span<const WarmImpulse> warm = warm_impulses(pair);
        for (const FoundContact& c : pair.found) assemble(pair, p, c, *pair.body, pair.other_body, warm);
        for (const FoundContact& c : pair.found_back) assemble(pair, p, c, *pair.other_body, pair.body, warm);
    }
    sort_islands();
    find_coupled();
    list_rigid_islands();
}

void World::find_coupled() {
    if (acting_.size() < particles_.used()) acting_.resize(particles_.used());
    const auto count = [&](const Support& s) {
        if (acting_[s.particle] < 2) ++acting_[s.particle];
    };
    for (const Support& s : contact_set_.supports) acting_[s.particle] = 0;
    for (const Pull& pull : pulls_.pulls)
        for (const Support& s : supports_of(pull)) acting_[s.particle] = 0;
    for (const Support& s : contact_set_.supports) count(s);
    for (const Pull& pull : pulls_.pulls)
        for (const Support& s : supports_of(pull)) count(s);
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

// How much of a change of speed falls to either side when all particles of a side move together, so that both get the
// same momentum: with masses M and sums of weights W of what can move, the impulse J gives J (W/M + W'/M').
static void share_out(Contact& c, const std::vector<Support>& supports, const Particles& particles, float rigid_k) {
    float mass[2] = {0, 0}, weight[2] = {0, 0};
    for (u32 s = 0; s < c.support_count; ++s) {
        const Support& support = supports[c.first_support + s];
        if (support.mobility == 0) continue;
        const int side = s < c.own_supports ? 0 : 1;
        mass[side] += 1 / particles.position[support.particle].w, weight[side] += std::fabs(support.weight);
    }
    float together = rigid_k;
    for (int side = 0; side < 2; ++side) together += mass[side] > 0 ? weight[side] / mass[side] : 0;
    c.own_share = mass[0] > 0 ? 1 / (mass[0] * together) : 0;
    c.other_share = mass[1] > 0 ? 1 / (mass[1] * together) : rigid_k > 0 ? 1 / together : 0;
}

void World::assemble(Pair& pair, u32 pair_number, const FoundContact& found, Body& on, Body* other,
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

    float k = 0;
    Vec3 velocity;
    for (u32 s = 0; s < c.support_count; ++s) {
        Support& support = supports[c.first_support + s];
        const Body& side = s < c.own_supports ? on : *other;
        const bool held = side.immovable();
        const float inverse_mass = held ? 0 : particles_.position[support.particle].w;
        support.mobility = support.weight * inverse_mass;
        k += support.weight * support.mobility;
        if (!held || side.carried) velocity += particles_.velocity[support.particle].xyz() * support.weight;
    }
    c.rigid = pair.collider ? movable(*pair.collider) : 0;
    if (!(k > 0) && !c.rigid) {  // nothing here can move
        supports.resize(c.first_support);
        return;
    }
    c.normal = found.normal, c.other_velocity = found.other_velocity;
    c.least_speed = found.least_speed, c.gap = found.gap, c.room = found.room, c.thickness = found.thickness;
    const RigidSide rigid = c.rigid ? meet_rigid(c) : RigidSide{};
    c.inverse_k = 1 / (k + rigid.k), c.inverse_k_across = 1 / (k + rigid.k_across);
    share_out(c, supports, particles_, rigid.k);
    velocity -= rigid.velocity;
    c.friction = found.deep ? 0 : pair.friction, c.restitution = found.deep ? 0 : pair.restitution;
    c.deep = found.deep;
    // What was inside already when the substep began may stay there: it is pushed out gently. The side of an edge that
    // is passed cannot be told any more, that of a face can.
    const bool by_edge = !other && found.on.count > 1;
    c.least_end = std::min(found.gap + found.thickness, by_edge ? 0 : -0.5f * found.thickness);
    c.leeway = other ? 0.2f * std::min(on.model->contact.spacing, other->model->contact.spacing) : 0;
    c.approach = dot(c.normal, velocity - c.other_velocity);
    if (pair.collider && found.on.count > 1) pair.edge_approach = std::max(pair.edge_approach, -c.approach);
    c.pair = pair_number;
    c.swapped = &on != pair.body;
    c.feature = 2 * found.feature + c.swapped, c.triangle = found.triangle;
    c.impulse = guess(warm, c, found.on.count == 2);
    const u32 member = !on.immovable() ? on.number : other ? other->number : island_member(c.rigid);
    homes_.push_back({island_sets_.find(member), static_cast<u32>(contact_set_.contacts.size())});
    contact_set_.contacts.push_back(c);
}

// Order of pairs, whatever their numbers are in a step.
static std::array<u32, 6> pair_order(const BodyId& a, const BodyId& b, const ColliderId& c) {
    return {a.slot, a.generation, b.slot, b.generation, c.slot, c.generation};
}
static std::array<u32, 6> pair_order(const WarmImpulse& w) { return pair_order(w.body, w.other_body, w.collider); }

std::span<const WarmImpulse> World::warm_impulses(const Pair& pair) const {
    const auto key = pair_order(pair.body->id, pair.other_body ? pair.other_body->id : BodyId{},
                                pair.collider ? pair.collider->id : ColliderId{});
    const auto first =
        std::lower_bound(warm_.begin(), warm_.end(), key,
                         [](const WarmImpulse& w, const std::array<u32, 6>& k) { return pair_order(w) < k; });
    const auto last = std::upper_bound(
        first, warm_.end(), key, [](const std::array<u32, 6>& k, const WarmImpulse& w) { return k < pair_order(w); });
    return {warm_.data() + (first - warm_.begin()), static_cast<size_t>(last - first)};
}

// The impulse that the same feature needed last time, if its normal was about the same.
ContactImpulse World::guess(std::span<const WarmImpulse> of_pair, const Contact& c, bool of_edge) const {
    auto w = std::lower_bound(of_pair.begin(), of_pair.end(), c.feature,
                              [](const WarmImpulse& a, u32 f) { return a.feature < f; });
    for (; w != of_pair.end() && w->feature == c.feature; ++w) {
        if (dot(w->normal, c.normal) < 0.9f) continue;
        if (of_edge && w->triangle != c.triangle) continue;  // it may meet many with much the same normal
        return {w->impulse.normal, w->impulse.friction - c.normal * dot(c.normal, w->impulse.friction)};
    }
    return {};
}

void World::keep_impulses() {
    if (turns_.size() == 1) warm_.clear();
    std::erase_if(warm_, [&](const WarmImpulse& w) {  // of those that wait, what they bore stays
        const auto waits = [&](BodyId id) { return bodies_.find(id) && bodies_.find(id)->waits; };
        return !waits(w.body) || (w.other_body && !waits(w.other_body));
    });
    for (const Contact& c : contact_set_.contacts) {
        const Pair& pair = pairs_[c.pair];
        // What is too close to another body is remembered without an impulse too: for the side it is on.
        const float footing = footing_of(c);
        if (!(c.impulse.normal > 0) && !(pair.other_body && c.gap < 0 && !pair.of_sheets()) && footing < 0) continue;
        warm_.push_back({pair.body->id, pair.other_body ? pair.other_body->id : BodyId{},
                         pair.collider ? pair.collider->id : ColliderId{}, c.feature, c.triangle, c.normal, c.impulse,
                         footing});
    }
    const auto before = [](const WarmImpulse& a, const WarmImpulse& b) {
        const auto ka = pair_order(a), kb = pair_order(b);
        if (ka != kb) return ka < kb;
        if (a.feature != b.feature) return a.feature < b.feature;
        // Several contacts of one feature, some with the same normal: by all their bits, so that no two that differ are
        // tied. A tie would leave the order, and so the next guess, to the library's way of sorting.
        if (a.triangle != b.triangle) return a.triangle < b.triangle;
        const int normals = std::memcmp(&a.normal, &b.normal, sizeof a.normal);
        if (normals != 0) return normals < 0;
        const int impulses = std::memcmp(&a.impulse, &b.impulse, sizeof a.impulse);
        return impulses != 0 ? impulses < 0 : a.footing < b.footing;
    };
    if (!std::is_sorted(warm_.begin(), warm_.end(), before)) std::sort(warm_.begin(), warm_.end(), before);
}

bool World::one_island_in_order() const {
    return !homes_.empty() && homes_.size() == contact_set_.contacts.size() &&
           homes_.front().island == homes_.back().island && homes_.back().contact + 1 == homes_.size();
}

void World::sort_islands() {
    for (u32 group = 0; group < pulls_.groups.size(); ++group)
        if (const u32 member = member_of(pulls_.groups[group]); member != nobody)
            homes_.push_back({island_sets_.find(member), ContactHome::pulled | group});
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

}  // namespace pliant
