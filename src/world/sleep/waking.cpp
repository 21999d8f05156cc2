#include "world/sleep/waking.h"

#include "rigid/system.h"
#include "world/attachments/ties.h"

namespace pliant {

void Waking::wake(BodyId id) {
    Body* body = contents_.bodies.find(id);
    if (!body) return;
    body->quiet_time = 0;
    if (body->paused) keep_velocities(*body);
    if (!body->asleep) return;
    body->asleep = false;
    if (!body->paused) step_.events.coming_objects.push_back({object_id(id), ObjectChange::woke});
}

void Waking::wake_all() {
    contents_.bodies.each([&](BodyId id, const Body&) { wake(id); });
    if (contents_.rigid) contents_.rigid->wake_all();
}

// Bodies that may lean on something at this place, or stand in its way.
void Waking::wake_near(const Box& where) {
    contents_.bodies.each([&](BodyId id, const Body& b) {
        if (b.asleep && b.motion.bounds.grown(b.model->contact.spacing).overlaps(where)) wake(id);
    });
    wake_rigid_bodies_in(where);
}

// Velocities that a paused body is given are kept until it goes on; while it stands it has none.
void Waking::keep_velocities(Body& body) {
    for (u32 p = 0; p < body.view.count; ++p) {
        body.kept_velocity[p] += body.view.velocity[p].xyz();
        body.view.velocity[p] = {};
    }
}

// A world or a body whose parameters are moved by keys has reason to move.
void Waking::wake_animated() {
    const double before = contents_.time - contents_.step_length();
    const bool everybody = contents_.parameters.changes_between(before, contents_.time, WorldP::viewpoint);
    if (everybody && contents_.rigid) contents_.rigid->wake_all();
    contents_.bodies.each([&](BodyId, Body& body) {
        if (!body.asleep) return;
        if (!everybody && !body.common.changes_between(before, contents_.time) &&
            !body.own.changes_between(before, contents_.time))
            return;
        wake_in_step(body);
    });
}

// Within a step, whose events are those being gathered.
void Waking::wake_in_step(Body& body) {
    body.quiet_time = 0;
    if (!body.asleep) return;
    body.asleep = false;
    if (!body.paused) step_.record(body, ObjectChange::woke);
}

// A body that is awake wakes those that are tied to it.
void Waking::wake_tied() {
    bool more = true;
    while (more) {
        more = false;
        each_tie(contents_, [&](Body& body, Body& other) {
            if (body.still() == other.still() || (!body.asleep && !other.asleep)) return;
            if (body.quarantined || other.quarantined) return;
            wake_in_step(body.asleep ? body : other);
            more = true;
        });
        more |= wake_hanging();
    }
}

void Waking::wake_rigid_bodies_in(const Box& where) {
    if (!contents_.rigid) return;
    contents_.colliders.each([&](ColliderId, const Collider& c) {
        if (!c.dynamic || !contents_.rigid->is_asleep(c.rigid)) return;
        const u32 number = rigid::System::number(c.rigid);
        const float near = 0.05f * contents_.rigid->bodies().shape[number]->min_half_extent;
        if (c.shape.bounds(c.pose).grown(near).overlaps(where)) contents_.rigid->wake(number);
    });
}

// A soft body and the rigid bodies that it hangs on wake each other. Returns whether a soft body was woken.
bool Waking::wake_hanging() {
    bool woke = false;
    contents_.attachments.each([&](AttachmentId, const Attachment& a) {
        if (!contents_.rigid || !a.holding) return;
        Body& body = *contents_.bodies.find(a.body);
        ColliderId last;
        for (const GripHold& hold : a.holds) {
            if (!hold.target.collider || hold.target.collider == last) continue;
            last = hold.target.collider;
            const Collider* c = contents_.colliders.find(last);
            if (!c || !c->dynamic) continue;
            const u32 number = rigid::System::number(c->rigid);
            if (body.moves() && contents_.rigid->bodies().asleep[number]) contents_.rigid->wake(number);
            if (body.asleep && !body.quarantined && contents_.rigid->bodies().moves(number))
                wake_in_step(body), woke = true;
        }
    });
    return woke;
}

}  // namespace pliant
