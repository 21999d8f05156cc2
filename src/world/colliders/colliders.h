// Colliders are added, changed and removed between steps; those that are dynamic have velocity and mass.
#pragma once

#include "rigid/system.h"
#include "world/contact/contact_set.h"
#include "world/rigid_coupling/rigid_coupling.h"
#include "world/sleep/waking.h"
#include "world/step_context.h"

namespace pliant {

class ColliderSystem {
  public:
    ColliderSystem(Contents& contents, StepContext& step, Waking& waking, ContactSet& contact_set,
                   RigidCoupling& rigid_coupling)
        : contents_(contents),
          step_(step),
          waking_(waking),
          contact_set_(contact_set),
          rigid_coupling_(rigid_coupling) {}

    ColliderId add(std::string name, Shape shape, ParameterSet parameters);  // throws Error
    bool remove(ColliderId id);
    void move(ColliderId id, const Transform& to);   // over the next step, pushing what is in the way
    void place(ColliderId id, const Transform& at);  // at once

    // ---- dynamic colliders
    bool is_rigid(ColliderId id) const;  // whether it is one
    bool is_asleep(ColliderId id) const;
    RigidVelocity velocity(ColliderId id) const;  // of the centre of mass
    void set_velocity(ColliderId id, const Vec3& linear, const Vec3& angular);
    void apply_impulse(ColliderId id, const Vec3& impulse, const Vec3& at);  // [N s]
    void apply_force(ColliderId id, const Vec3& force, const Vec3& at);      // [N] during the next step
    void wake(ColliderId id);
    double mass(ColliderId id) const;             // [kg]
    Vec3 center_of_mass(ColliderId id) const;     // [m]
    Vec3d momentum(ColliderId id) const;          // [kg m/s]
    Vec3d angular_momentum(ColliderId id) const;  // [kg m²/s] about the origin
    // Of colliders that the host moves: how, from now on, and the impulses they received since it last said so.
    void set_host_state(ColliderId id, const rigid::HostState& state);  // throws Error
    rigid::HostImpulse host_impulse(ColliderId id) const;

    // ---- in a step
    void update_parameters(Collider& collider);
    void move_to(double share);  // poses at the beginning and the end of the substep

  private:
    Contents& contents_;
    StepContext& step_;
    Waking& waking_;
    ContactSet& contact_set_;
    RigidCoupling& rigid_coupling_;
};

}  // namespace pliant
