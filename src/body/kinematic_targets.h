// Capability: matter that moves some particles along given paths while it solves its constraints, and reports the
// impulses that this took. Other matter is pulled to its attachments after it was solved.
#pragma once

#include <span>

#include "core/particle_view.h"

namespace pliant {

// A particle that an attachment or a guide moves, whatever the matter's forces are.
struct KinematicTarget {
    u32 particle;
    Vec3 target;  // [m] where it is at the end of the substep
};

class KinematicTargetConstraints {
  public:
    // Before every predict stage, also without any targets.
    virtual void set_kinematic_targets(const ParticleView&, std::span<const KinematicTarget>) = 0;
    virtual std::span<const Vec3> target_impulses() const = 0;  // [N s] of each target, after that stage

  protected:
    ~KinematicTargetConstraints() = default;
};

}  // namespace pliant
