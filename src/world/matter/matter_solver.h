// Applies forces, and solves the internal constraints of every body.
#pragma once

#include "world/step_context.h"

namespace pliant {

class MatterSolver {
  public:
    MatterSolver(Contents& contents, StepContext& step) : contents_(contents), step_(step) {}

    void solve(const Substep& common);
    Substep common_substep() const;
    void apply_forces();

  private:
    bool bodies_share_evenly();

    Contents& contents_;
    StepContext& step_;
    struct Job {
        Body* body;
        u32 block;
    };
    std::vector<Job> jobs_;
    std::vector<Body*> unfinished_;  // bodies that have more phases
    std::vector<u64> worker_load_;
};

}  // namespace pliant
