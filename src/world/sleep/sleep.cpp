// Bodies at rest fall asleep, soft and rigid ones in common islands.

#include "world/sleep/sleep.h"

#include <algorithm>
#include <limits>

#include "rigid/system.h"
#include "world/attachments/ties.h"
#include "world/guides/motion_limits.h"
#include "world/sleep/rest_speed.h"

namespace pliant {

// A soft body and a rigid one that touch sleep as one.
void Sleep::join_touching(const Pair& pair) {
    const u32 number = rigid::System::number(pair.collider->rigid);
    if (pair.body->asleep && contents_.rigid->bodies().moves(number)) waking_.wake_in_step(*pair.body);
    if (pair.body->moves() && contents_.rigid->bodies().asleep[number]) contents_.rigid->wake(number);
    if (!pair.body->immovable()) step_.islands.join(pair.body->number, step_.island_member(number));
}

void Sleep::join_rigid(const RestSpeed& slow) {
    if (!contents_.rigid) return;
    contents_.rigid->rest([&](float radius) { return slow.of(2 * radius); },
                          static_cast<float>(contents_.step_length()));
    const rigid::Bodies& b = contents_.rigid->bodies();
    contents_.rigid->each_connection([&](u32 one, u32 other) {
        if (b.moves(one) && b.moves(other)) step_.islands.join(step_.island_member(one), step_.island_member(other));
    });
    for (const Pull& pull : pulls_.pulls)
        if (pull.rigid && pull.body->moves()) step_.islands.join(pull.body->number, step_.island_member(pull.rigid));
}

// The least rested of every island; `least` has one for each member.
void Sleep::find_quiet_times(std::vector<float>& least) {
    least.assign(step_.island_members(), std::numeric_limits<float>::infinity());
    const auto count = [&](u32 member, float quiet) {
        float& of_island = least[step_.islands.find(member)];
        of_island = std::min(of_island, quiet);
    };
    for (const Body* body : step_.moving_bodies) count(body->number, body->quiet_time);
    for (u32 i = 1; contents_.rigid && i < contents_.rigid->bodies().size(); ++i)
        if (contents_.rigid->bodies().moves(i)) count(step_.island_member(i), contents_.rigid->bodies().rest_time[i]);
}

void Sleep::put_rigid_bodies_to_sleep(const std::vector<float>& least, float long_enough) {
    if (!contents_.rigid) return;
    falling_asleep_.clear();
    for (const Collider* c : step_.all_colliders) {
        const u32 number = rigid::System::number(c->rigid);
        if (!c->dynamic || !contents_.rigid->bodies().moves(number)) continue;
        if (least[step_.islands.find(step_.island_member(number))] < long_enough) continue;
        falling_asleep_.push_back(number);
        step_.record(*c, ObjectChange::slept);
    }
    contents_.rigid->put_to_sleep(falling_asleep_);
}

void Sleep::report_woken() {
    for (const u32 number : contents_.rigid->woken()) {
        const u64 owner = contents_.rigid->bodies().owner[number];
        const ColliderId id{static_cast<u32>(owner), static_cast<u32>(owner >> 32)};
        step_.record(object_id(id), ObjectChange::woke);
    }
    contents_.rigid->forget_woken();
}

// ---- sensors

void Sleep::fall_asleep() {
    if (!contents_.parameters.flag(WorldP::sleep_enabled)) return;
    const RestSpeed slow(contents_);
    const float long_enough = static_cast<float>(contents_.parameters.number(WorldP::sleep_time));
    const float dt = static_cast<float>(contents_.step_length());
    step_.team.run(static_cast<u32>(step_.moving_bodies.size()), [&](u32 i, u32) {
        Body& body = *step_.moving_bodies[i];
        body.quiet_time =
            greatest_speed(body.view) <= slow.of(length(body.model->size)) && body.common.flag(BodyP::sleep_enabled) ? body.quiet_time + dt : 0;
    });
    for (const Attachment* a : puller_.holding())
        if (a->moving) contents_.bodies.find(a->body)->quiet_time = 0;
    // A pile sleeps as a whole or not at all: the least rested of an island decides.
    step_.islands.reset(step_.island_members());
    for (size_t p = 0; p < pairs_.count(); ++p) {
        const Pair& pair = pairs_[p];
        if (!pair.touching || pair.sensor) continue;
        if (pair.collider && pair.collider->dynamic) {
            join_touching(pair);
            continue;
        }
        if (pair.collider && pair.collider->moving()) pair.body->quiet_time = 0;
        if (!pair.other_body || pair.body->immovable() || pair.other_body->immovable()) continue;
        step_.islands.join(pair.body->number, pair.other_body->number);
    }
    join_tied(step_);
    join_rigid(slow);
    find_quiet_times(quiet_);
    put_rigid_bodies_to_sleep(quiet_, long_enough);
    for (Body* body : step_.moving_bodies) {
        const u32 root = step_.islands.find(body->number);
        if (root == body->number) body->quiet_time = quiet_[root];
        if (quiet_[root] < long_enough) continue;
        body->asleep = true;
        clear_motion_limits(*body);
        body->motion = {};
        for (u32 p = 0; p < body->view.count; ++p) {
            body->view.velocity[p] = {};
            body->view.previous[p] = body->view.position[p];
            body->motion.bounds.add(body->view.position[p].xyz());
        }
        step_.record(*body, ObjectChange::slept);
    }
}

}  // namespace pliant
