// Attachments pull: which pulls there are in a step, which of them are solved together, and their impulses.
#pragma once

#include "world/attachments/holds.h"
#include "world/attachments/pull_set.h"
#include "world/attachments/targets.h"
#include "world/guides/motion_limits.h"
#include "world/sleep/waking.h"
#include "world/step_context.h"

namespace pliant {

class PullSolver {
  public:
    PullSolver(Contents& contents, StepContext& step, Waking& waking, AttachmentTargets& targets,
               AttachmentHolds& holds, MotionLimits& motion_limits, PullSet& pulls)
        : contents_(contents),
          step_(step),
          waking_(waking),
          targets_(targets),
          holds_(holds),
          motion_limits_(motion_limits),
          pulls_(pulls) {}

    void list();
    void fix_side(const Body& body);
    std::span<Body* const> members_of(const PullSet::Group& group) const;
    u32 member_of(const PullSet::Group& group) const;
    const Body* moving_member(const PullSet::Group& group) const;
    void drive();
    void set_kinematic_targets();
    void read_target_impulses();
    void pull_ahead();
    std::span<const Support> supports_of(const Pull& pull) const;
    void pull(const PullSet::Group& group, bool backwards);
    void move_pulled(const PullSet::Group& group);
    void sum_impulses();
    void settle();
    std::span<Attachment* const> holding() const { return holding_; }  // in the order of pulls
    void break_overloaded();

  private:
    void add_group(size_t begin, size_t end);
    void add_pulls(Attachment& a, Body& body);
    void weigh(Pull& pull);
    bool can_move(const Pull& pull) const;
    void update_parameters(Attachment& a) const;
    Vec3 goal_of(const Attachment& a, size_t g) const;
    void carry_along(const PullSet::Group& group);
    void apply(const Pull& pull, const Vec3& impulse);
    void warm_start(const PullSet::Group& group);
    void note_motion(const PullSet::Group& group);
    void limit_pulls(const PullSet::Group& group);
    Vec3 target_velocity(const Attachment& a, size_t grip) const;
    void aim(Pull& pull) const;
    void break_points(AttachmentId id, Attachment& a);

    Contents& contents_;
    StepContext& step_;
    Waking& waking_;
    AttachmentTargets& targets_;
    AttachmentHolds& holds_;
    MotionLimits& motion_limits_;
    PullSet& pulls_;
    std::vector<Attachment*> holding_;
};

}  // namespace pliant
