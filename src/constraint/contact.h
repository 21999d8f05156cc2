// One contact, solved for speeds: a relative velocity that must not bring two sides together faster than allowed, with
// Coulomb friction. Points of skins hang on particles by weights, so their effective mass is the same in all
// directions; that of a rigid body is not, and then the least of all directions across the normal is used for friction:
// it never overshoots, and where the body turns easily one way and hardly another it takes some rounds more.
#pragma once

#include "core/assert.h"
#include "core/vec.h"

namespace pliant {

struct ContactImpulse {
    float normal = 0;  // [N s] never negative: contacts push
    Vec3 friction;     // [N s] across the normal, at most friction * normal
};

// The change of impulse that brings the relative velocity v (of our side against the other) into the allowed range,
// given the impulse so far, and the new impulse.
//   constraint   C = n . v - min_speed >= 0
//   gradient     n, with effective inverse mass k
//   multiplier   normal' = max(normal - C / k, 0);  friction' = friction - v_t / k across, shortened to the cone
//   correction   difference of impulses
PL_INLINE Vec3 contact_correction(const Vec3& v, const Vec3& n, float min_speed, float inverse_k,
                                  float inverse_k_across, float friction, ContactImpulse& impulse) {
    PL_ASSERT(inverse_k >= 0 && inverse_k_across >= 0 && friction >= 0 && impulse.normal >= 0);
    const float along = dot(n, v);
    const float pushed = impulse.normal - (along - min_speed) * inverse_k;
    const float normal = pushed > 0 ? pushed : 0;
    Vec3 across = impulse.friction - (v - n * along) * inverse_k_across;
    const float limit = friction * normal, size2 = dot(across, across);
    if (size2 > limit * limit) across = size2 > 0 ? across * (limit / std::sqrt(size2)) : Vec3{};
    const Vec3 change = n * (normal - impulse.normal) + (across - impulse.friction);
    impulse = {normal, across};
    return change;
}

}  // namespace pliant
