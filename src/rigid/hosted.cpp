#include "rigid/hosted.h"

#include <algorithm>

#include "core/assert.h"
#include "core/error.h"
#include "core/soundness.h"
#include "rigid/gyroscope.h"
#include "rigid/rotation_vector.h"
#include "rigid/system.h"

namespace pliant::rigid {

namespace {

bool is_positive(float v) { return is_sound(v) && v > 0; }

}  // namespace

bool is_sound_mass(const Hosted& h) {
    return is_positive(h.mass) && is_positive(h.inertia.x) && is_positive(h.inertia.y) && is_positive(h.inertia.z) &&
           is_sound(h.mass_frame);
}

Hosted* System::hosted(u32 body) {
    const auto found = std::find_if(hosted_.begin(), hosted_.end(), [&](const Hosted& h) { return h.body == body; });
    return found == hosted_.end() ? nullptr : &*found;
}

void System::make_hosted(u32 i) {
    PL_ASSERT(i < bodies_.size() && bodies_.motion[i] == Motion::dynamic && bodies_.inverse_mass[i] > 0 && !hosted(i));
    const Vec3& inverse = bodies_.inverse_inertia[i];
    Hosted made;
    made.body = i;
    made.mass = 1 / bodies_.inverse_mass[i];
    made.inertia = {1 / inverse.x, 1 / inverse.y, 1 / inverse.z};
    made.mass_frame = bodies_.shape[i]->mass_frame;
    made.center = bodies_.pose[i].position;
    const auto after = std::find_if(hosted_.begin(), hosted_.end(), [&](const Hosted& h) { return h.body > i; });
    hosted_.insert(after, made);
}

// Pieces and joints stay where they are in the own frame, whatever becomes of the frame of the mass.
void System::set_host_mass(const Hosted& h) {
    PL_ASSERT(is_sound_mass(h) && h.body < bodies_.size() && bodies_.shape[h.body]);
    const u32 i = h.body;
    set_inertia(i, 1 / h.mass, {1 / h.inertia.x, 1 / h.inertia.y, 1 / h.inertia.z});
    const std::shared_ptr<const RigidShape> before = bodies_.shape[i];
    bodies_.shape[i] = with_mass_frame(before, h.mass_frame);
    if (bodies_.shape[i] == before) return;
    for (Joint& joint : joints_) {
        if (!joint.alive) continue;
        if (joint.a == i) joint.frame_a = in_mass_frame(i, joint.def.frame_a);
        if (joint.b == i) joint.frame_b = in_mass_frame(i, joint.def.frame_b);
    }
    std::erase_if(contacts_, [&](const PatchState& p) { return p.key.a == i || p.key.b == i; });
}

void System::set_host_state(RigidBodyId id, const HostState& state) {
    const u32 i = index(id);
    Hosted* const h = hosted(i);
    PL_ASSERT(h);
    Hosted given = *h;
    given.mass = state.mass;
    given.inertia = state.inertia;
    given.mass_frame = {state.mass_frame.position, normalized(state.mass_frame.rotation)};
    if (!is_sound_mass(given))
        throw Error({"rigid body", "a mass, an inertia or a frame of the mass that is none",
                     "positive numbers of kg and kg m², a place and a rotation",
                     "a collider that nothing moves is \"kinematic\""});
    if (!is_sound(state.pose) || !is_sound(state.velocity) || !is_sound(state.angular_velocity))
        throw Error({"rigid body", "the pose or the velocity is not finite", "", ""});
    set_host_mass(given);
    const Transform before = bodies_.pose[i];
    set_pose(id, state.pose);
    set_velocity(id, state.velocity, state.angular_velocity);
    given.center = bodies_.pose[i].position;
    given.sum = {};
    *h = given;
    // Within a step it may leave the bounds of the broad phase.
    const Vec3 turn = rotation_vector(bodies_.pose[i].rotation * conjugate(before.rotation));
    if (i < travelled_.size())
        travelled_[i] +=
            length(given.center - before.position) + std::min(length(turn), 2.0f) * bodies_.shape[i]->radius;
}

HostImpulse System::host_impulse(RigidBodyId id) const {
    const u32 i = index(id);
    const auto found = std::find_if(hosted_.begin(), hosted_.end(), [&](const Hosted& h) { return h.body == i; });
    PL_ASSERT(found != hosted_.end());
    return found->sum;
}

void System::accumulate(Hosted& h, const Vec3& impulse, const Vec3& angular_impulse, const Vec3& center) {
    PL_ASSERT(is_finite(impulse) && is_finite(angular_impulse) && is_finite(center));
    h.sum.impulse += impulse;
    h.sum.angular_impulse += angular_impulse + cross(center - h.center, impulse);
}

// What impulses made of its momentum since the substep began, gravity apart. Where it was felt as heavier than it is,
// it was given more than it took.
void System::accumulate_host_impulses() {
    for (Hosted& h : hosted_) {
        const u32 i = h.body;
        if (!bodies_.moves(i)) continue;
        const RigidVelocity& now = bodies_.velocity[i];
        const auto momentum = [&](const Transform& pose, const Vec3& spin) {
            return Gyroscope(pose.rotation, bodies_.inverse_inertia[i]).momentum(spin.to<double>());
        };
        const Vec3 angular_impulse =
            (momentum(bodies_.pose[i], now.angular) - momentum(bodies_.start[i], h.before.angular)).to<float>();
        accumulate(h, (now.linear - h.before.linear) / bodies_.effective_inverse_mass[i],
                   angular_impulse * (bodies_.inverse_mass[i] / bodies_.effective_inverse_mass[i]),
                   bodies_.start[i].position);
    }
}

}  // namespace pliant::rigid
