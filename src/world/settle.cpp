// Stage settle: time moves on, contacts are reported, bodies at rest fall asleep. Topology changes here and nowhere
// else.

#include <algorithm>

#include "world/world.h"

namespace pliant {

void World::settle() {
    settle_rigid();
    for (Collider* c : all_colliders_) c->pose = c->target;
    for (Body* body : all_bodies_) body->forces.clear();
    bend_for_good();
    report_contacts();
    judge_attachments();
    fall_asleep();
    settle_details();
    settle_attachments();
    settle_characters();
    if (!prerolling_) ++step_count_;
    time_ = static_cast<double>(step_count_) * step_length();
    tear_apart();
}

// What is strained beyond yield stays so. Once a step: rest shapes change here and when guides move, nowhere else.
void World::bend_for_good() {
    team_.run(static_cast<u32>(moving_bodies_.size()), [&](u32 i, u32) {
        Body& body = *moving_bodies_[i];
        if (body.quarantined) return;
        const ParameterSet& p = body.common;
        PlasticFlow flow;
        flow.seconds = step_length();
        flow.yield_map = body.yield_strain;
        if (p.decided(BodyP::plasticity_yield_strain)) {
            flow.rule.yield_strain = static_cast<float>(p.number(BodyP::plasticity_yield_strain, time_));
            flow.rule.creep = static_cast<float>(p.number(BodyP::plasticity_creep, time_));
            flow.rule.hardening = static_cast<float>(p.number(BodyP::plasticity_hardening));
            if (p.decided(BodyP::plasticity_max)) flow.rule.most = static_cast<float>(p.number(BodyP::plasticity_max));
        }
        body.matter->flow(body.view, flow);
    });
}

void World::report_contacts() {
    touching_now_.clear();
    const float hit_speed = static_cast<float>(parameters_.number(WorldP::hit_speed));
    for (size_t p = 0; p < pair_count_; ++p) {
        const Pair& pair = pairs_[p];
        if (!pair.touching || pair.with_itself()) continue;
        const PairKey key{pair.body->id, pair.other_body ? pair.other_body->id : BodyId{},
                          pair.collider ? pair.collider->id : ColliderId{}};
        touching_now_.push_back(key);
        const bool began = !std::binary_search(touching_.begin(), touching_.end(), key);
        ContactEvent e{};
        e.body = key.body, e.other_body = key.other_body, e.other_collider = key.collider;
        e.phase = began ? ContactPhase::begin : ContactPhase::stay;
        e.hit = began && pair.speed > hit_speed;
        e.sensor = pair.sensor;
        if (pair.impulse > 0) e.point = pair.point / pair.impulse, e.normal = direction(pair.normal, Vec3{0, 1, 0});
        e.impulse = pair.impulse, e.speed = pair.speed;
        contact_events_.push_back(e);
    }
    std::sort(touching_now_.begin(), touching_now_.end());
    const size_t touching = touching_now_.size();
    for (const PairKey& key : touching_) {
        const auto end = touching_now_.begin() + static_cast<std::ptrdiff_t>(touching);
        if (std::binary_search(touching_now_.begin(), end, key)) continue;
        // Two that sleep together still touch, although nobody looked. Of what was removed the id is told, so that
        // whoever counts contacts can count them down.
        const Body *a = bodies_.find(key.body), *b = bodies_.find(key.other_body);
        const Collider* c = colliders_.find(key.collider);
        const auto stays = [](const Body* body) { return body && body->immovable() && !body->carried; };
        if (stays(a) && (key.collider ? c != nullptr : stays(b))) {
            touching_now_.push_back(key);
            continue;
        }
        ContactEvent e{};
        e.body = key.body, e.other_body = key.other_body, e.other_collider = key.collider, e.phase = ContactPhase::end;
        e.sensor = (a && a->sensor) || (b && b->sensor) || (c && c->sensor);
        contact_events_.push_back(e);
    }
    std::sort(touching_now_.begin(), touching_now_.end());  // sleepers came last
    touching_.swap(touching_now_);
}

// Kept as numbers: contacts themselves speak of bodies that may tear or vanish before anybody asks. Those of pieces are
// those of what they came off.
void World::count_contacts() {
    const auto owner = [&](const Body* body) {
        return !body ? nullptr : bodies_.find(body->came_off ? body->came_off : body->id);
    };
    for (const Contact& contact : contact_set_.contacts) {
        if (!(contact.impulse.normal > 0)) continue;
        const ContactSides touching = sides(contact);
        Body *one = owner(touching.body), *other = owner(touching.other_body);
        if (one) ++one->contacts;
        if (other && other != one) ++other->contacts;
    }
    for (const BorneFooting& f : contact_set_.borne) ++owner(f.body)->contacts;
}

void World::fall_asleep() {
    if (!parameters_.flag(WorldP::sleep_enabled)) return;
    const float slow = static_cast<float>(parameters_.number(WorldP::sleep_speed)),
                long_enough = static_cast<float>(parameters_.number(WorldP::sleep_time));
    const float dt = static_cast<float>(step_length());
    team_.run(static_cast<u32>(moving_bodies_.size()), [&](u32 i, u32) {
        Body& body = *moving_bodies_[i];
        body.quiet_time =
            greatest_speed(body.view) <= slow && body.common.flag(BodyP::sleep_enabled) ? body.quiet_time + dt : 0;
    });
    for (const Attachment* a : holding_)
        if (a->moving) bodies_.find(a->body)->quiet_time = 0;
    // A pile sleeps as a whole or not at all: the least rested of an island decides.
    island_sets_.reset(island_members());
    for (size_t p = 0; p < pair_count_; ++p) {
        const Pair& pair = pairs_[p];
        if (!pair.touching || pair.sensor) continue;
        if (pair.collider && pair.collider->dynamic) {
            rest_against(pair);
            continue;
        }
        if (pair.collider && pair.collider->moving()) pair.body->quiet_time = 0;
        if (!pair.other_body || pair.body->immovable() || pair.other_body->immovable()) continue;
        island_sets_.join(pair.body->number, pair.other_body->number);
    }
    join_tied();
    join_resting(slow);
    find_least_rested(island_quiet_);
    put_rigid_to_sleep(island_quiet_, long_enough);
    for (Body* body : moving_bodies_) {
        const u32 root = island_sets_.find(body->number);
        if (root == body->number) body->quiet_time = island_quiet_[root];
        if (island_quiet_[root] < long_enough) continue;
        body->asleep = true;
        unleash(*body);
        body->motion = {};
        for (u32 p = 0; p < body->view.count; ++p) {
            body->view.velocity[p] = {};
            body->view.previous[p] = body->view.position[p];
            body->motion.bounds.add(body->view.position[p].xyz());
        }
        record_body_event(*body, BodyChange::slept);
    }
}

}  // namespace pliant
