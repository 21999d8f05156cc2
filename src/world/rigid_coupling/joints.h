// Joints between colliders are added, changed and removed between steps; in one they are driven, and break.
#pragma once

#include "rigid/system.h"
#include "world/step_context.h"

namespace pliant {

class JointSystem {
  public:
    JointSystem(Contents& contents, StepContext& step) : contents_(contents), step_(step) {}

    JointId add(std::string name, ParameterSet parameters);  // throws Error
    bool remove(JointId id);
    void remove_of(ColliderId collider);
    void set_parameter(JointId id, std::string_view name, Value value);  // throws Error
    rigid::JointState state(JointId id) const;
    const rigid::JointDef& definition(JointId id) const;       // as it is solved now
    std::pair<Transform, Transform> frames(JointId id) const;  // of the joint on a and on b, in the world

    // ---- in a step
    void drive();
    void break_overloaded();

  private:
    void find_followed(RigidJoint& joint, const Quat& axes) const;
    void follow_bone(const RigidJoint& joint, rigid::DriveTarget& target) const;
    const Collider* joined(const RigidJoint& joint, u16 row) const;

    Contents& contents_;
    StepContext& step_;
};

}  // namespace pliant
