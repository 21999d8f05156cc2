// Bodies that belong to the host: it moves them by its own rules, and reports how. Here they take part in constraints
// as any dynamic body does, and the impulses on them are accumulated for the host.
#pragma once

#include "constraint/rigid.h"
#include "core/vec.h"

namespace pliant::rigid {

struct HostState {
    Transform pose;         ///< of the own frame
    Vec3 velocity;          ///< [m/s] of the centre of mass
    Vec3 angular_velocity;  ///< [rad/s]
    float mass = 0;         ///< [kg]
    Vec3 inertia;           ///< [kg m²] about the principal axes
    Transform mass_frame;   ///< centre of mass and principal axes, in the own frame
};

// As if all of it had acted at once, at the place that the host last reported: then momentum and angular momentum are
// conserved, however far the body has moved since.
struct HostImpulse {
    Vec3 impulse;          ///< [N s]
    Vec3 angular_impulse;  ///< [N m s] about the centre of mass
};

struct Hosted {
    u32 body = 0;

    // State.
    float mass = 0;  // of these three: as the host gave them
    Vec3 inertia;
    Transform mass_frame;
    Vec3 center;  // of mass, where the host last had it
    HostImpulse sum;

    // Scratch of a substep.
    RigidVelocity before;  // with what gravity adds in it
};

bool is_sound_mass(const Hosted&);

}  // namespace pliant::rigid
