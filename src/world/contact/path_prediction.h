// Where bodies will come until contacts are looked for again, if nothing touches them: contacts are found along that
// way.
#pragma once

#include "world/step_context.h"

namespace pliant {

class PathPrediction {
  public:
    PathPrediction(Contents& contents, StepContext& step) : contents_(contents), step_(step) {}

    void move_to_ends();  // of their ways; `previous` keeps where they are
    void move_back();
    void take_whole_ways();  // `previous` is where particles were when contacts were looked for

  private:
    Contents& contents_;
    StepContext& step_;
};

}  // namespace pliant
