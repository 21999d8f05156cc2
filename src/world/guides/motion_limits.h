// How far particles may stray from their guide: max_distance and backstop.
#pragma once

#include "world/guides/guides.h"
#include "world/step_context.h"

namespace pliant {

void clear_motion_limits(Body& body);

class MotionLimits {
  public:
    MotionLimits(Contents& contents, StepContext& step, GuideSystem& guides)
        : contents_(contents), step_(step), guides_(guides) {}

    void set();
    void add_kinematic_targets(Body& body) const;
    void enforce();

  private:
    void set_guide_targets(Body& body) const;

    Contents& contents_;
    StepContext& step_;
    GuideSystem& guides_;
};

}  // namespace pliant
