// Lower rates: a body that is far from the viewpoint, or reduced in its detail, may take fewer and longer substeps than
// the world.
//
// The bodies of a world then form rate groups, one for every number of substeps, and the groups are stepped one after
// another, the one with the fewest substeps first:
//
//   step  |-------------------------------|
//   far   |      1        |       2       |     two substeps, twice as long
//   near  |   1   |   2   |   3   |   4   |     then four
//
// All groups end with the step, so no reader sees a body that is ahead or behind, and nothing has to be interpolated.
// While one group is stepped, the bodies of the others stand still. Contacts and ties are solved over the same stretch
// of time on both sides, so bodies that may meet in a step take as many substeps as the one among them that needs most.

#include "world/detail/rates.h"

#include <algorithm>

#include "world/attachments/ties.h"
#include "world/contact/contact_set.h"
#include "world/contact/report.h"
#include "world/rigid_coupling/rigid_coupling.h"

namespace pliant {

void Rates::choose() {
    bool lower = false;
    for (Body* body : step_.all_bodies) {
        body->substeps_before = body->substeps;
        body->substeps = wanted_substeps(*body);
        lower = lower || body->substeps < contents_.substep_count();
    }
    if (lower) join_neighbours();
    scale_warm_impulses();
    step_.rate_groups.clear();
    for (const Body* body : step_.all_bodies)
        if (!body->paused && !body->quarantined && !body->kinematic_from_guide)
            step_.rate_groups.push_back(body->substeps);
    if (step_.rate_groups.empty() || contents_.rigid) step_.rate_groups.push_back(contents_.substep_count());
    std::sort(step_.rate_groups.begin(), step_.rate_groups.end());
    step_.rate_groups.erase(std::unique(step_.rate_groups.begin(), step_.rate_groups.end()), step_.rate_groups.end());
}

bool Rates::is_beyond_rate(const Body& body) const {
    if (!contents_.parameters.has_value(WorldP::viewpoint) || !body.common.has_value(BodyP::lower_rate_beyond))
        return false;
    // A viewer who walks along the border does not switch it on and off.
    const bool is_lower = body.substeps && body.substeps < contents_.substep_count();
    const double limit = (is_lower ? 0.8 : 1.0) * body.common.number(BodyP::lower_rate_beyond);
    return distance_pause_.distance_from_viewpoint(body) > static_cast<float>(limit);
}

u32 Rates::wanted_substeps(const Body& body) const {
    const u32 all = contents_.substep_count();
    if (body.detail.level != Detail::reduced && !is_beyond_rate(body)) return all;
    double longest = longest_substep;
    if (const SubstepStride* stride = body.matter->substep_stride())
        if (const std::optional<float> own = stride->longest_substep()) longest = std::min(longest, double{*own});
    const double few = std::min<double>(
        all, std::max(all / body.common.number(BodyP::lower_rate_every), contents_.step_length() / longest));
    u32 substeps = 1;
    while (all % substeps != 0 || substeps < few - 1e-6) ++substeps;  // each of them is a whole number of the world's
    return substeps;
}

// Bodies that may meet in this step or are tied together take the same number of substeps.
void Rates::join_neighbours() {
    for (Body* body : step_.moving_bodies) {
        body->motion = {};
        for (u32 p = 0; p < body->view.count; ++p) body->motion.bounds.add(body->view.position[p].xyz());
        body->motion.greatest_speed = greatest_speed(body->view);
    }
    const std::vector<std::pair<u32, u32>>& box_pairs =
        pairs_.find_meeting_boxes(static_cast<float>(contents_.step_length()));
    step_.islands.reset(step_.all_bodies.size());
    const auto stands = [](const Body* body) {
        return body->paused || body->quarantined || body->kinematic_from_guide;
    };
    for (const auto& [i, j] : box_pairs)
        if (i < step_.all_bodies.size() && j < step_.all_bodies.size() && !stands(step_.all_bodies[i]) &&
            !stands(step_.all_bodies[j]))
            step_.islands.join(i, j);
    for (const auto& [i, j] : box_pairs)  // rigid bodies take all substeps
        if (i < step_.all_bodies.size() && j >= step_.all_bodies.size() &&
            step_.all_colliders[j - step_.all_bodies.size()]->dynamic)
            step_.all_bodies[i]->substeps = contents_.substep_count();
    contents_.attachments.each([&](AttachmentId, const Attachment& a) {
        for (const GripHold& hold : a.holds)
            if (const Collider* c = contents_.colliders.find(hold.target.collider); a.holding && c && c->dynamic)
                contents_.bodies.find(a.body)->substeps = contents_.substep_count();
    });
    join_tied(step_);
    const auto first_of = [&](const Body* body) { return step_.all_bodies[step_.islands.find(body->number)]; };
    for (const Body* body : step_.all_bodies)
        first_of(body)->substeps = std::max(first_of(body)->substeps, body->substeps);
    for (Body* body : step_.all_bodies) body->substeps = first_of(body)->substeps;
}

// An impulse that was borne in a substep is borne for a longer or shorter time when the rate changes. Without this a
// resting body would hop or sink then.
void Rates::scale_warm_impulses() {
    const auto times = [](const Body* body) {
        return !body || body->substeps_before == 0 || body->substeps == body->substeps_before
                   ? 1.0f
                   : static_cast<float>(body->substeps_before) / static_cast<float>(body->substeps);
    };
    for (WarmImpulse& w : warm_.all())
        if (const float longer = times(contents_.bodies.find(w.body)); longer != 1)
            w.impulse.normal *= longer, w.impulse.friction *= longer;
    contents_.attachments.each([&](AttachmentId, Attachment& a) {
        if (const float longer = times(contents_.bodies.find(a.body)); longer != 1)
            for (Vec3& impulse : a.impulses) impulse *= longer;
    });
}

void Rates::begin_group(u32 substeps) {
    step_.substeps = substeps;
    step_.h = static_cast<float>(contents_.step_length() / substeps);
    if (step_.rate_groups.size() == 1) return;
    for (Body* body : step_.all_bodies) body->waits = body->substeps != substeps && !body->kinematic_from_guide;
    step_.list_moving();
}

void Rates::end_group() {
    if (step_.rate_groups.size() == 1) return;
    for (Body* body : step_.all_bodies) body->waits = false;
    step_.list_moving();
}

}  // namespace pliant
