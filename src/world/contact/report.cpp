// Stage settle: time moves on, contacts are reported, bodies at rest fall asleep. Topology changes here and nowhere
// else.

#include "world/contact/report.h"

#include <algorithm>

namespace pliant {

ContactReport::ContactSides ContactReport::sides(const Contact& c) const {
    const Pair& pair = pairs_[c.pair];
    return c.swapped ? ContactSides{pair.other_body, pair.body, nullptr}
                     : ContactSides{pair.body, pair.other_body, pair.collider};
}

void ContactReport::sum_impulses() {
    for (const Contact& c : contact_set_.contacts) {
        if (!(c.impulse.normal > 0)) continue;
        pairs_[c.pair].add_touch(contact_set_.own_place(c, contents_.particles), c.normal, c.swapped, c.impulse.normal,
                                 -c.approach);
    }
}

void ContactReport::report() {
    touching_now_.clear();
    const float hit_speed = static_cast<float>(contents_.parameters.number(WorldP::hit_speed));
    for (size_t p = 0; p < pairs_.count(); ++p) {
        const Pair& pair = pairs_[p];
        if (!pair.touching || pair.with_itself()) continue;
        const PairKey key{pair.body->id, pair.other_body ? pair.other_body->id : BodyId{},
                          pair.collider ? pair.collider->id : ColliderId{}};
        touching_now_.push_back(key);
        const bool began = !std::binary_search(pairs_.touching().begin(), pairs_.touching().end(), key);
        ContactEvent e{};
        e.body = key.body, e.other_body = key.other_body, e.other_collider = key.collider;
        e.phase = began ? ContactPhase::begin : ContactPhase::stay;
        e.hit = began && pair.speed > hit_speed;
        e.sensor = pair.sensor;
        if (pair.impulse > 0) e.point = pair.point / pair.impulse, e.normal = direction(pair.normal, Vec3{0, 1, 0});
        e.impulse = pair.impulse, e.speed = pair.speed;
        step_.events.contacts.push_back(e);
    }
    std::sort(touching_now_.begin(), touching_now_.end());
    const size_t touching = touching_now_.size();
    for (const PairKey& key : pairs_.touching()) {
        const auto end = touching_now_.begin() + static_cast<std::ptrdiff_t>(touching);
        if (std::binary_search(touching_now_.begin(), end, key)) continue;
        // Two bodies that sleep together go on touching without being tested. The id of a removed thing is reported, so
        // that a program can count contacts down.
        const Body *a = contents_.bodies.find(key.body), *b = contents_.bodies.find(key.other_body);
        const Collider* c = contents_.colliders.find(key.collider);
        const auto stays = [](const Body* body) { return body && body->immovable() && !body->kinematic_from_guide; };
        if (stays(a) && (key.collider ? c != nullptr : stays(b))) {
            touching_now_.push_back(key);
            continue;
        }
        ContactEvent e{};
        e.body = key.body, e.other_body = key.other_body, e.other_collider = key.collider, e.phase = ContactPhase::end;
        e.sensor = (a && a->sensor) || (b && b->sensor) || (c && c->sensor);
        step_.events.contacts.push_back(e);
    }
    std::sort(touching_now_.begin(), touching_now_.end());  // sleepers came last
    pairs_.touching().swap(touching_now_);
}

// Kept as numbers, because contacts name bodies that may tear or be removed before a program asks. Contacts of pieces
// count for the body that they were torn from.
void ContactReport::count() {
    const auto owner = [&](const Body* body) {
        return !body ? nullptr : contents_.bodies.find(body->torn_from ? body->torn_from : body->id);
    };
    for (const Contact& contact : contact_set_.contacts) {
        if (!(contact.impulse.normal > 0)) continue;
        const ContactSides touching = sides(contact);
        Body *one = owner(touching.body), *other = owner(touching.other_body);
        if (one) ++one->contacts;
        if (other && other != one) ++other->contacts;
    }
    for (const RestingImpulse& f : contact_set_.resting_impulses) ++owner(f.body)->contacts;
}

}  // namespace pliant
