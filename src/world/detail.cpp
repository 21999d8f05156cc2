// Level of detail, set by the host for each body:
//
//   full     all that the engine can do
//   reduced  fewer and longer substeps, as for a body that is far (rates.cpp)
//   guide    it is put where its guide has it, or where it stood, in the shape it wants; nothing is solved. It pushes
//            others and nothing pushes it
//   frozen   it stays as it is (as in distance.cpp), an obstacle that nothing moves
//
// Nobody shall see the change. What is to be carried by its guide is so at once, with the distance that it has from
// there, which fades: as a cubic that begins with the body's own place and velocity and ends with none of either,
//
//   d(s) = d0 (1 + 2 s)(1 - s)² + v0 T s (1 - s)²,    s = t / T
//
// What is to freeze is simulated until it stands: with the drag 1 / (T - t), under which a free body comes to rest at
// an even pace, while all that accelerates it fades; contacts are heeded. What comes back goes on from where it is with
// the velocity it has, or its guide's as long as it leaves that, and all that accelerates it grows from nothing: else a
// spring whose other end is far away by now, or cloth that its guide has stretched, would snap.

#include "core/rotation.h"
#include "world/world.h"

namespace pliant {

namespace {

// The rotation and translation that bring points nearest to where they are now.
Transform rigid_fit(std::span<const Vec3> shape, const Body& body) {
    const u32 n = body.view.count;
    Vec3d from, to;
    for (u32 p = 0; p < n; ++p) {
        from += shape[body.whole_particle(p)].to<double>() / n;
        to += body.view.position[p].xyz().to<double>() / n;
    }
    Mat3d a{};
    for (u32 p = 0; p < n; ++p) {
        const Vec3d x = shape[body.whole_particle(p)].to<double>() - from,
                    y = body.view.position[p].xyz().to<double>() - to;
        for (int k = 0; k < 3; ++k) a.column[k] += y * x[k];
    }
    Mat3x8 lanes{};
    for (int k = 0; k < 3; ++k) {
        const Vec3 c = a.column[k].to<float>();
        lanes.column[k] = {splat(c.x), splat(c.y), splat(c.z)};
    }
    // From no turn and from three half turns: one of them is within a third of a turn of any.
    float turn[4][8] = {{0, 1}, {0, 0, 1}, {0, 0, 0, 1}, {1, 0, 0, 0, 1, 1, 1, 1}};
    const Quatx8 found = nearest_rotation(lanes, {load8(turn[0]), load8(turn[1]), load8(turn[2]), load8(turn[3])}, 40);
    store8(turn[0], found.x), store8(turn[1], found.y), store8(turn[2], found.z), store8(turn[3], found.w);
    Quat best{};
    double most = -1e300;
    for (int lane = 0; lane < 4; ++lane) {
        const Quat q{turn[0][lane], turn[1][lane], turn[2][lane], turn[3][lane]};
        const Mat3d r = matrix(q.to<double>());
        double fit = 0;
        for (int k = 0; k < 3; ++k) fit += dot(r.column[k], a.column[k]);
        if (fit > most) most = fit, best = q;
    }
    return {(to - best.to<double>() * from).to<float>(), best};
}

// How much is left of what a body was off, and of how fast it was, so long after it began to be carried.
struct Fade {
    float offset, drift;  // [1], [s]
};
Fade fade(const DetailState& d, double since) {
    const float s = d.blend > 0 ? static_cast<float>(std::min(since / d.blend, 1.0)) : 1.0f, left = (1 - s) * (1 - s);
    return {(1 + 2 * s) * left, d.blend * s * left};
}

}  // namespace

// A body that is made or put somewhere has its level from then on.
void World::start_detail(Body& body) {
    body.detail.level = body.detail.before = static_cast<Detail>(body.common.choice(BodyP::detail_level));
    body.detail.since = body.detail.blend = 0;
    body.detail.offset.clear(), body.detail.drift.clear();
    if (body.detail.level == Detail::guide) know_carried_shape(body);
}

void World::choose_details() {
    bodies_.each([&](BodyId, Body& body) {
        const Detail wanted = static_cast<Detail>(body.common.choice(BodyP::detail_level));
        if (wanted == body.detail.level || body.quarantined) return;
        const auto is_solved = [](Detail level) { return level == Detail::full || level == Detail::reduced; };
        if (is_solved(wanted) && is_solved(body.detail.level)) {  // a blend that is under way goes on
            body.detail.level = wanted;
            return;
        }
        if (body.detail.level == Detail::guide) put_down(body);
        body.detail.before = body.detail.level, body.detail.level = wanted, body.detail.since = 0;
        body.detail.blend = static_cast<float>(body.common.number(BodyP::detail_blend));
        if (wanted == Detail::guide) take_up(body);
    });
}

void World::know_carried_shape(Body& body) {
    const Model& whole = body.whole_model();
    body.detail.rest.resize(body.guide ? 0 : whole.particle_count);
    for (u32 p = 0; p < body.detail.rest.size(); ++p) body.detail.rest[p] = whole.rest_position(p);
    body.detail.place = rigid_fit(carried_shape(body), body);
}

std::span<const Vec3> World::carried_shape(const Body& body) {
    return body.guide ? body.guide->targets() : std::span<const Vec3>(body.detail.rest);
}

// From now on its guide carries it.
void World::take_up(Body& body) {
    DetailState& d = body.detail;
    know_carried_shape(body);
    unleash(body);
    wake_now(body);
    d.offset.resize(body.view.count), d.drift.resize(body.view.count);
    substep_ = 0, substeps_ = 1, h_ = static_cast<float>(step_length());
    const GuidedPlaces places = carried_places(body);
    for (u32 p = 0; p < body.view.count; ++p) {
        const u32 w = body.whole_particle(p);
        const Vec3 goal = places.before(w),
                   velocity = body.paused ? body.kept_velocity[p] : body.view.velocity[p].xyz();
        d.offset[p] = body.view.position[p].xyz() - goal;
        d.drift[p] = velocity - (places.at(w) - goal) / h_;
    }
}

// It goes on by itself: as it is, turned as it is now.
void World::put_down(Body& body) {
    const Transform before = body.detail.place, now = rigid_fit(carried_shape(body), body);
    const Quat turn = normalized(now.rotation * conjugate(before.rotation));
    body.matter->follow({now.position - turn * before.position, turn});
    body.detail.offset.clear(), body.detail.drift.clear();
    body.quiet_time = 0;
}

// In each substep, those that are carried go along.
void World::carry_bodies() {
    team_.run(static_cast<u32>(carried_bodies_.size()), [&](u32 i, u32) {
        Body& body = *carried_bodies_[i];
        const DetailState& d = body.detail;
        const GuidedPlaces places = carried_places(body);
        const double share = step_length() / substeps_;
        const Fade before = fade(d, d.since + share * substep_), now = fade(d, d.since + share * (substep_ + 1));
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
            const Vec3 velocity = (to - from) / h_;
            body.view.previous[p].set_xyz(from);
            body.view.position[p].set_xyz(to);
            body.view.velocity[p].set_xyz(velocity);
            body.motion.bounds.add(to);
            body.motion.greatest_speed = std::max(body.motion.greatest_speed, length(velocity));
        }
    });
}

// How much of what accelerates a body counts in this substep.
float World::eased_share(const DetailState& d) const {
    const float s = static_cast<float>((d.since + step_length() * (substep_ + 1) / substeps_) / d.blend);
    if (d.level != Detail::frozen) return std::min(s * s, 1.0f);
    const float left = std::max(1 - s, 0.0f);
    return d.before == Detail::guide ? 0 : left * left;
}

// Before anything acts on them.
void World::begin_easing() {
    for (Body* body : moving_bodies_) {
        DetailState& d = body->detail;
        if (!d.eases()) continue;
        const double left = d.blend - d.since - step_length() * substep_ / substeps_;
        const float kept = d.level != Detail::frozen ? 1 : left > h_ ? static_cast<float>(1 - h_ / left) : 0;
        d.velocity.resize(body->view.count);
        for (u32 p = 0; p < body->view.count; ++p) {
            d.velocity[p] = body->view.velocity[p].xyz() * kept;
            body->view.velocity[p].set_xyz(d.velocity[p]);
        }
        if (!d.leaves_guide() || d.level == Detail::frozen) continue;
        const GuidedPlaces places = carried_places(*body);
        for (u32 p = 0; p < body->view.count; ++p) {
            const u32 w = body->whole_particle(p);
            d.velocity[p] = (places.at(w) - places.before(w)) / h_;
        }
    }
}

// What forces and matter did in this substep, but for particles that are led; contacts come after.
void World::ease() {
    for (Body* body : moving_bodies_) {
        DetailState& d = body->detail;
        if (!d.eases()) continue;
        const float share = eased_share(d);
        for (const Lead& lead : body->leads) d.velocity[lead.particle] = body->view.velocity[lead.particle].xyz();
        const ParticleView& view = body->view;
        for (u32 p = 0; p < view.count; ++p) {
            const bool is_led = d.velocity[p] == view.velocity[p].xyz();
            if (!(view.position[p].w > 0) || is_led) continue;
            const Vec3 ahead = view.previous[p].xyz() + d.velocity[p] * h_;
            view.position[p].set_xyz(ahead + (view.position[p].xyz() - ahead) * share);
            view.velocity[p].set_xyz(d.velocity[p] + (view.velocity[p].xyz() - d.velocity[p]) * share);
            body->motion.bounds.add(view.position[p].xyz());
        }
    }
}

void World::settle_details() {
    for (Body* body : all_bodies_) {
        DetailState& d = body->detail;
        if (d.since >= d.blend) continue;
        d.since = std::min(d.since + static_cast<float>(step_length()), d.blend);
        if (d.since >= d.blend - 1e-6f) d.since = d.blend, d.offset.clear(), d.drift.clear();
    }
}

}  // namespace pliant
