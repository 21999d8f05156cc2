// Colliders, rigid bodies and joints in a snapshot.
#pragma once

#include <optional>
#include <vector>

#include "rigid/system.h"
#include "world/colliders/colliders.h"
#include "world/rigid_coupling/joints.h"

namespace pliant {

// As they were read: everything is checked before anything is changed.
struct SavedRigid {
    struct SavedCollider {
        ColliderId id;
        ColliderState state;
        ParameterSet parameters;
    };
    struct SavedJoint {
        JointId id;
        RigidJointState state;
        ParameterSet parameters;
    };
    std::vector<SavedCollider> colliders;
    std::vector<SavedJoint> joints;
    std::optional<rigid::SavedSystem> system;
};

class RigidSnapshot {
  public:
    RigidSnapshot(Contents& contents, ColliderSystem& colliders, JointSystem& joints)
        : contents_(contents), collider_system_(colliders), joint_system_(joints) {}

    void save(Writer& w) const;
    SavedRigid read(Reader& r) const;           // throws Error
    void remove_late(const SavedRigid& saved);  // what was added after the snapshot was taken
    void put_back(const SavedRigid& saved);

  private:
    void read_colliders(Reader& r, SavedRigid& saved) const;
    void read_joints(Reader& r, SavedRigid& saved) const;
    void check_system(const SavedRigid& saved) const;

    Contents& contents_;
    ColliderSystem& collider_system_;
    JointSystem& joint_system_;
};

}  // namespace pliant
