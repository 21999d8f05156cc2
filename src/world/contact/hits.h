// Hits that are faster than a body's own waves.
//
// A hit crosses a body at its speed of sound, sqrt(E/rho): some metres a second in jelly. A body that is hit faster
// would be turned inside out before its far side is affected. Such a hit slows down the bodies as wholes first, as if
// they were rigid and without bouncing, until the rest of the hit is slow enough for their matter.
#pragma once

#include <span>
#include <vector>

#include "body/particles.h"
#include "world/contact/contact_set.h"
#include "world/items.h"

namespace pliant {

namespace rigid {
class System;
}

// How fast two sides may close in before they are slowed down [m/s]; the other may be a collider.
float hardest_hit(const Body& body, const Body* other);

class HitSolver {
  public:
    void begin() { bodies_.clear(), hits_.clear(); }
    void add(const Contact& contact, std::span<const Support> supports, float hardest, Body* body, Body* other,
             const Particles& particles, const rigid::System* rigid);
    bool any() const { return !hits_.empty(); }
    // Slows the bodies down and moves all their particles accordingly. Rigid bodies get what hits() then say.
    void solve(Particles& particles, float h);

    struct Hit {
        Vec3d place, normal, other_velocity;
        double hardest, impulse;
        u32 mover, other;  // `none` where it cannot move
        const Contact* contact;
    };
    std::span<const Hit> hits() const { return hits_; }  // with the impulses that were needed

  private:
    struct Mover {
        Body* body;  // null of a rigid body
        u32 rigid;   // its number
        double inverse_mass;
        Vec3d center, velocity, spin, first_velocity, first_spin;
        Mat3d inverse_inertia;
        Vec3d at(const Vec3d& place) const { return velocity + cross(spin, place - center); }
        double effective_inverse_mass(const Vec3d& place, const Vec3d& n) const;
        void push(const Vec3d& place, const Vec3d& impulse);
    };
    static constexpr u32 none = 0xffffffffu;
    u32 mover_of(Body* body, const Particles& particles);
    u32 mover_of(u32 rigid_body, const rigid::System& rigid);

    std::vector<Mover> bodies_;
    std::vector<Hit> hits_;
};

}  // namespace pliant
