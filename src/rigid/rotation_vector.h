// Rotations as vectors: axis times angle.
#pragma once

#include "core/trig.h"

namespace pliant::rigid {

// `q` turned by the vector v [rad] of the world's axes. With half the angle a, the vector part of the quaternion is to
// its scalar as tan a to 1; a (1 + a²/3 + 2a⁴/15 + 17a⁶/315) is tan a to 1e-7 up to a quarter of a radian.
inline Quat turned(const Quat& q, const Vec3& v) {
    const float a2 = 0.25f * length_squared(v);
    if (a2 < 0.0625f) {
        const float t = 0.5f * (1 + a2 * (1.0f / 3 + a2 * (2.0f / 15 + a2 * (17.0f / 315 + a2 * (62.0f / 2835)))));
        return normalized(Quat{v.x * t, v.y * t, v.z * t, 1} * q);
    }
    const Vec3d d = v.to<double>();
    const double angle = length(d);
    if (!(angle < 1e6)) return q;  // too fast to have a direction
    return normalized(turn(d / angle, angle).to<float>() * q);
}

// The vector [rad] by which a unit quaternion turns, the short way round.
inline Vec3 rotation_vector(const Quat& q) {
    const Vec3 v = q.w < 0 ? Vec3{-q.x, -q.y, -q.z} : Vec3{q.x, q.y, q.z};
    const float sine = length(v);
    return v * (sine > 1e-6f ? static_cast<float>(2 * arc_tangent(sine, std::fabs(q.w))) / sine : 2.0f);
}

}  // namespace pliant::rigid
