// A body that is not finite goes back to where the substep began and stays there, with everything else unharmed.
#pragma once

#include "world/attachments/pull_set.h"
#include "world/attachments/pulls.h"
#include "world/contact/contact_set.h"
#include "world/contact/pairs.h"
#include "world/step_context.h"

namespace pliant {

class Quarantine {
  public:
    Quarantine(Contents& contents, StepContext& step, PairList& pairs, ContactSet& contact_set, PullSolver& puller,
               PullSet& pulls)
        : contents_(contents), step_(step), pairs_(pairs), contact_set_(contact_set), puller_(puller), pulls_(pulls) {}

    void check_motion();    // after matter was solved
    void check_contacts();  // after contacts, which multiply their input
    void isolate(Body& body);

  private:
    Contents& contents_;
    StepContext& step_;
    PairList& pairs_;
    ContactSet& contact_set_;
    PullSolver& puller_;
    PullSet& pulls_;
};

}  // namespace pliant
