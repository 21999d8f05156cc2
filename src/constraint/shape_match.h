// Shape matching of one region (Mueller et al. 2005; Rivers & James 2007), eight regions at a time.
//
// A region wants to be its rest shape, turned and moved: the goal of a particle is R (x0 - cm0) + cm, where R is the
// rotation nearest to A = sum m (x - cm)(x0 - cm0)^T. Everything is written relative to a frame (Q, c) that moves with
// the body: u = x - c - Q x0 is small where x is large, and sums of u keep their digits ten kilometres from the origin.
//
//     A     = sum m u x0^T - (sum m u) cm0^T + Q C0           C0 = sum m (x0 - cm0)(x0 - cm0)^T, known at rest
//     goal  = c + Q x0 + tau + E x0                           E = R - Q,  tau = mean u - E cm0
//
// Damping draws velocities to the region's own rigid motion v + w x r, which keeps linear and angular momentum.
#pragma once

#include "core/rotation.h"

namespace pliant {

// What a region is at rest, with the weights m of its particles.
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

PL_INLINE RegionGoal region_goal(const Mat3x8& r, const Mat3x8& q, const Vec3x8& mean, const RegionRest& rest) {
    const Mat3x8 e{{r.column[0] - q.column[0], r.column[1] - q.column[1], r.column[2] - q.column[2]}};
    const Vec3x8 tau = mean - e * rest.center;
    return {{{tau.x, e.column[0].x, e.column[1].x, e.column[2].x},
             {tau.y, e.column[0].y, e.column[1].y, e.column[2].y},
             {tau.z, e.column[0].z, e.column[1].z, e.column[2].z}}};
}

// The rigid motion of a region from its momentum and its angular momentum about the frame's centre: velocity at that
// centre, and spin. The inertia is that of the deformed region, sum m p p^T = A C0^-1 A^T where it deforms affinely.
struct RegionMotion {
    Vec3x8 velocity, spin;
};
PL_INLINE RegionMotion region_motion(const Vec3x8& momentum, const Vec3x8& angular, const Mat3x8& a,
                                     const Vec3x8& center, const RegionRest& rest) {
    f32x8 det;
    const Sym3x8 adj = adjugate(rest.covariance, det);
    const f32x8 inverse_det = splat(1.0f) / det;
    // F = A C0^-1, and then the covariance F A^T, of which only the symmetric part is formed.
    const Sym3x8 ci{adj.xx * inverse_det, adj.yy * inverse_det, adj.zz * inverse_det,
                    adj.xy * inverse_det, adj.xz * inverse_det, adj.yz * inverse_det};
    const Vec3x8 f0 = a.column[0] * ci.xx + a.column[1] * ci.xy + a.column[2] * ci.xz;
    const Vec3x8 f1 = a.column[0] * ci.xy + a.column[1] * ci.yy + a.column[2] * ci.yz;
    const Vec3x8 f2 = a.column[0] * ci.xz + a.column[1] * ci.yz + a.column[2] * ci.zz;
    const f32x8 xx = f0.x * a.column[0].x + f1.x * a.column[1].x + f2.x * a.column[2].x;
    const f32x8 yy = f0.y * a.column[0].y + f1.y * a.column[1].y + f2.y * a.column[2].y;
    const f32x8 zz = f0.z * a.column[0].z + f1.z * a.column[1].z + f2.z * a.column[2].z;
    const f32x8 xy = f0.x * a.column[0].y + f1.x * a.column[1].y + f2.x * a.column[2].y;
    const f32x8 xz = f0.x * a.column[0].z + f1.x * a.column[1].z + f2.x * a.column[2].z;
    const f32x8 yz = f0.y * a.column[0].z + f1.y * a.column[1].z + f2.y * a.column[2].z;
    // A region crushed to a line has no inertia about it; a little of its rest inertia keeps the spin finite.
    const f32x8 little = (rest.covariance.xx + rest.covariance.yy + rest.covariance.zz) * splat(1e-4f);
    const Sym3x8 inertia{yy + zz + little, xx + zz + little, xx + yy + little, -xy, -xz, -yz};

    const Vec3x8 mean = momentum * (splat(1.0f) / rest.mass);
    const Sym3x8 inertia_adj = adjugate(inertia, det);
    const Vec3x8 spin = (inertia_adj * (angular - cross(center, momentum))) * (splat(1.0f) / det);
    return {mean - cross(spin, center), spin};
}

}  // namespace pliant
