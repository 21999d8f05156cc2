// Rigid bodies that sleep, in one island with the soft ones that touch or hold them, and sensors that tell what is in
// them.

#include <algorithm>
#include <limits>

#include "rigid/system.h"
#include "world/world.h"

namespace pliant {

bool World::is_asleep(ColliderId id) const {
    const Collider* c = colliders_.find(id);
    return c && c->dynamic && rigid_->is_asleep(c->rigid);
}

void World::wake_rigid_in(const Box& where) {
    if (!rigid_) return;
    colliders_.each([&](ColliderId, const Collider& c) {
        if (!c.dynamic || !rigid_->is_asleep(c.rigid)) return;
        const u32 number = rigid::System::number(c.rigid);
        const float near = 0.05f * rigid_->bodies().shape[number]->least_size;
        if (c.shape.bounds(c.pose).grown(near).overlaps(where)) rigid_->wake(number);
    });
}

// Flesh and the bones that it hangs on: whoever is awake wakes the other. Returns whether a soft one was.
bool World::wake_hung() {
    bool woke = false;
    attachments_.each([&](AttachmentId, const Attachment& a) {
        if (!rigid_ || !a.holding) return;
        Body& body = *bodies_.find(a.body);
        ColliderId last;
        for (const GripHold& hold : a.holds) {
            if (!hold.target.collider || hold.target.collider == last) continue;
            last = hold.target.collider;
            const Collider* c = colliders_.find(last);
            if (!c || !c->dynamic) continue;
            const u32 number = rigid::System::number(c->rigid);
            if (body.moves() && rigid_->bodies().asleep[number]) rigid_->wake(number);
            if (body.asleep && !body.quarantined && rigid_->bodies().moves(number)) wake_now(body), woke = true;
        }
    });
    return woke;
}

// A soft body and a rigid one that touch sleep as one.
void World::rest_against(const Pair& pair) {
    const u32 number = rigid::System::number(pair.collider->rigid);
    if (pair.body->asleep && rigid_->bodies().moves(number)) wake_now(*pair.body);
    if (pair.body->moves() && rigid_->bodies().asleep[number]) rigid_->wake(number);
    if (!pair.body->immovable()) island_sets_.join(pair.body->number, island_member(number));
}

void World::join_resting(float slow) {
    if (!rigid_) return;
    rigid_->rest(slow, static_cast<float>(step_length()));
    const rigid::Bodies& b = rigid_->bodies();
    rigid_->each_bond([&](u32 one, u32 other) {
        if (b.moves(one) && b.moves(other)) island_sets_.join(island_member(one), island_member(other));
    });
    for (const Pull& pull : pulls_.pulls)
        if (pull.rigid && pull.body->moves()) island_sets_.join(pull.body->number, island_member(pull.rigid));
}

// The least rested of every island; `least` has one for each member.
void World::find_least_rested(std::vector<float>& least) {
    least.assign(island_members(), std::numeric_limits<float>::infinity());
    const auto count = [&](u32 member, float quiet) {
        float& of_island = least[island_sets_.find(member)];
        of_island = std::min(of_island, quiet);
    };
    for (const Body* body : moving_bodies_) count(body->number, body->quiet_time);
    for (u32 i = 1; rigid_ && i < rigid_->bodies().size(); ++i)
        if (rigid_->bodies().moves(i)) count(island_member(i), rigid_->bodies().quiet[i]);
}

void World::put_rigid_to_sleep(const std::vector<float>& least, float long_enough) {
    if (!rigid_) return;
    falling_asleep_.clear();
    for (const Collider* c : all_colliders_) {
        const u32 number = rigid::System::number(c->rigid);
        if (!c->dynamic || !rigid_->bodies().moves(number)) continue;
        if (least[island_sets_.find(island_member(number))] < long_enough) continue;
        falling_asleep_.push_back(number);
        collider_events_.push_back({c->id, ColliderChange::slept});
    }
    rigid_->put_to_sleep(falling_asleep_);
}

void World::report_woken() {
    for (const u32 number : rigid_->woken()) {
        const u64 owner = rigid_->bodies().owner[number];
        collider_events_.push_back({{static_cast<u32>(owner), static_cast<u32>(owner >> 32)}, ColliderChange::woke});
    }
    rigid_->forget_woken();
}

// Two that sleep, or one that sleeps on what stands still, still touch, although nobody looked.
bool World::touch_asleep(const RigidTouch& t) const {
    const Collider *a = colliders_.find(t.a), *b = colliders_.find(t.b);
    if (!rigid_ || !a || !b) return false;
    const bool sleeps_a = is_asleep(t.a), sleeps_b = is_asleep(t.b);
    return (sleeps_a && (sleeps_b || !b->moving())) || (sleeps_b && !a->moving());
}

// ---- sensors

// Where all are when the step ends. What sleeps in a sensor that stands still is still in it: see
// report_rigid_contacts.
void World::sense_rigid() {
    for (const Collider* sensor : all_colliders_) {
        if (!sensor->sensor) continue;
        const Box there = sensor->shape.bounds(sensor->dynamic ? sensor->now : sensor->target);
        for (const Collider* c : all_colliders_) {
            if (!c->dynamic || c->sensor || !c->shape.bounds(c->now).overlaps(there)) continue;
            if (rigid_->is_asleep(c->rigid) && !sensor->moving()) continue;
            Pair unused;
            if (!pair_allowed(sensor->name, c->name, sensor->layers, c->layers, unused)) continue;
            if (!rigid_->overlap(rigid::System::number(sensor->rigid), rigid::System::number(c->rigid))) continue;
            const bool first = sensor->id.slot < c->id.slot;
            const RigidTouch touch{first ? sensor->id : c->id, first ? c->id : sensor->id, {}, {}, 0, 0};
            rigid_touching_now_.insert(std::lower_bound(rigid_touching_now_.begin(), rigid_touching_now_.end(), touch),
                                       touch);
        }
    }
}

}  // namespace pliant
