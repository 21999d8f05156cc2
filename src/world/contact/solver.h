// Solves contacts as constraints on velocities, island by island and in fixed order, together with attachments.
#pragma once

#include "world/attachments/pull_set.h"
#include "world/attachments/pulls.h"
#include "world/contact/contact_set.h"
#include "world/contact/pairs.h"
#include "world/rigid_coupling/rigid_coupling.h"
#include "world/step_context.h"

namespace pliant {

class ContactSolver {
  public:
    ContactSolver(Contents& contents, StepContext& step, PairList& pairs, ContactSet& contact_set, PullSolver& puller,
                  RigidCoupling& rigid_coupling, PullSet& pulls)
        : contents_(contents),
          step_(step),
          pairs_(pairs),
          contact_set_(contact_set),
          puller_(puller),
          rigid_coupling_(rigid_coupling),
          pulls_(pulls) {}

    void resolve_overlaps(const Island& island);
    void apply_restitution(const Island& island);
    void solve_islands();

  private:
    void solve_rigid_islands(u32 rounds);
    void finish(const Island& island);
    void move_supports(const Island& island);
    Vec3 relative_velocity(const Contact& c) const;
    void apply(const Contact& c, const Vec3& impulse);
    void warm_start(const Island& island);
    void solve(const Island& island, u32 round);
    void enforce_separation(const Island& island);
    bool enforce_separation(Contact& c);

    Contents& contents_;
    StepContext& step_;
    PairList& pairs_;
    ContactSet& contact_set_;
    PullSolver& puller_;
    RigidCoupling& rigid_coupling_;
    PullSet& pulls_;
};

}  // namespace pliant
