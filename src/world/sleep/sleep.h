// Bodies at rest fall asleep. A pile sleeps as a whole or not at all: soft and rigid bodies that touch, are tied or
// joined form one island, and the least rested of it decides.
#pragma once

#include "world/attachments/pull_set.h"
#include "world/attachments/pulls.h"
#include "world/contact/pairs.h"
#include "world/sleep/waking.h"
#include "world/step_context.h"

namespace pliant {

class RestSpeed;

class Sleep {
  public:
    Sleep(Contents& contents, StepContext& step, Waking& waking, PairList& pairs, PullSolver& puller, PullSet& pulls)
        : contents_(contents), step_(step), waking_(waking), pairs_(pairs), puller_(puller), pulls_(pulls) {}

    void report_woken();
    void fall_asleep();

  private:
    void join_touching(const Pair& pair);
    void join_rigid(const RestSpeed& slow);
    void find_quiet_times(std::vector<float>& least);
    void put_rigid_bodies_to_sleep(const std::vector<float>& least, float long_enough);

    Contents& contents_;
    StepContext& step_;
    Waking& waking_;
    PairList& pairs_;
    PullSolver& puller_;
    PullSet& pulls_;
    std::vector<float> quiet_;  // [s] how long the least rested of each island has rested
    std::vector<u32> falling_asleep_;
};

}  // namespace pliant
