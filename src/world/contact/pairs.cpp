// Stage collide: finds pairs that may touch, once a step, and again when something has left its swept bounds.

#include "world/contact/pairs.h"

#include <algorithm>

#include "core/trig.h"
#include "rigid/system.h"
#include "world/contact/filters.h"
#include "world/sleep/rest_speed.h"

namespace pliant {

// Whether a body has come further than the broad phase foresaw.
bool PairList::left_swept_bounds() const {
    if (step_.all_bodies.empty()) return false;
    for (const std::vector<Body*>* all : {&step_.moving_bodies, &step_.guided_bodies})
        for (const Body* body : *all) {
            const Box &now = body->motion.bounds, &reach = body->reach;
            if (!reach.contains(now.low) || !reach.contains(now.high)) return true;
        }
    return step_.rigid_moves && rigid_left_swept_bounds();
}

const std::vector<std::pair<u32, u32>>& PairList::find_meeting_boxes(float seconds) {
    find_swept_bounds(seconds);
    broad_phase_.find(boxes_, box_pairs_);
    return box_pairs_;
}

// Finds everything whose paths may meet in the rest of the step. Sums that known pairs have gathered so far are kept.
void PairList::find() {
    const size_t known = pair_count_;
    if (step_.all_bodies.empty()) {  // two colliders are no pair here
        list();
        return wake_touched();
    }
    find_swept_bounds(step_.h * static_cast<float>(step_.substeps - step_.substep));
    broad_phase_.find(boxes_, box_pairs_);
    for (const auto& [i, j] : box_pairs_)
        if (i < step_.all_bodies.size()) add(i, j, known);  // else two colliders
    for (u32 i = 0; i < step_.all_bodies.size(); ++i)
        if (step_.all_bodies[i]->self_contact) add(i, i, known);
    list();
    wake_touched();
    for (Body* body : step_.all_bodies)
        if (!body->pairs.empty()) near_bodies_.push_back(body);
}

// Where everything may come in that time: bodies, then colliders.
void PairList::find_swept_bounds(float seconds) {
    const float fall = length(contents_.parameters.vector(WorldP::gravity, contents_.time).to<float>()) * seconds;
    boxes_.clear();
    for (Body* body : step_.all_bodies) {
        const float margin = 3 * body->thickness + 0.1f * body->model->contact.spacing + body->surface.radius();
        const float faster = body->moves() ? fall * std::fabs(body->gravity_scale) : 0;
        const float travel = body->still() ? 0 : (body->motion.greatest_speed + faster) * seconds;
        body->reach = body->motion.bounds.grown(travel + margin);
        boxes_.push_back(body->reach);
    }
    for (Collider* c : step_.all_colliders) {
        if (c->dynamic) {
            c->reach = swept_bounds_of(*c, seconds);
            boxes_.push_back(c->reach);
            continue;
        }
        Box box = c->shape.bounds(c->pose);
        box.add(c->shape.bounds(c->target));
        if (!(c->pose.rotation == c->target.rotation)) {  // all that it may sweep when it turns about its origin
            const Box local = c->shape.bounds({});
            const float far = length(greatest(local.high, -local.low));
            for (const Vec3& at : {c->pose.position, c->target.position}) {
                box.add(at - Vec3{far, far, far}), box.add(at + Vec3{far, far, far});
            }
        }
        boxes_.push_back(box.grown(c->thickness));
    }
}

// Boxes i and j meet: a new pair, unless it is among those known, or nothing in it moves, or it is not allowed.
void PairList::add(u32 i, u32 j, size_t known) {
    Body* body = step_.all_bodies[i];
    Body* other = j < step_.all_bodies.size() ? step_.all_bodies[j] : nullptr;
    Collider* collider = other ? nullptr : step_.all_colliders[j - step_.all_bodies.size()];
    const bool collider_moves = collider && !body->waits && (collider->dynamic || !body->kinematic_from_guide) &&
                                (collider->dynamic ? step_.movable(*collider) != 0
                                                   : collider->kinematic && !(collider->pose == collider->target));
    const auto disturbs = [](const Body* one, const Body* sleeper) {
        return one->kinematic_from_guide && sleeper->asleep;
    };
    const bool wakes = other && (disturbs(body, other) || disturbs(other, body));
    if (!body->moves() && !(other && other->moves()) && !collider_moves && !wakes) return;
    for (Body* side : {body, other})
        if (side && side->waits) std::copy_n(side->view.position, side->view.count, side->view.previous);  // it stands
    for (size_t p = 0; p < known; ++p)
        if (pairs_[p].body == body && pairs_[p].other_body == other && pairs_[p].collider == collider) return;

    const ContactProperties& other_side = other ? static_cast<const ContactProperties&>(*other) : *collider;
    const PairFilter filter = filter_pair(contents_, *body, other_side);
    if (!filter.collide) return;
    if (collider && is_held_inside(contents_, *body, *collider)) return;
    if (pairs_.size() == pair_count_) pairs_.emplace_back();
    Pair& pair = pairs_[pair_count_];
    pair.body = body, pair.other_body = other, pair.collider = collider;
    pair.friction = filter.friction;
    pair.restitution = filter.restitution;
    pair.sensor = filter.sensor;
    pair.touching = false, pair.impulse = 0, pair.speed = 0, pair.point = {}, pair.normal = {};
    pair.found.clear(), pair.found_back.clear(), pair.tangle.clear();
    ++pair_count_;
}

// Every body learns its pairs, and pairs of bodies are listed.
void PairList::list() {
    for (Body* body : step_.all_bodies) body->pairs.clear(), body->meets_sheets = false;
    body_pairs_.clear(), near_bodies_.clear(), sheet_bodies_.clear();
    for (u32 p = 0; p < pair_count_; ++p) {
        if (pairs_[p].waits()) continue;
        pairs_[p].body->pairs.push_back(p);
        if (!pairs_[p].other_body) continue;
        if (!pairs_[p].with_itself()) pairs_[p].other_body->pairs.push_back(p);
        body_pairs_.push_back(p);
        if (!pairs_[p].of_sheets()) continue;
        for (Body* body : {pairs_[p].body, pairs_[p].other_body})
            if (!body->meets_sheets) body->meets_sheets = true, sheet_bodies_.push_back(body);
    }
}

// Something fast enough to disturb a sleeper comes near it.
void PairList::wake_touched() {
    const float loud = RestSpeed(contents_).greatest();
    const auto wake_if_asleep = [&](Body& body) {
        if (body.asleep) waking_.wake_in_step(body);
    };
    for (size_t p = 0; p < pair_count_; ++p) {
        const Pair& pair = pairs_[p];
        if (pair.sensor || pair.waits()) continue;
        if (pair.collider) {
            if (pair.collider->dynamic && pair.body->moves() && pair.body->speed > 4 * loud)
                contents_.rigid->wake(rigid::System::number(pair.collider->rigid));
            if (pair.collider->dynamic ? greatest_speed_of(*pair.collider) > 4 * loud
                                       : pair.collider->kinematic && !(pair.collider->pose == pair.collider->target))
                wake_if_asleep(*pair.body);
            continue;
        }
        // What comes near must be faster than what already leans: slow neighbours would keep a pile awake.
        const bool leans = std::binary_search(touching_.begin(), touching_.end(), pair.objects());
        const float disturbing = leans ? loud : 4 * loud;
        if (!pair.body->still() && pair.body->speed > disturbing) wake_if_asleep(*pair.other_body);
        if (!pair.other_body->still() && pair.other_body->speed > disturbing) wake_if_asleep(*pair.body);
    }
    waking_.wake_tied();
    step_.list_moving();
}

// [m/s] of its fastest point, at most.
float PairList::greatest_speed_of(const Collider& c) const {
    const u32 number = rigid::System::number(c.rigid);
    const RigidVelocity& v = contents_.rigid->bodies().velocity[number];
    return length(v.linear) + length(v.angular) * contents_.rigid->bodies().shape[number]->radius;
}

Box PairList::swept_bounds_of(const Collider& c, float seconds) const {
    const u32 number = rigid::System::number(c.rigid);
    const float fall = length(contents_.parameters.vector(WorldP::gravity, contents_.time).to<float>()) * seconds *
                       std::fabs(contents_.rigid->bodies().gravity_scale[number]);
    const Box box = c.shape.bounds(contents_.rigid->pose(c.rigid)).grown(c.thickness);
    return contents_.rigid->bodies().moves(number) ? box.grown((greatest_speed_of(c) + fall) * seconds) : box;
}

bool PairList::rigid_left_swept_bounds() const {
    return std::any_of(step_.all_colliders.begin(), step_.all_colliders.end(), [&](const Collider* c) {
        if (!step_.movable(*c)) return false;
        const Box now = c->shape.bounds(c->now);
        return !c->reach.contains(now.low) || !c->reach.contains(now.high);
    });
}

}  // namespace pliant
