// One place of a body pulled to a target, solved for speeds like a contact, so that both can be solved together.
//
// A spring of stiffness K with damping c, taken at the end of the substep (implicit Euler, which is XPBD's compliance
// 1/K, Macklin et al. 2016), gives in a substep of length h the impulse
//
//   J = -h K (x + h v' - target) - h c (v' - target velocity) = -(v' - v*) / softness
//   1 / softness = h² K + h c
//   v* = (h² K (target - x) / h + h c target velocity) softness
//
// It is stable for every stiffness and step; softness 0 is rigid, and then v* leads to the target within the substep.
#pragma once

#include "core/assert.h"
#include "core/vec.h"

namespace pliant {

// The change of impulse that brings the velocity v of the place to what the spring wants, given the impulse so far, and
// the new impulse, which is never larger than `max_impulse`.
//   constraint   C = v - v* + softness J = 0
//   gradient     1, with effective inverse mass k
//   multiplier   J' = J - C / (k + softness), shortened to `max_impulse`
//   correction   difference of impulses
PL_INLINE Vec3 attachment_correction(const Vec3& v, const Vec3& wanted, float k, float softness, float max_impulse,
                                     Vec3& impulse) {
    PL_ASSERT(k >= 0 && softness >= 0 && k + softness > 0 && max_impulse >= 0);
    Vec3 next = impulse - (v - wanted + impulse * softness) / (k + softness);
    const float size2 = dot(next, next);
    if (size2 > max_impulse * max_impulse) next = next * (max_impulse / std::sqrt(size2));
    const Vec3 change = next - impulse;
    impulse = next;
    return change;
}

// The same, where the effective inverse mass is not the same in all directions; `inverse` is that of k + softness.
PL_INLINE Vec3 attachment_correction(const Vec3& v, const Vec3& wanted, const Mat3& inverse, float softness,
                                     float max_impulse, Vec3& impulse) {
    PL_ASSERT(softness >= 0 && max_impulse >= 0);
    Vec3 next = impulse - inverse * (v - wanted + impulse * softness);
    const float size2 = dot(next, next);
    if (size2 > max_impulse * max_impulse) next = next * (max_impulse / std::sqrt(size2));
    const Vec3 change = next - impulse;
    impulse = next;
    return change;
}

}  // namespace pliant
