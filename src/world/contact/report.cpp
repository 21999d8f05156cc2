#include "world/contact/report.h"

#include <algorithm>

#include "rigid/system.h"
#include "world/contact/filters.h"

namespace pliant {

ContactReport::ContactSides ContactReport::sides(const Contact& c) const {
    const Pair& pair = pairs_[c.pair];
    return c.swapped ? ContactSides{pair.other_body, pair.body, nullptr}
                     : ContactSides{pair.body, pair.other_body, pair.collider};
}

// ---- after a substep

void ContactReport::sum_impulses() {
    for (const Contact& c : contact_set_.contacts) {
        if (!(c.impulse.normal > 0)) continue;
        pairs_[c.pair].add_touch(contact_set_.own_place(c, contents_.particles), c.normal, c.swapped, c.impulse.normal,
                                 -c.approach);
    }
}

static ObjectPair ordered_pair(const Collider& a, const Collider& b) {
    return a.id.slot < b.id.slot ? ObjectPair{object_id(a.id), object_id(b.id)}
                                 : ObjectPair{object_id(b.id), object_id(a.id)};
}

static ObjectId owner_of(const rigid::System& system, u32 number) {
    const u64 owner = system.bodies().owner[number];
    return object_id(ColliderId{static_cast<u32>(owner), static_cast<u32>(owner >> 32)});
}

// Two colliders may touch in several patches; places and normals are weighted by impulse.
void ContactReport::sum_collider_impulses() {
    touches_.begin_batch();
    contents_.rigid->each_touch([&](const rigid::System::Touch& t) {
        Touch touch{{owner_of(*contents_.rigid, t.a), owner_of(*contents_.rigid, t.b)},
                    t.point * t.impulse,
                    t.normal * t.impulse,
                    t.impulse,
                    t.speed};
        if (touch.pair.b.slot < touch.pair.a.slot) {
            std::swap(touch.pair.a, touch.pair.b);
            touch.normal = -touch.normal;
        }
        touches_.add(touch);
    });
    touches_.end_batch();
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

// ---- after all substeps

void ContactReport::report() {
    if (contents_.rigid) find_sensor_overlaps();
    add_body_touches();
    touching_now_.clear();
    report_touches(static_cast<float>(contents_.parameters.number(WorldP::hit_speed)));
    report_ends();
    std::sort(touching_now_.begin(), touching_now_.end());
    std::sort(step_.events.contacts.begin(), step_.events.contacts.end(),
              [](const ContactEvent& x, const ContactEvent& y) { return std::pair(x.a, x.b) < std::pair(y.a, y.b); });
    pairs_.touching().swap(touching_now_);
    touches_.clear();
}

// Colliders that are inside a sensor when the step ends. One that sleeps in a sensor that stands still is still in it:
// see colliders_still_touch.
void ContactReport::find_sensor_overlaps() {
    for (const Collider* sensor : step_.all_colliders) {
        if (!sensor->sensor) continue;
        const Box there = sensor->shape.bounds(sensor->dynamic ? sensor->now : sensor->target);
        for (const Collider* c : step_.all_colliders) {
            if (!c->dynamic || c->sensor || !c->shape.bounds(c->now).overlaps(there)) continue;
            if (contents_.rigid->is_asleep(c->rigid) && !sensor->moving()) continue;
            if (!filter_pair(contents_, *sensor, *c).collide) continue;
            if (contents_.rigid->overlap(rigid::System::number(sensor->rigid), rigid::System::number(c->rigid)))
                touches_.add_overlap(ordered_pair(*sensor, *c));
        }
    }
}

void ContactReport::add_body_touches() {
    touches_.begin_batch();
    for (size_t p = 0; p < pairs_.count(); ++p) {
        const Pair& pair = pairs_[p];
        if (pair.touching && !pair.with_itself())
            touches_.add({pair.objects(), pair.point, -pair.normal, pair.impulse, pair.speed});
    }
    touches_.end_batch();
}

bool ContactReport::is_sensor(const ObjectId& object) const {
    const Body* body = contents_.bodies.find(object.body());
    const Collider* collider = contents_.colliders.find(object.collider());
    return (body && body->sensor) || (collider && collider->sensor);
}

void ContactReport::report_touches(float hit_speed) {
    const std::vector<ObjectPair>& before = pairs_.touching();
    for (const Touch& t : touches_.all()) {
        touching_now_.push_back(t.pair);
        const bool began = !std::binary_search(before.begin(), before.end(), t.pair);
        ContactEvent e{};
        e.a = t.pair.a;
        e.b = t.pair.b;
        e.phase = began ? ContactPhase::begin : ContactPhase::stay;
        e.hit = began && t.speed > hit_speed;
        e.sensor = is_sensor(e.a) || is_sensor(e.b);
        e.impulse = t.impulse;
        e.speed = t.speed;
        if (t.impulse > 0) {
            e.point = t.point / t.impulse;
            e.normal = direction(t.normal, Vec3{0, 1, 0});
        }
        step_.events.contacts.push_back(e);
    }
}

// The id of a removed object is reported too, so that a program can count contacts down.
void ContactReport::report_ends() {
    const auto touching = static_cast<std::ptrdiff_t>(touching_now_.size());
    for (const ObjectPair& pair : pairs_.touching()) {
        if (std::binary_search(touching_now_.begin(), touching_now_.begin() + touching, pair)) continue;
        if (still_touch(pair)) {
            touching_now_.push_back(pair);
            continue;
        }
        ContactEvent e{};
        e.a = pair.a;
        e.b = pair.b;
        e.phase = ContactPhase::end;
        e.sensor = is_sensor(e.a) || is_sensor(e.b);
        step_.events.contacts.push_back(e);
    }
}

// Two bodies that sleep together, or one that sleeps on a collider, go on touching without being tested.
bool ContactReport::still_touch(const ObjectPair& pair) const {
    if (pair.a.is_collider()) return colliders_still_touch(pair);
    const auto rests = [&](BodyId id) {
        const Body* body = contents_.bodies.find(id);
        return body && body->immovable() && !body->kinematic_from_guide;
    };
    const bool b_rests =
        pair.b.is_body() ? rests(pair.b.body()) : contents_.colliders.find(pair.b.collider()) != nullptr;
    return rests(pair.a.body()) && b_rests;
}

bool ContactReport::colliders_still_touch(const ObjectPair& pair) const {
    const Collider *a = contents_.colliders.find(pair.a.collider()), *b = contents_.colliders.find(pair.b.collider());
    if (!contents_.rigid || !a || !b) return false;
    const auto sleeps = [&](const Collider* c) { return c->dynamic && contents_.rigid->is_asleep(c->rigid); };
    const bool sleeps_a = sleeps(a), sleeps_b = sleeps(b);
    return (sleeps_a && (sleeps_b || !b->moving())) || (sleeps_b && !a->moving());
}

}  // namespace pliant
