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

#include "rigid/system.h"
#include "world/attachments/ties.h"
#include "world/contact/contact_set.h"
#include "world/contact/report.h"
#include "world/rigid_coupling/rigid_coupling.h"

namespace pliant {

void Rates::choose() {
    const u32 all = contents_.substep_count();
    step_.solves_together = substep_choice_.given().has_value();
    bool joins = is_automatic();
    for (Body* body : step_.all_bodies) {
        body->substeps_before = body->substeps;
        body->substeps = wanted_substeps(*body);
        body->searches = 1, body->internal_speed = 0;
        joins = joins || body->substeps < all;
    }
    step_.rigid_substeps = all;
    if (joins) join_neighbours();
    if (substep_choice_.given().value_or(0) > 0) fix_small_steps();
    scale_warm_impulses();
    contents_.rigid_substeps = step_.rigid_substeps;
    step_.rate_groups.clear();
    for (const Body* body : step_.all_bodies)
        if (!body->paused && !body->quarantined && !body->kinematic_from_guide)
            step_.rate_groups.push_back(body->substeps);
    if (step_.rate_groups.empty() || contents_.rigid) step_.rate_groups.push_back(step_.rigid_substeps);
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
    if (const std::optional<float> own = body.matter->longest_substep()) longest = std::min(longest, double{*own});
    const double few = std::min<double>(
        all, std::max(all / body.common.number(BodyP::lower_rate_every), contents_.step_length() / longest));
    u32 substeps = 1;
    while (all % substeps != 0 || substeps < few - 1e-6) ++substeps;  // each of them is a whole number of the world's
    return substeps;
}

// Contacts are found along straight ways, and keep their normals until they are looked for again. So what deforms or
// turns by more than half a cell in a step looks for its contacts more often.
u32 Rates::searches_for(const Body& body, float speed) const {
    constexpr double shortest_search = 1.0 / 240, share = 0.5;  // [s], of a cell
    const u32 least = contents_.substep_count();
    if (!body.moves() || body.substeps < least) return 1;
    const double step = contents_.step_length(), most = std::ceil(step / shortest_search - 1e-6),
                 wanted = double{speed} * step / (share * body.model->contact.spacing);
    return std::max(least, static_cast<u32>(std::ceil(std::min(wanted, most))));
}

// [m/s] How fast its points turn about its origin, at most.
static float turning_speed(const Collider& c, double step) {
    if (c.dynamic || c.pose.rotation == c.target.rotation) return 0;
    const Quat turn = c.target.rotation * conjugate(c.pose.rotation);
    const Box box = c.shape.bounds({});
    const float radius = length(greatest(box.high, -box.low)), half_sine = length(Vec3{turn.x, turn.y, turn.z});
    return static_cast<float>(2 * half_sine * radius / step);
}

static float internal_speed_of(const Body& body) {
    Vec3 momentum;
    float fastest2 = 0;
    for (u32 p = 0; p < body.view.count; ++p)
        if (const Float4& x = body.view.position[p]; x.w > 0) momentum += body.view.velocity[p].xyz() * (1 / x.w);
    const Vec3 mean = body.total_mass > 0 ? momentum / static_cast<float>(body.total_mass) : Vec3{};
    for (u32 p = 0; p < body.view.count; ++p)
        fastest2 = std::max(fastest2, length_squared(body.view.velocity[p].xyz() - mean));
    return std::sqrt(fastest2);
}

void Rates::find_bounds() {
    step_.team.run(static_cast<u32>(step_.all_bodies.size()), [&](u32 i, u32) {
        Body& body = *step_.all_bodies[i];
        if (!body.moves() && body.total_mass > 0) return;
        Motion motion;
        body.total_mass = 0;
        for (u32 p = 0; p < body.view.count; ++p) {
            const Float4& x = body.view.position[p];
            motion.bounds.add(x.xyz());
            if (x.w > 0) body.total_mass += 1 / static_cast<double>(x.w);
        }
        if (!body.moves()) return;
        motion.greatest_speed = greatest_speed(body.view);
        body.motion = motion;
        if (step_.solves_together) body.internal_speed = internal_speed_of(body);
    });
}

// As the scene says.
void Rates::fix_small_steps() {
    const u32 all = contents_.substep_count(), times = *substep_choice_.given();
    for (Body* body : step_.all_bodies)
        if (body->substeps == all) body->substeps = all * times;
    step_.rigid_substeps = all * times;
}

// Bodies that may meet in this step or are tied together take the same number of substeps: that of the one among them
// that needs most. So do rigid bodies, all of them.
void Rates::join_neighbours() {
    find_bounds();
    const u32 bodies = static_cast<u32>(step_.all_bodies.size());
    wanted_.assign(bodies + 1, 1);
    wanted_[bodies] = contents_.substep_count();
    step_.islands.reset(bodies + 1);
    for (u32 i = 0; i < bodies; ++i) wanted_[i] = step_.all_bodies[i]->substeps;
    add_own_needs();
    for (const auto& [i, j] : pairs_.find_meeting_boxes(static_cast<float>(contents_.step_length()))) {
        if (i >= bodies) continue;
        if (j < bodies) {
            join_bodies(*step_.all_bodies[i], *step_.all_bodies[j]);
        } else {
            join_collider(*step_.all_bodies[i], *step_.all_colliders[j - bodies]);
        }
    }
    contents_.attachments.each([&](AttachmentId, const Attachment& a) {
        if (a.holding) join_hanging(a);
    });
    join_tied(step_);
    take_most();
}

// Of a body at the full rate: far ones stay as they are.
void Rates::need(const Body& body, u32 substeps) {
    if (is_automatic() && body.moves() && body.substeps >= contents_.substep_count())
        wanted_[body.number] = std::max(wanted_[body.number], substeps);
}

void Rates::need_searches(const Body& body, float speed) {
    if (!is_automatic()) return;
    u32& searches = step_.all_bodies[body.number]->searches;
    searches = std::max(searches, searches_for(body, speed));
}

void Rates::need_rigid(u32 substeps) {
    if (is_automatic()) wanted_.back() = std::max(wanted_.back(), substeps);
}

void Rates::add_own_needs() {
    if (contents_.rigid) need_rigid(substep_choice_.of_rigid_bodies());
    for (const Body* body : step_.all_bodies) {
        need(*body, substep_choice_.of_matter(*body));
        if (!body->self_contact) continue;
        need(*body, substep_choice_.of_touch(*body));
        need_searches(*body, 2 * body->internal_speed);
    }
}

void Rates::join_bodies(const Body& body, const Body& other) {
    need(body, substep_choice_.of_touch(body));
    need(other, substep_choice_.of_touch(other));
    need_searches(body, body.internal_speed + other.internal_speed);
    need_searches(other, body.internal_speed + other.internal_speed);
    const auto stands = [](const Body& one) { return one.paused || one.quarantined || one.kinematic_from_guide; };
    if (stands(body) || stands(other)) return;
    step_.islands.join(body.number, other.number);
    const u32 of_contact = substep_choice_.of_contact(body, other);
    need(body, of_contact);
    need(other, of_contact);
}

void Rates::join_collider(const Body& body, const Collider& collider) {
    need(body, substep_choice_.of_touch(body));
    need_searches(body, body.internal_speed + turning_speed(collider, contents_.step_length()));
    if (!collider.dynamic) return;
    step_.islands.join(body.number, static_cast<u32>(step_.all_bodies.size()));
    need(body, substep_choice_.of_contact(body, collider));
}

// A rigid body on a soft one.
void Rates::join_hanging(const Attachment& a) {
    const Body& body = *contents_.bodies.find(a.body);
    for (const GripHold& hold : a.holds) {
        const Collider* c = contents_.colliders.find(hold.target.collider);
        if (!c || !c->dynamic) continue;
        step_.islands.join(body.number, static_cast<u32>(step_.all_bodies.size()));
        need(body, substep_choice_.of_touch(body));
        need(body, substep_choice_.of_hanging(body, *c, static_cast<u32>(a.holds.size())));
        return;
    }
}

// Every island takes as many as the one in it that needs most, and for a while as many as it took before.
void Rates::take_most() {
    const u32 rigid = static_cast<u32>(step_.all_bodies.size());
    islands_.assign(rigid + 1, {});
    const auto island_of = [&](u32 member) -> IslandRate& { return islands_[step_.islands.find(member)]; };
    for (u32 i = 0; i <= rigid; ++i) island_of(i).wanted = std::max(island_of(i).wanted, wanted_[i]);
    const auto remember = [&](u32 member, u32 before, float fewer_time) {
        IslandRate& island = island_of(member);
        island.before = std::max(island.before, before);
        island.fewer_time = std::min(island.fewer_time, fewer_time);
    };
    for (const Body* body : step_.all_bodies)
        if (body->moves()) remember(body->number, body->substeps_before, body->fewer_time);
    if (contents_.rigid) remember(rigid, contents_.rigid_substeps, contents_.rigid_fewer_time);
    const auto choose = [&](u32 member, u32& substeps, float& fewer_time) {
        constexpr float long_enough = 1;  // [s]
        const IslandRate& island = island_of(member);
        const u32 enough = substep_choice_.rounded(island.wanted);
        const bool waits = is_automatic() && enough < island.before && island.before > contents_.substep_count() &&
                           island.fewer_time < long_enough;
        substeps = waits ? island.before : enough;
        fewer_time = waits ? fewer_time + static_cast<float>(contents_.step_length()) : 0;
    };
    for (Body* body : step_.all_bodies) choose(body->number, body->substeps, body->fewer_time);
    choose(rigid, step_.rigid_substeps, contents_.rigid_fewer_time);
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
    if (contents_.rigid && contents_.rigid_substeps != 0 && contents_.rigid_substeps != step_.rigid_substeps)
        contents_.rigid->scale_impulses(static_cast<float>(contents_.rigid_substeps) /
                                        static_cast<float>(step_.rigid_substeps));
}

void Rates::begin_group(u32 substeps) {
    step_.substeps = substeps;
    u32 searches = std::min(substeps, contents_.substep_count());
    for (const Body* body : step_.all_bodies)
        if (body->substeps == substeps) searches = std::max(searches, std::min(body->searches, substeps));
    while (substeps % searches != 0) ++searches;
    step_.search_stride = substeps / searches;
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
