#include "world/contact/impulses.h"

#include <algorithm>

#include "rigid/system.h"

namespace pliant {

static Vec3 total(const ContactImpulse& impulse, const Vec3& normal) {
    return normal * impulse.normal + impulse.friction;
}

void ContactImpulses::begin_step() {
    step_.events.impulses.clear();
    listener_count_ = 0;
    objects_listen_ = false;
    for (Body* body : step_.all_bodies) {
        objects_listen_ = objects_listen_ || body->contact_impulses_enabled;
        listen(*body, listener_count_);
    }
    for (const Collider* c : step_.all_colliders) objects_listen_ = objects_listen_ || c->contact_impulses_enabled;
    std::sort(listeners_.begin(), listeners_.begin() + static_cast<std::ptrdiff_t>(listener_count_),
              [](const Listener& a, const Listener& b) { return a.body->first_particle < b.body->first_particle; });
}

void ContactImpulses::listen(Body& body, size_t& count) {
    ContactListener* matter = body.matter->contact_listener();
    ContactListener* guide = body.guide && !body.guide_released ? body.guide->contact_listener() : nullptr;
    if (!matter && !guide) return;
    if (count == listeners_.size()) listeners_.emplace_back();
    Listener& listener = listeners_[count++];
    listener.body = &body;
    listener.matter = matter;
    listener.guide = guide;
    listener.touched = false;
    listener.impulses.assign(body.view.count, Vec3{});
}

void ContactImpulses::collect() {
    if (listener_count_ > 0) {
        collect_particles();
        notify_listeners();
    }
    if (!objects_listen_) return;
    collect_skins();
    collect_resting();
    if (step_.rigid_moves) collect_colliders();
}

// ---- particles

void ContactImpulses::add_to_particle(u32 particle, const Vec3& impulse) {
    const auto end = listeners_.begin() + static_cast<std::ptrdiff_t>(listener_count_);
    auto after = std::upper_bound(listeners_.begin(), end, particle,
                                  [](u32 p, const Listener& l) { return p < l.body->first_particle; });
    if (after == listeners_.begin()) return;
    Listener& listener = *--after;
    const u32 local = particle - listener.body->first_particle;
    if (local >= listener.impulses.size()) return;
    listener.impulses[local] += impulse;
    listener.touched = true;
}

void ContactImpulses::collect_particles() {
    for (const Contact& c : contact_set_.contacts) {
        const Vec3 impulse = total(c.impulse, c.normal);
        if (impulse == Vec3{}) continue;
        for (u32 s = c.first_support; s < c.first_support + c.support_count; ++s)
            add_to_particle(contact_set_.supports[s].particle, impulse * contact_set_.supports[s].weight);
    }
    for (const RestingImpulse& f : contact_set_.resting_impulses) add_to_particle(f.particle, f.normal * f.impulse);
}

void ContactImpulses::notify_listeners() {
    step_.team.run(static_cast<u32>(listener_count_), [&](u32 i, u32) {
        Listener& l = listeners_[i];
        if (!l.touched) return;
        if (l.matter) l.matter->read_contact_impulses(l.body->view, l.impulses);
        if (l.guide) l.guide->read_contact_impulses(l.body->view, l.impulses);
        std::fill(l.impulses.begin(), l.impulses.end(), Vec3{});
        l.touched = false;
    });
}

// ---- objects

void ContactImpulses::add(const ContactProperties& side, ObjectId object, ObjectId other, const Vec3& point,
                          const Vec3& impulse) {
    if (side.contact_impulses_enabled) step_.events.impulses.push_back({object, other, point, impulse, step_.substep});
}

void ContactImpulses::collect_skins() {
    for (const Contact& c : contact_set_.contacts) {
        const Vec3 impulse = total(c.impulse, c.normal);
        if (impulse == Vec3{}) continue;
        const Pair& pair = pairs_[c.pair];
        const Vec3 point = contact_set_.own_place(c, contents_.particles), on_first = c.swapped ? -impulse : impulse;
        const auto [a, b] = pair.objects();
        add(*pair.body, a, b, point, on_first);
        if (pair.other_body) add(*pair.other_body, b, a, point, -on_first);
        if (pair.collider) add(*pair.collider, b, a, point, -on_first);
    }
}

void ContactImpulses::collect_resting() {
    for (const RestingImpulse& f : contact_set_.resting_impulses) {
        const ObjectId body = object_id(f.body->id), collider = object_id(f.collider->id);
        const Vec3 point = contents_.particles.position[f.particle].xyz(), impulse = f.normal * f.impulse;
        add(*f.body, body, collider, point, impulse);
        add(*f.collider, collider, body, point, -impulse);
    }
}

// Of contacts between colliders, along their normals.
void ContactImpulses::collect_colliders() {
    const auto collider_of = [&](u32 number) -> const Collider& {
        const u64 owner = contents_.rigid->bodies().owner[number];
        const Collider* c = contents_.colliders.find({static_cast<u32>(owner), static_cast<u32>(owner >> 32)});
        PL_ASSERT(c);
        return *c;
    };
    contents_.rigid->each_touch([&](const rigid::System::Touch& t) {
        const Collider &a = collider_of(t.a), &b = collider_of(t.b);
        add(a, object_id(a.id), object_id(b.id), t.point, t.normal * -t.impulse);
        add(b, object_id(b.id), object_id(a.id), t.point, t.normal * t.impulse);
    });
}

}  // namespace pliant
