// Singular values of eight 3x3 matrices at once: A = U diag(s) V^T with U and V rotations, s.x >= s.y >= |s.z|, and
// s.z negative where A turns space inside out. One-sided Jacobi: columns of A are rotated in pairs until they are
// orthogonal, which keeps small singular values accurate (A^T A would square the condition).
#pragma once

#include "core/lanes.h"

namespace pliant {

struct Svd3x8 {
    Mat3x8 u;
    Vec3x8 s;
    Mat3x8 v;
};

PL_INLINE void orthogonalize_pair(Vec3x8& p, Vec3x8& q, Vec3x8& vp, Vec3x8& vq) {
    const f32x8 one = splat(1.0f), alpha = dot(p, p), beta = dot(q, q), gamma = dot(p, q);
    const i32x8 turn = gamma * gamma > splat(1e-14f) * alpha * beta;  // otherwise orthogonal to rounding
    const f32x8 zeta = (beta - alpha) / select(turn, gamma + gamma, one);
    const f32x8 magnitude = one / (absolute(zeta) + square_root(one + zeta * zeta));
    const f32x8 t = select(turn, select(zeta < splat(0.0f), -magnitude, magnitude), splat(0.0f));
    const f32x8 c = one / square_root(one + t * t), s = c * t;
    const Vec3x8 np = p * c - q * s, nq = p * s + q * c, nvp = vp * c - vq * s, nvq = vp * s + vq * c;
    p = np;
    q = nq;
    vp = nvp;
    vq = nvq;
}

// Exchanges the columns where `second` is longer, with one sign turned so that V stays a rotation.
PL_INLINE void order_pair(Vec3x8& first, Vec3x8& second, Vec3x8& v_first, Vec3x8& v_second) {
    const i32x8 swap = dot(first, first) < dot(second, second);
    const f32x8 minus = splat(-1.0f);
    const Vec3x8 f = select(swap, second, first), s = select(swap, first * minus, second);
    const Vec3x8 vf = select(swap, v_second, v_first), vs = select(swap, v_first * minus, v_second);
    first = f;
    second = s;
    v_first = vf;
    v_second = vs;
}

PL_INLINE Svd3x8 svd(const Mat3x8& a) {
    // Scaled by the largest entry, so that squares neither overflow nor vanish.
    f32x8 largest = splat(0.0f);
    for (const Vec3x8& c : a.column)
        largest = greatest(largest, greatest(absolute(c.x), greatest(absolute(c.y), absolute(c.z))));
    const i32x8 usable = (largest > splat(1e-37f)) & (largest < splat(1e37f));
    const f32x8 one = splat(1.0f), zero = splat(0.0f);
    const f32x8 size = select(usable, largest, one);
    Vec3x8 b[3], v[3] = {{one, zero, zero}, {zero, one, zero}, {zero, zero, one}};
    for (int i = 0; i < 3; ++i) {
        b[i] = select(usable, a.column[i], Vec3x8{zero, zero, zero});
        b[i] = {b[i].x / size, b[i].y / size, b[i].z / size};
    }
    for (int sweep = 0; sweep < 5; ++sweep) {
        orthogonalize_pair(b[0], b[1], v[0], v[1]);
        orthogonalize_pair(b[0], b[2], v[0], v[2]);
        orthogonalize_pair(b[1], b[2], v[1], v[2]);
    }
    order_pair(b[0], b[1], v[0], v[1]);
    order_pair(b[0], b[2], v[0], v[2]);
    order_pair(b[1], b[2], v[1], v[2]);

    Svd3x8 r;
    const f32x8 tiny = splat(1e-12f);
    const f32x8 s0 = square_root(dot(b[0], b[0]));
    const i32x8 has0 = s0 > tiny;
    const Vec3x8 u0 = select(has0, b[0] * (one / select(has0, s0, one)), Vec3x8{one, zero, zero});
    // The second direction, made orthogonal once more; where it vanished, any direction across the first will do.
    const Vec3x8 across = b[1] - u0 * dot(u0, b[1]);
    const f32x8 s1 = square_root(dot(across, across));
    const i32x8 has1 = s1 > tiny;
    const i32x8 along_x = u0.x * u0.x > splat(0.5f);
    const Vec3x8 axis{select(along_x, zero, one), select(along_x, one, zero), zero};
    const Vec3x8 other = cross(u0, axis);
    const f32x8 other_length = square_root(dot(other, other));
    const Vec3x8 u1 = select(has1, across * (one / select(has1, s1, one)), other * (one / other_length));
    r.u = {{u0, u1, cross(u0, u1)}};
    r.v = {{v[0], v[1], v[2]}};
    r.s = {s0 * size, select(has1, s1, zero) * size, dot(r.u.column[2], b[2]) * size};
    return r;
}

}  // namespace pliant
