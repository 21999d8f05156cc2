// The rotation nearest to a matrix, eight at a time, started from the rotation of the last step.
//
// R maximises tr(R^T A). With G = R^T A, a small turn w of R changes the trace by g.w - w^T H w / 2, where
//     g = axial vector of G - G^T,    H = tr(G) I - (G + G^T) / 2,
// so Newton's step is w = H^-1 g: it converges quadratically, in one or two rounds from a warm start. Where H is not
// safely positive (the matter is crushed or inside out) a plain ascent step takes its place; the result is a rotation
// in any case, never a reflection. After Kugelstadt, Koschier & Bender 2018 and Mueller, Bender, Chentanez & Macklin
// 2016.
#pragma once

#include "core/lanes.h"

namespace pliant {

// Symmetric 3x3: xx yy zz xy xz yz.
struct Sym3x8 {
    f32x8 xx, yy, zz, xy, xz, yz;
};

// The adjugate of a symmetric matrix and its determinant: inverse = adjugate / determinant.
PL_INLINE Sym3x8 adjugate(const Sym3x8& h, f32x8& determinant) {
    const Sym3x8 a{h.yy * h.zz - h.yz * h.yz, h.xx * h.zz - h.xz * h.xz, h.xx * h.yy - h.xy * h.xy,
                   h.xz * h.yz - h.xy * h.zz, h.xy * h.yz - h.xz * h.yy, h.xy * h.xz - h.xx * h.yz};
    determinant = h.xx * a.xx + h.xy * a.xy + h.xz * a.xz;
    return a;
}
PL_INLINE Vec3x8 operator*(const Sym3x8& m, const Vec3x8& v) {
    return {m.xx * v.x + m.xy * v.y + m.xz * v.z, m.xy * v.x + m.yy * v.y + m.yz * v.z,
            m.xz * v.x + m.yz * v.y + m.zz * v.z};
}

PL_INLINE Quatx8 normalized(const Quatx8& q) {
    const f32x8 s = splat(1.0f) / square_root(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    return {q.x * s, q.y * s, q.z * s, q.w * s};
}

// q * (v / 2, 1), normalised: q turned by about v, in its own frame.
PL_INLINE Quatx8 turned(const Quatx8& q, const Vec3x8& v) {
    const f32x8 half = splat(0.5f), a = v.x * half, b = v.y * half, c = v.z * half;
    return normalized(Quatx8{q.x + q.w * a + q.y * c - q.z * b, q.y + q.w * b + q.z * a - q.x * c,
                             q.z + q.w * c + q.x * b - q.y * a, q.w - q.x * a - q.y * b - q.z * c});
}

// Each lane stops by its own measure, so a lane's result does not depend on its neighbours.
PL_INLINE Quatx8 nearest_rotation(const Mat3x8& a, Quatx8 q, int max_rounds = 12) {
    const f32x8 norm2 = dot(a.column[0], a.column[0]) + dot(a.column[1], a.column[1]) + dot(a.column[2], a.column[2]);
    const f32x8 norm = square_root(norm2);
    const f32x8 scale = splat(1.0f) / norm;
    // Lanes whose matrix is zero, infinite or NaN keep their rotation.
    i32x8 active = (norm2 > splat(1e-36f)) & (norm2 < splat(1e36f));
    const f32x8 enough = splat(1e-9f);  // a turn this small (3e-5 rad) leaves an error below float rounding after it
    for (int round = 0; round < max_rounds && any(active); ++round) {
        const Mat3x8 r = matrix(q);
        const Vec3x8 a0 = a.column[0] * scale, a1 = a.column[1] * scale, a2 = a.column[2] * scale;
        const f32x8 g00 = dot(r.column[0], a0), g01 = dot(r.column[0], a1), g02 = dot(r.column[0], a2);
        const f32x8 g10 = dot(r.column[1], a0), g11 = dot(r.column[1], a1), g12 = dot(r.column[1], a2);
        const f32x8 g20 = dot(r.column[2], a0), g21 = dot(r.column[2], a1), g22 = dot(r.column[2], a2);
        const f32x8 half = splat(0.5f);
        const Vec3x8 g{g21 - g12, g02 - g20, g10 - g01};
        const Sym3x8 h{g11 + g22, g00 + g22, g00 + g11, -half * (g01 + g10), -half * (g02 + g20), -half * (g12 + g21)};
        f32x8 det;
        const Sym3x8 adj = adjugate(h, det);
        // |A| is 1 here, so the thresholds are pure numbers. They ask for eigenvalues above about 1e-3.
        const i32x8 newton = (h.xx > splat(1e-3f)) & (adj.zz > splat(1e-6f)) & (det > splat(1e-8f));
        const f32x8 inverse_det = splat(1.0f) / select(newton, det, splat(1.0f));
        Vec3x8 turn = select(newton, (adj * g) * inverse_det, g * half);
        const f32x8 size2 = dot(turn, turn);
        const f32x8 shorten = splat(1.0f) / square_root(greatest(size2, splat(1.0f)));  // at most one radian a round
        turn = turn * shorten;
        const Quatx8 next = turned(q, turn);
        q = {select(active, next.x, q.x), select(active, next.y, q.y), select(active, next.z, q.z),
             select(active, next.w, q.w)};
        active &= size2 > enough;
    }
    return q;
}

}  // namespace pliant
