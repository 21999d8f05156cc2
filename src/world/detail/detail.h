// Levels of detail: how much is done for a body, and how it gets from one level to the other.
#pragma once

#include "world/guides/guides.h"
#include "world/sleep/waking.h"
#include "world/step_context.h"

namespace pliant {

class DetailSystem {
  public:
    DetailSystem(Contents& contents, StepContext& step, Waking& waking, GuideSystem& guides)
        : contents_(contents), step_(step), waking_(waking), guides_(guides) {}

    void start(Body& body);
    void choose_levels();
    void find_guided_shape(Body& body);
    void move_guided_bodies();
    void begin_blend();
    void blend();
    void settle();

  private:
    void begin_guide_lod(Body& body);
    void end_guide_lod(Body& body);
    float blend_weight(const DetailState& d) const;

    Contents& contents_;
    StepContext& step_;
    Waking& waking_;
    GuideSystem& guides_;
};

}  // namespace pliant
