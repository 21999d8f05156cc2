// Joints. All but two are one thing: a table of six axes of the joint's frame, three along which bodies move and three
// about which they turn, each locked, limited or free, and drives along those that are not locked.
//
//   kind             move x y z         turn x (twist), y z (swing)
//   fixed            locked             locked
//   spherical        locked             free; limited: a cone for swing, a range for twist
//   revolute         locked             x free or limited, y z locked
//   prismatic        x free or limited  locked
//   cylindrical      x free or limited  x free or limited, y z locked
//   point on line    x free or limited  free
//   point in plane   y z free           free
//
// The other two have one row each: `distance` keeps two points between a least and a greatest distance, `pulley` the
// sum of two distances to points of the world.
#pragma once

#include <limits>

#include "core/id.h"
#include "core/vec.h"

namespace pliant::rigid {

using RigidBodyId = Id<struct RigidBodyIdTag>;
using JointId = Id<struct JointIdTag>;

constexpr float infinite = std::numeric_limits<float>::infinity();

enum class JointKind : u8 { axes, distance, pulley };
enum class AxisMode : u8 { locked, limited, free };

struct Axis {
    AxisMode mode = AxisMode::locked;
    float low = 0, high = 0;  ///< [m] or [rad] of b against a; low <= 0 <= high for swing
    bool operator==(const Axis&) const = default;
};

// A spring towards a target, or a motor: stiffness 0 and a target speed.
struct Drive {
    float stiffness = 0;         ///< [N/m] or [N m/rad]
    float damping = 0;           ///< [N s/m] or [N m s/rad]
    float max_force = infinite;  ///< [N] or [N m] it can give
    bool operator==(const Drive&) const = default;
};

// Where drives want to have b, seen from a's frame of the joint.
struct DriveTarget {
    Vec3 position;  ///< [m]
    Quat rotation;
    Vec3 velocity;          ///< [m/s]
    Vec3 angular_velocity;  ///< [rad/s] about the axes of a's frame
    float strength = 1;     ///< 0: no drive … 1: as given; scales stiffness, damping and maximum force of drives
    bool operator==(const DriveTarget&) const = default;
};

struct JointDef {
    RigidBodyId a;  ///< null: the world
    RigidBodyId b;
    JointKind kind = JointKind::axes;
    Transform frame_a, frame_b;  ///< of the joint in the own frames of the bodies
    Axis move[3], turn[3];
    Drive move_drive[3], turn_drive;
    DriveTarget target;

    float min_length = 0, max_length = 0;  ///< [m] of a distance
    Drive spring;                          ///< of a distance: instead of rigid, towards max_length

    Vec3 wheel_a, wheel_b;  ///< of a pulley, in the world
    float ratio = 1;        ///< length a + ratio length b <= rope_length
    float rope_length = 0;  ///< [m]

    float break_force = infinite;   ///< [N]
    float break_torque = infinite;  ///< [N m]
    bool bodies_collide = false;
    bool operator==(const JointDef&) const = default;
};

// The named joints, as changes to a def whose bodies and frames are given.
JointDef fixed(JointDef def);
JointDef spherical(JointDef def);
JointDef spherical(JointDef def, float swing_y, float swing_z, float twist_low, float twist_high);  // [rad]
JointDef revolute(JointDef def);
JointDef revolute(JointDef def, float low, float high);  // [rad]
JointDef prismatic(JointDef def);
JointDef prismatic(JointDef def, float low, float high);  // [m]
JointDef cylindrical(JointDef def);
JointDef point_on_line(JointDef def);
JointDef point_in_plane(JointDef def);
JointDef distance(JointDef def, float least, float greatest);  // [m]
JointDef pulley(JointDef def, const Vec3& wheel_a, const Vec3& wheel_b, float rope_length, float ratio = 1);

// Throws Error, with `where`: limits out of order, numbers that are not finite or negative.
void check_joint(const JointDef& def, const std::string& where);

// How far apart a joint's two frames are along and about its axes: what limits and tests look at.
struct JointState {
    Vec3 position;  ///< [m] of b's frame in a's
    float twist;    ///< [rad]
    Vec3 swing;     ///< [rad] a rotation vector about y and z of a's frame
};
JointState joint_state(const Transform& frame_a, const Transform& frame_b);

}  // namespace pliant::rigid
