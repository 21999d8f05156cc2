// Surfaces follow the matter, into the one of three frames that no reader holds.
#pragma once

#include "world/step_context.h"

namespace pliant {

class Presentation {
  public:
    Presentation(Contents& contents, StepContext& step) : contents_(contents), step_(step) {}

    void show_at_once(Body& body);
    void run();
    void present_body(Body& body, SurfaceFrame& frame, bool seams = false) const;
    void present_body(Body& body, SurfaceFrame& frame, bool seams, Team& team) const;
    void show_new_topology(Body& body);
    void show_new_topology_next(Body& body);  // in the stage present of this step

  private:
    void present_in_all_frames(Body& body, Team& team) const;
    void show_seam(const Body& body, SurfaceFrame& frame) const;
    void present_next(Body& body, Team& team);

    Contents& contents_;
    StepContext& step_;
};

}  // namespace pliant
