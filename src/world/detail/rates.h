// How many substeps bodies take: as many as they need, and fewer where they are far.
#pragma once

#include "world/contact/pairs.h"
#include "world/contact/warm_impulses.h"
#include "world/detail/distance.h"
#include "world/detail/substep_choice.h"
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
    struct IslandRate {  // of what takes its substeps together
        u32 wanted = 1, before = 0;
        float fewer_time = 3e38f;  // [s] for which fewer would have been enough
    };
    bool is_automatic() const { return substep_choice_.is_automatic(); }
    bool is_beyond_rate(const Body& body) const;
    u32 wanted_substeps(const Body& body) const;
    u32 searches_for(const Body& body, float speed) const;
    void fix_small_steps();
    void find_bounds();
    void need(const Body& body, u32 substeps);
    void need_rigid(u32 substeps);
    void need_searches(const Body& body, float speed);
    void add_own_needs();
    void join_neighbours();
    void join_bodies(const Body& body, const Body& other);
    void join_collider(const Body& body, const Collider& collider);
    void join_hanging(const Attachment& attachment);
    void take_most();
    void scale_warm_impulses();

    Contents& contents_;
    StepContext& step_;
    PairList& pairs_;
    WarmImpulses& warm_;
    DistancePause& distance_pause_;
    SubstepChoice substep_choice_{contents_, step_};
    std::vector<u32> wanted_;  // substeps of each body, then of all rigid bodies
    std::vector<IslandRate> islands_;
};

}  // namespace pliant
