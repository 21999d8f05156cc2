// Capability: matter that keeps particles off the solid colliders that they rest on while it solves its constraints,
// and reports the impulses that this took. It is stretched less by what it lies on than if it were pushed out
// afterwards.
#pragma once

#include <span>

#include "core/vec.h"

namespace pliant {

// A particle that rested on a solid collider when the last substep ended, and may do so in this one.
struct RestingContact {
    u32 particle;
    Vec3 normal;
    float begin, end;  // [m] along the normal: the least it may be when the substep begins and when it ends
    float friction;
    Vec3 displacement;  // [m] of the collider there, in the substep
};

class RestingContactConstraints {
  public:
    // Before every predict stage, by ascending particles, also without any contacts.
    virtual void set_resting_contacts(std::span<const RestingContact>) = 0;
    virtual std::span<const Vec3> resting_impulses() const = 0;  // [N s] of each contact, after that stage

  protected:
    ~RestingContactConstraints() = default;
};

}  // namespace pliant
