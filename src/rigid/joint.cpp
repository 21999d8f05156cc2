#include "rigid/joint.h"

#include <cmath>
#include <string>

#include "core/contract.h"
#include "core/error.h"
#include "core/soundness.h"
#include "core/text.h"
#include "core/trig.h"
#include "rigid/rotation_vector.h"

namespace pliant::rigid {

namespace {

constexpr Axis is_free{AxisMode::free, 0, 0};
Axis limited(float low, float high) { return {AxisMode::limited, low, high}; }

JointDef with(JointDef def, const Axis& move_x, const Axis& move_yz, const Axis& twist, const Axis& swing) {
    def.kind = JointKind::axes;
    def.move[0] = move_x;
    def.move[1] = def.move[2] = move_yz;
    def.turn[0] = twist;
    def.turn[1] = def.turn[2] = swing;
    return def;
}

std::string text(float v) { return short_number(static_cast<double>(v)); }

enum class Freedom { move, twist, swing };

// As scenes have them: degrees for angles.
std::string range_text(const Axis& axis, Freedom freedom) {
    const auto end = [&](float v) {
        return freedom == Freedom::move ? text(v) + " m" : short_number(degrees(static_cast<double>(v))) + "°";
    };
    return end(axis.low) + " to " + end(axis.high);
}

void check_axis(const Axis& axis, Freedom freedom, const std::string& where) {
    if (axis.mode != AxisMode::limited) return;
    if (!(is_sound(axis.low) && is_sound(axis.high) && axis.low <= axis.high))
        throw Error({where, "a limit from " + range_text(axis, freedom), "two finite numbers, the lower first", ""});
    if (freedom == Freedom::swing && !(axis.low <= 0 && axis.high >= 0))
        throw Error({where, "a swing from " + range_text(axis, freedom), "a range that holds 0",
                     "turn the joint's frame to the middle of the cone"});
}

void check_drive(const Drive& drive, const std::string& where) {
    if (!(is_sound(drive.stiffness) && drive.stiffness >= 0 && is_sound(drive.damping) && drive.damping >= 0 &&
          drive.max_force >= 0))
        throw Error({where,
                     "a drive of stiffness " + text(drive.stiffness) + ", damping " + text(drive.damping) +
                         " and at most " + text(drive.max_force),
                     "numbers that are not negative", ""});
}

}  // namespace

JointDef fixed(JointDef def) { return with(std::move(def), {}, {}, {}, {}); }
JointDef spherical(JointDef def) { return with(std::move(def), {}, {}, is_free, is_free); }
JointDef spherical(JointDef def, float swing_y, float swing_z, float twist_low, float twist_high) {
    def = with(std::move(def), {}, {}, limited(twist_low, twist_high), limited(-swing_y, swing_y));
    def.turn[2] = limited(-swing_z, swing_z);
    return def;
}
JointDef revolute(JointDef def) { return with(std::move(def), {}, {}, is_free, {}); }
JointDef revolute(JointDef def, float low, float high) { return with(std::move(def), {}, {}, limited(low, high), {}); }
JointDef prismatic(JointDef def) { return with(std::move(def), is_free, {}, {}, {}); }
JointDef prismatic(JointDef def, float low, float high) { return with(std::move(def), limited(low, high), {}, {}, {}); }
JointDef cylindrical(JointDef def) { return with(std::move(def), is_free, {}, is_free, {}); }
JointDef point_on_line(JointDef def) { return with(std::move(def), is_free, {}, is_free, is_free); }
JointDef point_in_plane(JointDef def) { return with(std::move(def), {}, is_free, is_free, is_free); }
JointDef distance(JointDef def, float least, float greatest) {
    def.kind = JointKind::distance;
    def.min_length = least;
    def.max_length = greatest;
    return def;
}
JointDef pulley(JointDef def, const Vec3& wheel_a, const Vec3& wheel_b, float rope_length, float ratio) {
    def.kind = JointKind::pulley;
    def.wheel_a = wheel_a;
    def.wheel_b = wheel_b;
    def.rope_length = rope_length;
    def.ratio = ratio;
    return def;
}

void check_joint(const JointDef& def, const std::string& where) {
    if (!is_sound(def.frame_a) || !is_sound(def.frame_b))
        throw Error({where, "a frame of the joint is not finite", "a place and a rotation", ""});
    for (int i = 0; i < 3; ++i) {
        check_axis(def.move[i], Freedom::move, where);
        check_axis(def.turn[i], i > 0 ? Freedom::swing : Freedom::twist, where);
        check_drive(def.move_drive[i], where);
    }
    check_drive(def.turn_drive, where);
    check_drive(def.spring, where);
    if (def.kind == JointKind::distance &&
        !(is_sound(def.min_length) && def.min_length >= 0 && def.max_length >= def.min_length))
        throw Error(
            {where,
             "a distance from " + text(def.min_length) + " to " + text(def.max_length) + " m",
             "0 or more, the lower first", ""});
    if (def.kind == JointKind::pulley && !(is_sound(def.wheel_a) && is_sound(def.wheel_b) && is_sound(def.ratio) &&
                                           def.ratio > 0 && is_sound(def.rope_length) && def.rope_length > 0))
        throw Error({where,
                     "a pulley of ratio " + text(def.ratio) + " and a rope of " +
                         text(def.rope_length) + " m",
                     "positive numbers, and wheels at finite places", ""});
    if (!(def.break_force > 0 && def.break_torque > 0))
        throw Error({where,
                     "a joint that breaks at " + text(def.break_force) + " N or " +
                         text(def.break_torque) + " N m",
                     "positive numbers", "leave them out for a joint that never breaks"});
}

JointState joint_state(const Transform& frame_a, const Transform& frame_b) {
    PL_ASSERT(is_unit(frame_a.rotation) && is_unit(frame_b.rotation));
    JointState s;
    s.position = frame_a.inverse(frame_b.position);
    Quat q = conjugate(frame_a.rotation) * frame_b.rotation;
    if (q.w < 0) q = {-q.x, -q.y, -q.z, -q.w};
    // q = swing * twist: first about x of b, then the shortest way from x of a to x of b.
    const float size = std::sqrt(q.x * q.x + q.w * q.w);
    const Quat twist = size > 1e-6f ? Quat{q.x / size, 0, 0, q.w / size} : Quat{};
    s.twist = static_cast<float>(2 * arc_tangent(twist.x, twist.w));
    s.swing = rotation_vector(q * conjugate(twist));
    s.swing.x = 0;  // but for rounding it is
    return s;
}

}  // namespace pliant::rigid
