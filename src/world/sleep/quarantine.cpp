#include "world/sleep/quarantine.h"

#include <algorithm>

namespace pliant {

// Contacts multiply their input: a body that was finite before them may not be finite after them.
void Quarantine::check_contacts() {
    bool any = false;
    for (const Contact& c : contact_set_.contacts)
        for (u32 s = c.first_support; s < c.first_support + c.support_count; ++s) {
            const u32 p = contact_set_.supports[s].particle;
            if (is_finite(contents_.particles.velocity[p].xyz()) && is_finite(contents_.particles.position[p].xyz()))
                continue;
            for (Body* body : {pairs_[c.pair].body, pairs_[c.pair].other_body})
                if (body && !body->quarantined && p >= body->first_particle &&
                    p < body->first_particle + body->view.count)
                    isolate(*body), any = true;
        }
    for (const Pull& pull : pulls_.pulls)
        for (u32 s = 0; s < pull.support_count; ++s) {
            const u32 p = pulls_.supports[pull.first_support + s].particle;
            if (is_finite(contents_.particles.velocity[p].xyz()) && is_finite(contents_.particles.position[p].xyz()))
                continue;
            Body& body = s < pull.own_supports ? *pull.body : *pull.other;
            if (!body.quarantined) isolate(body), any = true;
        }
    if (any) std::erase_if(step_.moving_bodies, [](const Body* body) { return body->quarantined; });
}

// A body that is not finite goes back to where the substep began and stays there, with everything else unharmed.
void Quarantine::isolate(Body& body) {
    Vec3 fallback = body.motion.bounds.center();
    if (!is_finite(fallback)) fallback = {};
    for (u32 p = 0; p < body.view.count; ++p) {
        const Vec3 before = body.view.previous[p].xyz();
        const bool good = is_finite(before) && length_squared(before) < 1e29f;
        if (good) fallback = before;
        body.view.position[p].set_xyz(good ? before : fallback);
        body.view.previous[p] = body.view.position[p];
        body.view.velocity[p] = {};
    }
    body.quarantined = true;
    puller_.fix_side(body);
    body.motion = {};
    for (u32 p = 0; p < body.view.count; ++p) body.motion.bounds.add(body.view.position[p].xyz());
    step_.record(body, ObjectChange::quarantined);
}

void Quarantine::check_motion() {
    bool any = false;
    for (Body* body : step_.moving_bodies) {
        body->motion = body->matter->motion();
        any = any || body->motion.non_finite;
    }
    if (!any) return;
    for (Body* body : step_.moving_bodies)
        if (body->motion.non_finite) isolate(*body);
    std::erase_if(step_.moving_bodies, [](const Body* body) { return body->quarantined; });
}

}  // namespace pliant
