// Dynamic colliders as bodies of the rigid system, moved in the same substeps as particles.
#pragma once

#include <functional>

#include "rigid/system.h"
#include "world/rigid_coupling/joints.h"
#include "world/step_context.h"

namespace pliant {

class RigidCoupling {
  public:
    RigidCoupling(Contents& contents, StepContext& step, JointSystem& joint_system)
        : contents_(contents), step_(step), joint_system_(joint_system) {}

    rigid::BodyDef definition(const std::string& name, const Shape& shape, const ParameterSet& p) const;
    void add(Collider& c, const rigid::BodyDef& def);
    void remove(Collider& c);
    // `after` is called after every substep of rigid bodies, with its length [s].
    void on_substep(std::function<void(double seconds)> after) { after_substep_ = std::move(after); }
    void notify_host();
    void apply_forces();
    void apply_drag(const Substep& substep);
    void drive();
    void begin();
    void end();
    void predict_poses();
    void begin_search();
    void take_whole_ways();  // since contacts were looked for
    void read_poses();
    void settle();

  private:
    void find_exceptions();

    Contents& contents_;
    StepContext& step_;
    JointSystem& joint_system_;
    std::function<void(double)> after_substep_;
    std::vector<rigid::PairException> rigid_exceptions_;
    u32 exceptions_revision_ = 0;  // of the contents for which they were found
};

}  // namespace pliant
