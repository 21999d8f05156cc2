// Contact events between rigid bodies.
#pragma once

#include "world/step_context.h"

namespace pliant {

class RigidContactReport {
  public:
    RigidContactReport(Contents& contents, StepContext& step) : contents_(contents), step_(step) {}

    void sum();
    std::vector<RigidTouch>& touching() { return rigid_touching_; }
    const std::vector<RigidTouch>& touching() const { return rigid_touching_; }
    void report();
    void find_sensor_overlaps();

  private:
    bool touch_asleep(const RigidTouch& t) const;

    Contents& contents_;
    StepContext& step_;
    std::vector<RigidTouch> rigid_touching_;  // since the last step, by their colliders; state
    std::vector<RigidTouch> rigid_touching_now_;
};

}  // namespace pliant
