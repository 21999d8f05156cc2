// Bending as a vector: S = Σ c_i x_i over four particles, whose coefficients sum to 0 and are such that S is 0 where
// the cloth is flat. Both models of bending are of this form.
//
//   dihedral   two triangles with a common edge: c_i are the cotangents of Bergou et al. 2006; |S| is 2 sin(θ/2) times
//              a length that the rest shape gives, and S is along the normal
//   triangle   Kelager et al. 2010: S = v - (b0 + b1 + v) / 3, with a coefficient of 0 for the fourth
//
//   constraint   C = S - t S/|S|, where t is |S| at rest; for cloth that is flat at rest C = S, which is linear
//   gradient     c_i at particle i
//   multiplier   -C / (Σ w_i c_i² + compliance / h²), one for each component
//   correction   x_i += w_i c_i multiplier
//
// All corrections are along S and weighted by c_i, so Σ m Δx = 0 and Σ m x × Δx = S × (something along S) = 0.
#pragma once

#include "core/lanes.h"

namespace pliant {

enum class BendRule : u8 {
    flat,      // S is 0 at rest
    signed_,   // t has the sign of S against the normal of the two triangles
    equal,     // |S| = t, whichever way it points
    at_least,  // |S| >= t: a stronger curvature may stay
};

// C of one rule. `normal` need not have unit length and is used by `signed_` alone.
template <BendRule rule>
PL_INLINE Vec3x8 bend_error(const Vec3x8& s, f32x8 t, const Vec3x8& normal) {
    if constexpr (rule == BendRule::flat) return s;
    const f32x8 zero = splat(0.0f), tiny = splat(1e-30f);
    const f32x8 length = square_root(dot(s, s));
    const f32x8 inverse = splat(1.0f) / greatest(length, tiny);
    if constexpr (rule == BendRule::signed_) {
        const f32x8 side = select(dot(s, normal) < zero, splat(-1.0f), splat(1.0f));
        // Where it is flat nothing but the normal says which way to bend.
        const f32x8 n2 = dot(normal, normal), inverse_n = splat(1.0f) / greatest(square_root(n2), tiny);
        const Vec3x8 along = select(length > absolute(t) * splat(1e-4f), s * (side * inverse), normal * inverse_n);
        return s - along * t;
    }
    const f32x8 excess = rule == BendRule::at_least ? least(length - t, zero) : length - t;
    return s * (excess * inverse);
}

}  // namespace pliant
