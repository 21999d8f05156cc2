// The viscosity of one tetrahedron: impulses against the motion that is not rigid, eight tets at a time. Corners count
// alike, whatever their masses, so that linear and angular momentum are kept.
//
//   rigid motion   v + w × r,   v: mean velocity, w = I⁻¹ Σ r × v,   I = Σ |r|² - r r^T
//   impulse        -k (v_i' - rigid motion) in a substep h, with the mean of the velocities at its beginning and end:
//                  k / (1 + k w / 2) of v_i, where w is the largest inverse mass of a corner; but never back
//
// A linear field of velocities with the symmetric part D loses the power (4 k / h) tr(D S D) to it, S = Σ r r^T / 4,
// and 2 eta V |D|² to a viscosity eta. For a tet that is alike in all directions both are equal with
//   k = 3/2 h eta V / tr S.
#pragma once

#include "core/gather.h"

namespace pliant {

// `k` [kg].
PL_INLINE void damp_tet(const Four8 (&x)[4], Four8 (&v)[4], f32x8 k) {
    const f32x8 quarter = splat(0.25f), tiny = splat(1e-30f);
    const Vec3x8 center = (xyz(x[0]) + xyz(x[1]) + xyz(x[2]) + xyz(x[3])) * quarter,
                 mean = (xyz(v[0]) + xyz(v[1]) + xyz(v[2]) + xyz(v[3])) * quarter;
    Vec3x8 r[4], u[4], l{splat(0.0f), splat(0.0f), splat(0.0f)};
    f32x8 xx = splat(0.0f), yy = xx, zz = xx, xy = xx, xz = xx, yz = xx;
    for (int i = 0; i < 4; ++i) {
        r[i] = xyz(x[i]) - center;
        u[i] = xyz(v[i]) - mean;
        l = l + cross(r[i], u[i]);
        xx += r[i].x * r[i].x;
        yy += r[i].y * r[i].y;
        zz += r[i].z * r[i].z;
        xy += r[i].x * r[i].y;
        xz += r[i].x * r[i].z;
        yz += r[i].y * r[i].z;
    }
    // The inverse of the inertia by its cofactors; a tet crushed to a line has none about it, and then turns less.
    const f32x8 a = yy + zz, b = xx + zz, c = xx + yy, trace = xx + yy + zz;
    const f32x8 ca = b * c - yz * yz, cb = a * c - xz * xz, cc = a * b - xy * xy, cab = xz * yz + xy * c,
                cac = xy * yz + xz * b, cbc = xy * xz + yz * a;
    const f32x8 det = a * ca - xy * cab - xz * cac;
    const f32x8 inverse = splat(1.0f) / greatest(greatest(det, trace * trace * trace * splat(1e-5f)), tiny);
    const Vec3x8 spin =
        Vec3x8{ca * l.x + cab * l.y + cac * l.z, cab * l.x + cb * l.y + cbc * l.z, cac * l.x + cbc * l.y + cc * l.z} *
        inverse;
    const f32x8 w = greatest(greatest(x[0].w, x[1].w), greatest(x[2].w, x[3].w)),
                share = least(k / (splat(1.0f) + splat(0.5f) * k * w), splat(1.0f) / greatest(w, tiny));
    for (int i = 0; i < 4; ++i) v[i] = moved(v[i], (u[i] - cross(spin, r[i])) * -(share * x[i].w));
}

}  // namespace pliant
