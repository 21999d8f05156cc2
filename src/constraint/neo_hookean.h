// One tetrahedron of flesh: stable neo-Hookean matter (Smith et al. 2018) as two constraints that XPBD projects at once
// (Macklin & Müller 2021), eight tets at a time.
//
//   F = D B     deformation gradient; D: edges x1-x0, x2-x0, x3-x0, B: the inverse of those at rest, J = det F
//
// The energy density  mu/2 (|F|² - 3) + lambda'/2 (J - 1 - mu/lambda')²,  lambda' = lambda + mu, is that of linear
// elasticity with Lamé's mu and lambda for small strains. Written so, with |F| and J - 1 - mu/lambda' as the two
// constraints, neither vanishes at rest: each pulls with all its might against the other, and what resists shear is
// only in their second derivatives, which XPBD leaves out. In steps longer than sound takes through a tet the pair
// solved together then overshoots, and one after the other collapses and inflates every tet in turn. Up to a constant
// the same energy is
//
//   mu/2 C_d² + lambda/2 C_h²,   C_d = sqrt(|F|² + J² - 4 J),   C_h = J - 1
//
// and both are 0 at rest: C_d is a distance from the nearest rotation, sqrt(2) |strain| where that is small. So
//
//   constraint   C_d, C_h
//   gradient     in F: P / C_d with P = F + (J - 2) cof F, and cof F; at corner i = 1..3: times row i of B; corner 0
//                has minus their sum
//   multiplier   [ A_dd + 1/(mu V h²)   A_dh ; A_dh   A_hh + 1/(lambda V h²) ] (m_d, m_h) = -(C_d, C_h),
//                A: gradients times inverse masses times gradients
//   correction   x_i += w_i (m_d gradient_d + m_h gradient_h)
//
// With a = m_d / C_d no root is needed, and forces are exact however C_d is rounded: only how much of a step is taken
// at once depends on it.
//
// Neither F nor its cofactors are ever worked out, which saves a fifth of all operations. With e_j the edges and
// G = B Bᵀ, both known at rest,
//
//   F times row i of B      f_i = Σ_j G_ij e_j          |F|² = Σ e_i · f_i
//   cof F times row i       h_i = det B (e_j × e_k)     J = e_1 · h_1
//   P times row i           g_i = f_i + (J - 2) h_i     |P|² = Σ_ij (G⁻¹)_ij g_i · g_j
#pragma once

#include "core/assert.h"
#include "core/gather.h"

namespace pliant {

struct TetRest8 {
    Vec3x8 row[3];  // of B [1/m]
};

// What of a tet's rest shape its projection needs, wherever it is turned.
struct TetMetric8 {
    f32x8 g11, g22, g33, g12, g13, g23;  // [1/m²] G
    f32x8 i11, i22, i33, i12, i13, i23;  // [m²] G⁻¹, those off the diagonal twice
    f32x8 det;                           // [1/m³] of B
};

// Lamé's constants from Young's modulus and Poisson's ratio.
struct Lame {
    double mu, lambda;  // [Pa]
};
inline Lame lame(double youngs_modulus, double poisson_ratio) {
    PL_ASSERT(youngs_modulus > 0 && poisson_ratio > -1 && poisson_ratio < 0.5);
    return {youngs_modulus / (2 * (1 + poisson_ratio)),
            youngs_modulus * poisson_ratio / ((1 + poisson_ratio) * (1 - 2 * poisson_ratio))};
}

PL_INLINE Mat3x8 deformation_gradient(const Four8 (&x)[4], const TetRest8& rest) {
    const Vec3x8 e0 = xyz(x[1]) - xyz(x[0]), e1 = xyz(x[2]) - xyz(x[0]), e2 = xyz(x[3]) - xyz(x[0]);
    return {{e0 * rest.row[0].x + e1 * rest.row[1].x + e2 * rest.row[2].x,
             e0 * rest.row[0].y + e1 * rest.row[1].y + e2 * rest.row[2].y,
             e0 * rest.row[0].z + e1 * rest.row[1].z + e2 * rest.row[2].z}};
}

// Edges from the first corner, and G times them.
struct TetEdges8 {
    Vec3x8 e1, e2, e3, f1, f2, f3;
    f32x8 size2;  // |F|²
};
PL_INLINE void multiply(TetEdges8& t, const TetMetric8& m) {
    t.f1 = t.e1 * m.g11 + t.e2 * m.g12 + t.e3 * m.g13;
    t.f2 = t.e1 * m.g12 + t.e2 * m.g22 + t.e3 * m.g23;
    t.f3 = t.e1 * m.g13 + t.e2 * m.g23 + t.e3 * m.g33;
    t.size2 = dot(t.e1, t.f1) + dot(t.e2, t.f2) + dot(t.e3, t.f3);
}
PL_INLINE TetEdges8 edges_of(const Four8 (&x)[4], const TetMetric8& m) {
    TetEdges8 t;
    t.e1 = xyz(x[1]) - xyz(x[0]);
    t.e2 = xyz(x[2]) - xyz(x[0]);
    t.e3 = xyz(x[3]) - xyz(x[0]);
    multiply(t, m);
    return t;
}

// A tet crushed to a point has no direction to grow in: it gets a trace of its rest shape. And the energy has a
// second hollow there, for matter of a low Poisson's ratio a wide one: whatever is smaller than 0.6 of its size in all
// directions is pushed as if it were that large. A tet a hundred times too large is pulled as if it were that:
// squares of its volume stay numbers.
constexpr float smallest_tet = 3 * 0.36f, largest_tet = 3e4f;  // |F|²
PL_INLINE i32x8 out_of_bounds(const TetEdges8& t) {
    return (t.size2 < splat(smallest_tet)) | (t.size2 > splat(largest_tet));
}
PL_INLINE TetEdges8 in_bounds(TetEdges8 t, const TetRest8& rest, const TetMetric8& metric) {
    const f32x8 low = splat(smallest_tet), high = splat(largest_tet), zero = splat(0.0f);
    const i32x8 out = out_of_bounds(t);
    // Edges at rest are the columns of B's inverse.
    const f32x8 trace = select(t.size2 < splat(0.01f), splat(0.1f), zero) / metric.det;
    t.e1 = t.e1 + cross(rest.row[1], rest.row[2]) * trace;
    t.e2 = t.e2 + cross(rest.row[2], rest.row[0]) * trace;
    t.e3 = t.e3 + cross(rest.row[0], rest.row[1]) * trace;
    multiply(t, metric);
    const f32x8 now = greatest(t.size2, splat(1e-30f));
    const f32x8 scale = select(out, square_root(least(greatest(now, low), high) / now), splat(1.0f));
    t.e1 = t.e1 * scale;
    t.e2 = t.e2 * scale;
    t.e3 = t.e3 * scale;
    multiply(t, metric);
    return t;
}

// How far the four corners (x y z 1/m) go. `softness`: 1 / (mu V h²) [1/kg]; `mu_by_lambda` times that is the other
// one.
PL_INLINE void neo_hookean_correction(const Four8 (&x)[4], const TetMetric8& m, const TetEdges8& t, f32x8 softness,
                                      f32x8 mu_by_lambda, Vec3x8 (&correction)[4]) {
    const f32x8 one = splat(1.0f);
    const Vec3x8 h1 = cross(t.e2, t.e3) * m.det, h2 = cross(t.e3, t.e1) * m.det, h3 = cross(t.e1, t.e2) * m.det;
    // An inverted tet is pushed no harder than a flat one: it would fly apart otherwise, and tangle.
    const f32x8 j = greatest(dot(t.e1, h1), splat(0.0f)), j2 = j - splat(2.0f);
    const Vec3x8 g1 = t.f1 + h1 * j2, g2 = t.f2 + h2 * j2, g3 = t.f3 + h3 * j2;
    const f32x8 g11 = dot(g1, g1), g22 = dot(g2, g2), g33 = dot(g3, g3);
    const f32x8 p2 =
        (g11 * m.i11 + g22 * m.i22) + (g33 * m.i33 + dot(g1, g2) * m.i12) + (dot(g1, g3) * m.i13 + dot(g2, g3) * m.i23);

    // C_d²: near rest the remainder of |F|² + J² - 4 J is rounding, and |P|² / 2 is equal; where P vanishes far from
    // rest, as in crushed tets, the latter keeps steps short.
    const f32x8 far = greatest(t.size2 + j * (j - splat(4.0f)), splat(1e-5f));
    const f32x8 c2 = greatest(least(p2 * splat(0.5f), far), splat(1e-14f));

    const Vec3x8 g0 = g1 + g2 + g3, h0 = h1 + h2 + h3;  // with the sign turned
    const f32x8 gg = x[0].w * dot(g0, g0) + x[1].w * g11 + x[2].w * g22 + x[3].w * g33;
    const f32x8 gh = x[0].w * dot(g0, h0) + x[1].w * dot(g1, h1) + x[2].w * dot(g2, h2) + x[3].w * dot(g3, h3);
    const f32x8 hh = x[0].w * dot(h0, h0) + x[1].w * dot(h1, h1) + x[2].w * dot(h2, h2) + x[3].w * dot(h3, h3);

    // The second row, which waits for little, is taken from the first times C_d: gh² <= gg hh, and a thousandth more of
    // hh keeps the remainder above rounding where both constraints agree.
    const f32x8 tiny = splat(1e-30f);  // where nothing can move and nothing gives
    const f32x8 inverse = one / (hh * splat(1.001f) + softness * mu_by_lambda + tiny), missing = one - j;
    const f32x8 u = gh * inverse;
    const f32x8 a = -(c2 + u * missing) / (gg - u * gh + softness * c2 + tiny);
    const f32x8 b = (missing - gh * a) * inverse;

    const Vec3x8 k1 = g1 * a + h1 * b, k2 = g2 * a + h2 * b, k3 = g3 * a + h3 * b;
    correction[0] = (k1 + k2 + k3) * -x[0].w;
    correction[1] = k1 * x[1].w;
    correction[2] = k2 * x[2].w;
    correction[3] = k3 * x[3].w;
}

}  // namespace pliant
