#include "world/contact/warm_impulses.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "world/contact/resting_contacts.h"

namespace pliant {

// Order of pairs, whatever their numbers are in a step.
static std::array<u32, 6> pair_order(const BodyId& a, const BodyId& b, const ColliderId& c) {
    return {a.slot, a.generation, b.slot, b.generation, c.slot, c.generation};
}
static std::array<u32, 6> pair_order(const WarmImpulse& w) { return pair_order(w.body, w.other_body, w.collider); }

std::span<const WarmImpulse> WarmImpulses::of(const Pair& pair) const {
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
ContactImpulse WarmImpulses::guess(std::span<const WarmImpulse> of_pair, const Contact& c, bool of_edge) {
    auto w = std::lower_bound(of_pair.begin(), of_pair.end(), c.feature,
                              [](const WarmImpulse& a, u32 f) { return a.feature < f; });
    for (; w != of_pair.end() && w->feature == c.feature; ++w) {
        if (dot(w->normal, c.normal) < 0.9f) continue;
        if (of_edge && w->triangle != c.triangle) continue;  // it may meet many with much the same normal
        return {w->impulse.normal, w->impulse.friction - c.normal * dot(c.normal, w->impulse.friction)};
    }
    return {};
}

void WarmImpulses::keep(const RestingContacts& resting) {
    if (step_.rate_groups.size() == 1) warm_.clear();
    std::erase_if(warm_, [&](const WarmImpulse& w) {  // impulses of bodies in other rate groups stay
        const auto waits = [&](BodyId id) { return contents_.bodies.find(id) && contents_.bodies.find(id)->waits; };
        return !waits(w.body) || (w.other_body && !waits(w.other_body));
    });
    for (const Contact& c : contact_set_.contacts) {
        const Pair& pair = pairs_[c.pair];
        // A point that is too close to another body is remembered even without an impulse, for the side it is on.
        const float friction = step_.solves_together ? -1 : resting.resting_friction(c);
        if (!(c.impulse.normal > 0) && !(pair.other_body && c.gap < 0 && !pair.of_sheets()) && friction < 0) continue;
        warm_.push_back({pair.body->id, pair.other_body ? pair.other_body->id : BodyId{},
                         pair.collider ? pair.collider->id : ColliderId{}, c.feature, c.triangle, c.normal,
                         {c.impulse.normal - c.unrepeated, c.impulse.friction}, friction});
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
        return impulses != 0 ? impulses < 0 : a.resting_friction < b.resting_friction;
    };
    if (!std::is_sorted(warm_.begin(), warm_.end(), before)) std::sort(warm_.begin(), warm_.end(), before);
}

void WarmImpulses::forget(BodyId id) {
    std::erase_if(warm_, [&](const WarmImpulse& w) { return w.body == id || w.other_body == id; });
}

}  // namespace pliant
