// Two particles and the distance between them, eight pairs at a time, as XPBD wants it (Macklin et al. 2016) with one
// projection a step: multipliers start at 0, so that compliance only adds to the denominator.
//
//   constraint   C = |a - b| - rest
//   gradient     n = (a - b) / |a - b| at a, -n at b
//   multiplier   -C / (wa + wb + compliance / h²)
//   correction   a += wa n multiplier, b -= wb n multiplier
#pragma once

#include "core/lanes.h"

namespace pliant {

// n times the multiplier. Two particles without mass are not moved, and neither are two at the same place.
PL_INLINE Vec3x8 distance_correction(const Vec3x8& a_to_b, f32x8 rest, f32x8 inverse_masses, f32x8 softness) {
    const f32x8 length = square_root(dot(a_to_b, a_to_b));
    const f32x8 safe = greatest(length, rest * splat(1e-6f) + splat(1e-30f));
    return a_to_b * ((length - rest) / (safe * greatest(inverse_masses + softness, splat(1e-30f))));
}

// The same for a limit: only too great a distance is corrected, and without compliance.
PL_INLINE Vec3x8 limit_correction(const Vec3x8& a_to_b, f32x8 rest, f32x8 inverse_masses) {
    const f32x8 length = square_root(dot(a_to_b, a_to_b));
    const f32x8 safe = greatest(length, rest * splat(1e-6f) + splat(1e-30f));
    const f32x8 excess = greatest(length - rest, splat(0.0f));
    return a_to_b * (excess / (safe * greatest(inverse_masses, splat(1e-30f))));
}

}  // namespace pliant
