// Hits that are faster than the waves of a body slow it down as a whole first (hits.h).
#pragma once

#include "world/contact/contact_set.h"
#include "world/contact/hits.h"
#include "world/contact/pairs.h"
#include "world/step_context.h"

namespace pliant {

class HardHits {
  public:
    HardHits(Contents& contents, StepContext& step, PairList& pairs, ContactSet& contact_set)
        : contents_(contents), step_(step), pairs_(pairs), contact_set_(contact_set) {}

    bool slow_down();

  private:
    Contents& contents_;
    StepContext& step_;
    PairList& pairs_;
    ContactSet& contact_set_;
    HitSolver hits_;
};

}  // namespace pliant
