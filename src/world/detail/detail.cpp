// Level of detail, set by the host for each body:
//
//   full     all that the engine can do
//   reduced  fewer and longer substeps, as for a body that is far (rates.cpp)
//   guide    it is put where its guide has it, or where it stood, in the shape it wants; nothing is solved. It pushes
//            others and nothing pushes it
//   frozen   it stays as it is (as in distance.cpp), an obstacle that nothing moves
//
// The change is not to be seen. A body that its guide is to move is moved by it at once, with the offset that it has
// from there, which fades: as a cubic that begins with the body's own place and velocity and ends with none of either,
//
//   d(s) = d0 (1 + 2 s)(1 - s)² + v0 T s (1 - s)²,    s = t / T
//
// What is to freeze is simulated until it stands: with the drag 1 / (T - t), under which a free body comes to rest at
// an even pace, while all that accelerates it fades; contacts are heeded. What comes back goes on from where it is with
// the velocity it has, or its guide's as long as it leaves that, and all that accelerates it grows from nothing: else a
// spring whose other end is far away by now, or cloth that its guide has stretched, would snap.

#include "world/detail/detail.h"

#include "world/bodies/rigid_fit.h"
#include "world/guides/motion_limits.h"

namespace pliant {

namespace {

// The remaining shares of the offset and of the drift that a body had when its guide took over.
struct Fade {
    float offset, drift;  // [1], [s]
};
Fade fade(const DetailState& d, double since) {
    const float s = d.blend > 0 ? static_cast<float>(std::min(since / d.blend, 1.0)) : 1.0f, left = (1 - s) * (1 - s);
    return {(1 + 2 * s) * left, d.blend * s * left};
}

}  // namespace

// A body that is made or put somewhere has its level from then on.
void DetailSystem::start(Body& body) {
    body.detail.level = body.detail.before = static_cast<Detail>(body.common.choice(BodyP::detail_level));
    body.detail.since = body.detail.blend = 0;
    body.detail.offset.clear(), body.detail.drift.clear();
    if (body.detail.level == Detail::guide) find_guided_shape(body);
}

void DetailSystem::choose_levels() {
    contents_.bodies.each([&](BodyId, Body& body) {
        const Detail wanted = static_cast<Detail>(body.common.choice(BodyP::detail_level));
        if (wanted == body.detail.level || body.quarantined) return;
        const auto is_solved = [](Detail level) { return level == Detail::full || level == Detail::reduced; };
        if (is_solved(wanted) && is_solved(body.detail.level)) {  // a blend that is under way goes on
            body.detail.level = wanted;
            return;
        }
        if (body.detail.level == Detail::guide) end_guide_lod(body);
        body.detail.before = body.detail.level, body.detail.level = wanted, body.detail.since = 0;
        body.detail.blend = static_cast<float>(body.common.number(BodyP::detail_blend));
        if (wanted == Detail::guide) begin_guide_lod(body);
    });
}

void DetailSystem::find_guided_shape(Body& body) {
    const Model& whole = body.whole_model();
    body.detail_scratch.rest.resize(body.guide ? 0 : whole.particle_count);
    for (u32 p = 0; p < body.detail_scratch.rest.size(); ++p) body.detail_scratch.rest[p] = whole.rest_position(p);
    body.detail.place = rigid_fit(guides_.guided_shape(body), body);
}

// From now on its guide carries it.
void DetailSystem::begin_guide_lod(Body& body) {
    DetailState& d = body.detail;
    find_guided_shape(body);
    clear_motion_limits(body);
    waking_.wake_in_step(body);
    d.offset.resize(body.view.count), d.drift.resize(body.view.count);
    step_.substep = 0, step_.substeps = 1, step_.h = static_cast<float>(contents_.step_length());
    const GuidedPlaces places = guides_.kinematic_places(body);
    for (u32 p = 0; p < body.view.count; ++p) {
        const u32 w = body.whole_particle(p);
        const Vec3 goal = places.before(w),
                   velocity = body.paused ? body.kept_velocity[p] : body.view.velocity[p].xyz();
        d.offset[p] = body.view.position[p].xyz() - goal;
        d.drift[p] = velocity - (places.at(w) - goal) / step_.h;
    }
}

// It goes on by itself: as it is, turned as it is now.
void DetailSystem::end_guide_lod(Body& body) {
    const Transform before = body.detail.place, now = rigid_fit(guides_.guided_shape(body), body);
    const Quat turn = normalized(now.rotation * conjugate(before.rotation));
    body.matter->transform_state({now.position - turn * before.position, turn});
    body.detail.offset.clear(), body.detail.drift.clear();
    body.quiet_time = 0;
}

// In each substep, bodies that their guide moves follow it.
void DetailSystem::move_guided_bodies() {
    step_.team.run(static_cast<u32>(step_.guided_bodies.size()), [&](u32 i, u32) {
        Body& body = *step_.guided_bodies[i];
        const DetailState& d = body.detail;
        const GuidedPlaces places = guides_.kinematic_places(body);
        const double share = contents_.step_length() / step_.substeps;
        const Fade before = fade(d, d.since + share * step_.substep),
                   now = fade(d, d.since + share * (step_.substep + 1));
        body.motion = {};
        for (u32 p = 0; p < body.view.count; ++p) {
            const u32 w = body.whole_particle(p);
            Vec3 from = places.before(w), to = places.at(w);
            if (!body.held.empty() && body.held[p])
                from = to = body.view.position[p].xyz();  // in space
            else if (!d.offset.empty()) {
                from += d.offset[p] * before.offset + d.drift[p] * before.drift;
                to += d.offset[p] * now.offset + d.drift[p] * now.drift;
            }
            const Vec3 velocity = (to - from) / step_.h;
            body.view.previous[p].set_xyz(from);
            body.view.position[p].set_xyz(to);
            body.view.velocity[p].set_xyz(velocity);
            body.motion.bounds.add(to);
            body.motion.greatest_speed = std::max(body.motion.greatest_speed, length(velocity));
        }
    });
}

// How much of what accelerates a body counts in this substep.
float DetailSystem::blend_weight(const DetailState& d) const {
    const float s =
        static_cast<float>((d.since + contents_.step_length() * (step_.substep + 1) / step_.substeps) / d.blend);
    if (d.level != Detail::frozen) return std::min(s * s, 1.0f);
    const float left = std::max(1 - s, 0.0f);
    return d.before == Detail::guide ? 0 : left * left;
}

// Before anything acts on them.
void DetailSystem::begin_blend() {
    for (Body* body : step_.moving_bodies) {
        DetailState& d = body->detail;
        if (!d.eases()) continue;
        const double left = d.blend - d.since - contents_.step_length() * step_.substep / step_.substeps;
        const float kept = d.level != Detail::frozen ? 1 : left > step_.h ? static_cast<float>(1 - step_.h / left) : 0;
        std::vector<Vec3>& velocity = body->detail_scratch.velocity;
        velocity.resize(body->view.count);
        for (u32 p = 0; p < body->view.count; ++p) {
            velocity[p] = body->view.velocity[p].xyz() * kept;
            body->view.velocity[p].set_xyz(velocity[p]);
        }
        if (!d.leaves_guide() || d.level == Detail::frozen) continue;
        const GuidedPlaces places = guides_.kinematic_places(*body);
        for (u32 p = 0; p < body->view.count; ++p) {
            const u32 w = body->whole_particle(p);
            velocity[p] = (places.at(w) - places.before(w)) / step_.h;
        }
    }
}

// Blends the changes of forces and matter in this substep, except of particles with kinematic targets; contacts follow.
void DetailSystem::blend() {
    for (Body* body : step_.moving_bodies) {
        DetailState& d = body->detail;
        if (!d.eases()) continue;
        std::vector<Vec3>& velocity = body->detail_scratch.velocity;
        const float share = blend_weight(d);
        for (const KinematicTarget& lead : body->kinematic_targets)
            velocity[lead.particle] = body->view.velocity[lead.particle].xyz();
        const ParticleView& view = body->view;
        for (u32 p = 0; p < view.count; ++p) {
            const bool is_led = velocity[p] == view.velocity[p].xyz();
            if (!(view.position[p].w > 0) || is_led) continue;
            const Vec3 ahead = view.previous[p].xyz() + velocity[p] * step_.h;
            view.position[p].set_xyz(ahead + (view.position[p].xyz() - ahead) * share);
            view.velocity[p].set_xyz(velocity[p] + (view.velocity[p].xyz() - velocity[p]) * share);
            body->motion.bounds.add(view.position[p].xyz());
        }
    }
}

void DetailSystem::settle() {
    for (Body* body : step_.all_bodies) {
        DetailState& d = body->detail;
        if (d.since >= d.blend) continue;
        d.since = std::min(d.since + static_cast<float>(contents_.step_length()), d.blend);
        if (d.since >= d.blend - 1e-6f) d.since = d.blend, d.offset.clear(), d.drift.clear();
    }
}

}  // namespace pliant
