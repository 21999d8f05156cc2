// Joints between colliders of which one at least is dynamic: rigid/joint.h, as scenes describe them.
#pragma once

#include <string>

#include "core/parameter.h"
#include "core/state_fields.h"
#include "rigid/joint.h"

namespace pliant {

struct JointP {
    enum : u16 {
        kind,
        a,
        b,
        position,
        position_b,
        rotation,
        swing_y,
        swing_z,
        twist_low,
        twist_high,
        low,
        high,
        move_modes,
        move_low,
        move_high,
        turn_modes,
        turn_low,
        turn_high,
        wheel_a,
        wheel_b,
        ratio,
        stiffness,
        damping,
        max_force,
        target,
        target_position,
        target_speed,
        strength,
        follow,
        break_force,
        break_torque,
        collide,
        count
    };
};
extern const ParameterTable joint_table;

// A bone of a character, whose pose a drive wants.
struct FollowedBone {
    CharacterId character;  // null: none
    u32 node = 0, parent = 0;
    Quat before, after;  // what turns how the bone is turned against its parent into how the joint is to be turned
};

struct RigidJointState {
    bool broken = false;

    static constexpr auto fields() { return std::tuple{field("broken", &RigidJointState::broken)}; }
};

struct RigidJoint : RigidJointState {
    RigidJoint(std::string joint_name, ParameterSet values)
        : name(std::move(joint_name)), parameters(std::move(values)) {}

    JointId id;
    std::string name;
    ParameterSet parameters;
    ColliderId a, b;  // a null: the world
    rigid::JointId rigid;
    float reach = 0;                 // [m] between the points of a distance, or of a pulley's rope, at the start
    bool parameters_changed = true;  // since the last step
    FollowedBone followed;

    // Whether its target is a place in the world's coordinates.
    bool reaches_into_world() const {
        return !a && parameters.text(JointP::kind) == "reach" && parameters.is_explicit(JointP::target);
    }

    // Of the last substep.
    float force = 0;   // [N]
    float torque = 0;  // [N m]
};

// Limits, drives and targets at a time, without the colliders that the joint connects. Throws Error.
void describe(const ParameterSet& joint, double time, float reach, rigid::JointDef& def);
// Whether values go together. Throws Error.
void check_joint(const ParameterSet& joint);

}  // namespace pliant
