// Shape matching of one region (Mueller et al. 2005; Rivers & James 2007), eight regions at a time.
//
// A region wants to be its rest shape, turned and moved: the goal of a particle is R (x0 - cm0) + cm, where R is the
// rotation nearest to A = sum m (x - cm)(x0 - cm0)^T. Everything is written relative to a frame (Q, c) that moves with
// the body: u = x - c - Q x0 is small where x is large, and sums of u keep their digits ten kilometres from the origin.
//
//     A     = sum m u x0^T - (sum m u) cm0^T + Q C0           C0 = sum m (x0 - cm0)(x0 - cm0)^T, known at rest
//     goal  = c + Q x0 + tau + E x0                           E = R - Q,  tau = mean u - E cm0
//
// A region squeezed below `crush_begins` of its volume wants to be larger than at rest, the more the flatter it is:
// linear springs would let a heavy load press matter through itself. The growth is the same in all directions, so that
// momentum is kept.
//
// Damping draws velocities to the region's own rigid motion v + w x r, which keeps linear and angular momentum.
#pragma once

#include "core/rotation.h"

namespace pliant {

// A region at rest, with the weights m of its particles.
struct RegionRest {
    f32x8 mass;
    Vec3x8 center;      // cm0
    Sym3x8 covariance;  // C0
};

// Sums over a region: row k is sum m u_k (1, x0, y0, z0).
struct RegionSums {
    Four8 row[3];
};

// How a region moves a rest position x0, as a displacement in the frame: tau + E x0. Row k is (tau_k, E_k0, E_k1,
// E_k2).
struct RegionGoal {
    Four8 row[3];
};

// Q C: the frame's rotation, the same in all lanes, times a symmetric matrix.
PL_INLINE Mat3x8 rotated(const Mat3x8& q, const Sym3x8& c) {
    return {{q * Vec3x8{c.xx, c.xy, c.xz}, q * Vec3x8{c.xy, c.yy, c.yz}, q * Vec3x8{c.xz, c.yz, c.zz}}};
}

PL_INLINE Vec3x8 mean_displacement(const RegionSums& sums, const RegionRest& rest) {
    const f32x8 inverse = splat(1.0f) / rest.mass;
    return {sums.row[0].x * inverse, sums.row[1].x * inverse, sums.row[2].x * inverse};
}

// The matrix A whose nearest rotation is the region's.
PL_INLINE Mat3x8 shape_matrix(const RegionSums& sums, const RegionRest& rest, const Mat3x8& q) {
    const Vec3x8 s{sums.row[0].x, sums.row[1].x, sums.row[2].x};
    const Mat3x8 qc = rotated(q, rest.covariance);
    return {{Vec3x8{sums.row[0].y, sums.row[1].y, sums.row[2].y} - s * rest.center.x + qc.column[0],
             Vec3x8{sums.row[0].z, sums.row[1].z, sums.row[2].z} - s * rest.center.y + qc.column[1],
             Vec3x8{sums.row[0].w, sums.row[1].w, sums.row[2].w} - s * rest.center.z + qc.column[2]}};
}

// A region in another rest shape x0 + u, from the region in x0 and sums of m u (1, x0, y0, z0) and m u u^T.
PL_INLINE RegionRest reshaped(const RegionRest& rest, const RegionSums& sums, const Sym3x8& sum_uu) {
    const Vec3x8 mean = mean_displacement(sums, rest);
    const auto mixed = [&](int k, f32x8 along, f32x8 center) __attribute__((always_inline)) {
        return along - sums.row[k].x * center;  // sum m u_k (x0 - cm0)
    };
    const Vec3x8 c = rest.center, m = mean * rest.mass;
    const f32x8 xx = mixed(0, sums.row[0].y, c.x), yy = mixed(1, sums.row[1].z, c.y), zz = mixed(2, sums.row[2].w, c.z);
    const f32x8 xy = mixed(0, sums.row[0].z, c.y) + mixed(1, sums.row[1].y, c.x),
                xz = mixed(0, sums.row[0].w, c.z) + mixed(2, sums.row[2].y, c.x),
                yz = mixed(1, sums.row[1].w, c.z) + mixed(2, sums.row[2].z, c.y);
    // A region that is asked to be flat still has a little of every direction, or nothing would say how it is turned.
    const f32x8 least = (rest.covariance.xx + rest.covariance.yy + rest.covariance.zz) * splat(1e-6f);
    return {rest.mass,
            c + mean,
            {rest.covariance.xx + (xx + xx) + sum_uu.xx - m.x * mean.x + least,
             rest.covariance.yy + (yy + yy) + sum_uu.yy - m.y * mean.y + least,
             rest.covariance.zz + (zz + zz) + sum_uu.zz - m.z * mean.z + least,
             rest.covariance.xy + xy + sum_uu.xy - m.x * mean.y, rest.covariance.xz + xz + sum_uu.xz - m.x * mean.z,
             rest.covariance.yz + yz + sum_uu.yz - m.y * mean.z}};
}

constexpr float crush_begins = 0.75f;

// 1 above, 1 + resistance * (crush_begins - J) below; J = det A / det C0 is the volume against that at rest.
PL_INLINE f32x8 growth_against_crushing(const Mat3x8& a, const RegionRest& rest, f32x8 resistance) {
    f32x8 rest_det;
    adjugate(rest.covariance, rest_det);
    const f32x8 volume = dot(a.column[0], cross(a.column[1], a.column[2])) / greatest(rest_det, splat(1e-30f));
    const f32x8 missing = splat(crush_begins) - greatest(volume, splat(0.0f));
    return splat(1.0f) + resistance * greatest(missing, splat(0.0f));
}

PL_INLINE RegionGoal region_goal(const Mat3x8& r, const Mat3x8& q, const Vec3x8& mean, const RegionRest& rest) {
    const Mat3x8 e{{r.column[0] - q.column[0], r.column[1] - q.column[1], r.column[2] - q.column[2]}};
    const Vec3x8 tau = mean - e * rest.center;
    return {{{tau.x, e.column[0].x, e.column[1].x, e.column[2].x},
             {tau.y, e.column[0].y, e.column[1].y, e.column[2].y},
             {tau.z, e.column[0].z, e.column[1].z, e.column[2].z}}};
}

// The rigid motion of a region from its momentum and its angular momentum about the frame's centre: velocity at that
// centre, and spin. The inertia is that of the region as it is, from its covariance
//     sum m p p^T = sum m (u - mean)(u - mean)^T + A Q^T + Q A^T - Q C0 Q^T.
struct RegionMotion {
    Vec3x8 velocity, spin;
};
PL_INLINE RegionMotion region_motion(const Vec3x8& momentum, const Vec3x8& angular, const Sym3x8& sum_uu,
                                     const Vec3x8& mean, const Mat3x8& a, const Mat3x8& q, const RegionRest& rest) {
    const Mat3x8 qc = rotated(q, rest.covariance);
    const Mat3x8 d{{a.column[0] - qc.column[0], a.column[1] - qc.column[1], a.column[2] - qc.column[2]}};  // A - Q C0
    // Row i of (A - Q C0) Q^T + Q A^T; both parts together are symmetric.
    const auto entry = [&](f32x8 Vec3x8::*i, f32x8 Vec3x8::*j) __attribute__((always_inline)) {
        return d.column[0].*i * (q.column[0].*j) + d.column[1].*i * (q.column[1].*j) +
               d.column[2].*i * (q.column[2].*j) + q.column[0].*i * (a.column[0].*j) +
               q.column[1].*i * (a.column[1].*j) + q.column[2].*i * (a.column[2].*j);
    };
    const Vec3x8 m = mean * rest.mass;
    const f32x8 xx = sum_uu.xx - m.x * mean.x + entry(&Vec3x8::x, &Vec3x8::x),
                yy = sum_uu.yy - m.y * mean.y + entry(&Vec3x8::y, &Vec3x8::y);
    const f32x8 zz = sum_uu.zz - m.z * mean.z + entry(&Vec3x8::z, &Vec3x8::z),
                xy = sum_uu.xy - m.x * mean.y + entry(&Vec3x8::x, &Vec3x8::y);
    const f32x8 xz = sum_uu.xz - m.x * mean.z + entry(&Vec3x8::x, &Vec3x8::z),
                yz = sum_uu.yz - m.y * mean.z + entry(&Vec3x8::y, &Vec3x8::z);
    // A region crushed to a line has no inertia about it; a trace of its rest inertia keeps the spin finite.
    const f32x8 trace = (rest.covariance.xx + rest.covariance.yy + rest.covariance.zz) * splat(1e-6f);
    const Sym3x8 inertia{yy + zz + trace, xx + zz + trace, xx + yy + trace, -xy, -xz, -yz};

    const Vec3x8 center = mean + q * rest.center;
    f32x8 det;
    const Sym3x8 adj = adjugate(inertia, det);
    const Vec3x8 spin = (adj * (angular - cross(center, momentum))) * (splat(1.0f) / det);
    return {momentum * (splat(1.0f) / rest.mass) - cross(spin, center), spin};
}

}  // namespace pliant
