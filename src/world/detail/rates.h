// Lower rates: bodies that take fewer and longer substeps than the world.
#pragma once

#include "world/contact/pairs.h"
#include "world/contact/warm_impulses.h"
#include "world/detail/distance.h"
#include "world/step_context.h"

namespace pliant {

class Rates {
  public:
    Rates(Contents& contents, StepContext& step, PairList& pairs, WarmImpulses& warm, DistancePause& distance_pause)
        : contents_(contents), step_(step), pairs_(pairs), warm_(warm), distance_pause_(distance_pause) {}

    void choose();
    void begin_group(u32 substeps);
    void end_group();

  private:
    bool is_beyond_rate(const Body& body) const;
    u32 wanted_substeps(const Body& body) const;
    void join_neighbours();
    void scale_warm_impulses();

    Contents& contents_;
    StepContext& step_;
    PairList& pairs_;
    WarmImpulses& warm_;
    DistancePause& distance_pause_;
};

}  // namespace pliant
