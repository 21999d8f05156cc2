// Lower rates: a body that is far from the viewpoint, or reduced in its detail, may take fewer and longer substeps than
// the world.
//
// A step of the world is then made in turns, one for every number of substeps that bodies take, fewest first:
//
//   step  |-------------------------------|
//   far   |      1        |       2       |     two substeps, twice as long
//   near  |   1   |   2   |   3   |   4   |     then four
//
// All of them end with the step: nobody sees, records or touches a body that is ahead or behind, and there is nothing
// to interpolate. Within a turn the others stand still. Contacts and ties are solved over the same stretch of time on
// both sides, so bodies that may meet in a step take as many substeps as the one among them that needs most.

#include <algorithm>
#include <cmath>

#include "world/world.h"

namespace pliant {

void World::choose_rates() {
    bool lower = false;
    for (Body* body : all_bodies_) {
        body->substeps_before = body->substeps;
        body->substeps = wanted_substeps(*body);
        lower = lower || body->substeps < substep_count();
    }
    if (lower) keep_neighbours_together();
    scale_guesses();
    turns_.clear();
    for (const Body* body : all_bodies_)
        if (!body->paused && !body->quarantined && !body->carried) turns_.push_back(body->substeps);
    if (turns_.empty() || rigid_) turns_.push_back(substep_count());
    std::sort(turns_.begin(), turns_.end());
    turns_.erase(std::unique(turns_.begin(), turns_.end()), turns_.end());
}

bool World::is_beyond_rate(const Body& body) const {
    if (!parameters_.decided(WorldP::viewpoint) || !body.common.decided(BodyP::lower_rate_beyond)) return false;
    // A viewer who walks along the border does not switch it on and off.
    const bool is_lower = body.substeps && body.substeps < substep_count();
    const double limit = (is_lower ? 0.8 : 1.0) * body.common.number(BodyP::lower_rate_beyond);
    return distance_from_viewpoint(body) > static_cast<float>(limit);
}

u32 World::wanted_substeps(const Body& body) const {
    const u32 all = substep_count();
    if (body.detail.level != Detail::reduced && !is_beyond_rate(body)) return all;
    const double longest = std::min(longest_substep, static_cast<double>(body.matter->longest_substep()));
    const double few =
        std::min<double>(all, std::max(all / body.common.number(BodyP::lower_rate_every), step_length() / longest));
    u32 substeps = 1;
    while (all % substeps != 0 || substeps < few - 1e-6) ++substeps;  // each of them is a whole number of the world's
    return substeps;
}

// Whatever may meet in this step, and what is tied together.
void World::keep_neighbours_together() {
    for (Body* body : moving_bodies_) {
        body->motion = {};
        for (u32 p = 0; p < body->view.count; ++p) body->motion.bounds.add(body->view.position[p].xyz());
        body->motion.greatest_speed = greatest_speed(body->view);
    }
    find_reaches(static_cast<float>(step_length()));
    broad_phase_.find(boxes_, box_pairs_);
    island_sets_.reset(all_bodies_.size());
    const auto stands = [](const Body* body) { return body->paused || body->quarantined || body->carried; };
    for (const auto& [i, j] : box_pairs_)
        if (i < all_bodies_.size() && j < all_bodies_.size() && !stands(all_bodies_[i]) && !stands(all_bodies_[j]))
            island_sets_.join(i, j);
    for (const auto& [i, j] : box_pairs_)  // rigid bodies take all substeps
        if (i < all_bodies_.size() && j >= all_bodies_.size() && all_colliders_[j - all_bodies_.size()]->dynamic)
            all_bodies_[i]->substeps = substep_count();
    attachments_.each([&](AttachmentId, const Attachment& a) {
        for (const GripHold& hold : a.holds)
            if (const Collider* c = colliders_.find(hold.target.collider); a.holding && c && c->dynamic)
                bodies_.find(a.body)->substeps = substep_count();
    });
    join_tied();
    const auto first_of = [&](const Body* body) { return all_bodies_[island_sets_.find(body->number)]; };
    for (const Body* body : all_bodies_) first_of(body)->substeps = std::max(first_of(body)->substeps, body->substeps);
    for (Body* body : all_bodies_) body->substeps = first_of(body)->substeps;
}

// What was borne in a substep is borne for a longer or shorter time in the next: else what rests would hop or sink when
// its rate changes.
void World::scale_guesses() {
    const auto times = [](const Body* body) {
        return !body || body->substeps_before == 0 || body->substeps == body->substeps_before
                   ? 1.0f
                   : static_cast<float>(body->substeps_before) / static_cast<float>(body->substeps);
    };
    for (WarmImpulse& w : warm_)
        if (const float longer = times(bodies_.find(w.body)); longer != 1)
            w.impulse.normal *= longer, w.impulse.friction *= longer;
    attachments_.each([&](AttachmentId, Attachment& a) {
        if (const float longer = times(bodies_.find(a.body)); longer != 1)
            for (Vec3& impulse : a.impulses) impulse *= longer;
    });
}

void World::begin_turn(u32 substeps) {
    substeps_ = substeps;
    h_ = static_cast<float>(step_length() / substeps);
    begin_rigid();
    if (turns_.size() == 1) return;
    for (Body* body : all_bodies_) body->waits = body->substeps != substeps && !body->carried;
    list_moving();
}

void World::end_turn() {
    statistics_.contacts += static_cast<u32>(contact_set_.contacts.size());
    statistics_.crossings += static_cast<u32>(contact_set_.crossings.size());
    statistics_.islands += static_cast<u32>(contact_set_.islands.size());
    statistics_.bodies_awake += static_cast<u32>(moving_bodies_.size());
    statistics_.substeps = substeps_;
    count_contacts();
    end_rigid();
    if (turns_.size() == 1) return;
    for (Body* body : all_bodies_) body->waits = false;
    list_moving();
}

void World::list_moving() {
    moving_bodies_.clear();
    for (Body* body : all_bodies_)
        if (body->moves()) moving_bodies_.push_back(body);
}

}  // namespace pliant
