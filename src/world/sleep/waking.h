// Wakes bodies that sleep: when the host asks for it, when something comes near, and with the bodies they are tied to.
#pragma once

#include "world/step_context.h"

namespace pliant {

class Waking {
  public:
    Waking(Contents& contents, StepContext& step) : contents_(contents), step_(step) {}

    void wake(BodyId id);
    void wake_near(const Box& where);
    void wake_animated();
    void wake_in_step(Body& body);
    void wake_tied();
    void wake_rigid_bodies_in(const Box& where);
    void wake_all();
    static void keep_velocities(Body& body);

  private:
    bool wake_hanging();

    Contents& contents_;
    StepContext& step_;
};

}  // namespace pliant
