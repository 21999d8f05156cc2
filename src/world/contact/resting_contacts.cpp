// Resting contacts. A particle that rested on a solid collider when the last substep ended will most likely do so in
// this one, so its matter is kept off the collider while it is solved, instead of being pushed out afterwards. First
// contacts, and contacts with other bodies, are left to the contact solver. So is cloth that may touch cloth or itself:
// with resting contacts, two layers of a dancer's skirt crossed in one step of 240; without, in none.

#include "body/resting_contacts.h"
#include "world/contact/resting_contacts.h"

#include <algorithm>

namespace pliant {

// The friction with which the particle of a contact may rest on its collider, or negative.
float RestingContacts::resting_friction(const Contact& c) const {
    const Pair& pair = pairs_[c.pair];
    if (pair.body->meets_sheets || c.support_count != 1 || !pair.collider || pair.collider->shape.is_triangle_set() ||
        pair.collider->dynamic ||  // it must feel the weight
        c.restitution != 0 || !pair.body->matter->resting_contacts() ||
        c.feature / 2 >= pair.body->model->contact.point_count())
        return -1;
    const u32 p = contact_set_.supports[c.first_support].particle;
    const Vec3 displacement = contents_.particles.position[p].xyz() - contents_.particles.previous[p].xyz();
    return c.separation + dot(c.normal, displacement) < 1.25f * c.thickness ? c.friction : -1;
}

void RestingContacts::find() {
    resting_.clear();
    for (const WarmImpulse& w : warm_.all()) {
        if (w.resting_friction < 0) continue;
        Body* body = contents_.bodies.find(w.body);
        const Collider* collider = contents_.colliders.find(w.collider);
        if (!body || !collider || !body->moves() || body->sensor || collider->sensor) continue;
        if (collider->shape.is_triangle_set()) continue;
        if (w.feature / 2 >= body->model->contact.point_count() || !body->matter->resting_contacts()) continue;
        if (body->surface.is_contact_disabled(w.feature / 2)) continue;
        const u32 particle = body->model->contact.particle[w.feature / 2 * body->model->contact.supports];
        resting_.push_back({body, collider, {particle, {}, 0, 0, w.resting_friction, {}}, false});
    }
    constexpr u32 per_block = 512;
    const u32 count = static_cast<u32>(resting_.size());
    step_.team.run((count + per_block - 1) / per_block, [&](u32 block, u32) {
        for (u32 i = block * per_block; i < std::min(count, (block + 1) * per_block); ++i) find_one(resting_[i]);
    });
    std::erase_if(resting_, [](const RestingParticle& s) { return !s.rests; });
    const auto before = [](const RestingParticle& a, const RestingParticle& b) {
        if (a.body != b.body) return a.body->number < b.body->number;
        if (a.contact.particle != b.contact.particle) return a.contact.particle < b.contact.particle;
        return a.collider->id.slot < b.collider->id.slot;
    };
    if (!std::is_sorted(resting_.begin(), resting_.end(), before)) std::sort(resting_.begin(), resting_.end(), before);
    drop_pinched();
    for (Body* body : step_.moving_bodies) {
        RestingContactConstraints* constraints = body->matter->resting_contacts();
        if (!constraints) continue;
        contacts_.clear();
        for (auto s = std::lower_bound(resting_.begin(), resting_.end(), body->number,
                                       [](const RestingParticle& a, u32 number) { return a.body->number < number; });
             s != resting_.end() && s->body == body; ++s)
            contacts_.push_back(s->contact);
        constraints->set_resting_contacts(contacts_);
    }
}

// A particle between two colliders that face each other rests on neither.
void RestingContacts::drop_pinched() {
    for (size_t first = 0, last; first < resting_.size(); first = last) {
        const RestingParticle& s = resting_[first];
        bool pinched = false;
        for (last = first + 1; last < resting_.size(); ++last) {
            if (resting_[last].body != s.body || resting_[last].contact.particle != s.contact.particle) break;
            for (size_t i = first; i < last; ++i)
                pinched = pinched || dot(resting_[i].contact.normal, resting_[last].contact.normal) < 0;
        }
        for (size_t i = first; pinched && i < last; ++i) resting_[i].rests = false;
    }
    std::erase_if(resting_, [](const RestingParticle& s) { return !s.rests; });
}

void RestingContacts::find_one(RestingParticle& s) const {
    const Collider& c = *s.collider;
    RestingContact& f = s.contact;
    const Float4& x = s.body->view.position[f.particle];
    if (!(x.w > 0)) return;
    const Vec3 local = c.before.inverse(x.xyz());
    const SignedDistance d = signed_distance(c.shape, local);
    const float thickness = s.body->thickness + c.thickness + s.body->surface.radius();
    // Away from it, or on something that turns so fast that there is no plane to rest on.
    if (d.distance > 2 * thickness || dot(c.before.rotation * d.normal, c.now.rotation * d.normal) < 0.98f) return;
    const Vec3 on_shape = local - d.normal * d.distance;
    const Vec3 begin = c.before * on_shape, end = c.now * on_shape;
    // A particle that is too close is moved away without adding velocity, as for every overlap.
    const float kept = std::min(thickness, d.distance);
    f.normal = c.now.rotation * d.normal, f.displacement = end - begin;
    f.begin = dot(f.normal, begin) + kept, f.end = dot(f.normal, end) + kept;
    s.rests = true;
}

// Impulses of resting contacts count in events, statistics and pictures as those of other contacts do.
void RestingContacts::sum_impulses() {
    for (size_t i = 0, of_body = 0; i < resting_.size(); ++i, ++of_body) {
        const RestingParticle& s = resting_[i];
        if (i > 0 && resting_[i - 1].body != s.body) of_body = 0;
        const float by = dot(s.body->matter->resting_contacts()->resting_impulses()[of_body], s.contact.normal);
        if (!(by > 0)) continue;
        const Vec3 at = s.body->view.position[s.contact.particle].xyz();
        contact_set_.resting_impulses.push_back(
            {s.body, s.collider, s.body->first_particle + s.contact.particle, s.contact.normal, by});
        for (const u32 p : s.body->pairs)
            if (pairs_[p].body == s.body && pairs_[p].collider == s.collider)
                pairs_[p].add_touch(at, s.contact.normal, false, by, 0);
    }
}

}  // namespace pliant
