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
//   has
//                minus their sum
//   multiplier   [ A_dd + 1/(mu V h²)   A_dh ; A_dh   A_hh + 1/(lambda V h²) ] (m_d, m_h) = -(C_d, C_h),
//                A: gradients times inverse masses times gradients
//   correction   x_i += w_i (m_d gradient_d + m_h gradient_h)
//
// With a = m_d / C_d no root is needed, and forces are exact however C_d is rounded: only how much of a step is taken
// at once depends on it.
#pragma once

#include "core/gather.h"

namespace pliant {

struct TetRest8 {
    Vec3x8 row[3];  // of B [1/m]
};

// Lamé's constants from Young's modulus and Poisson's ratio.
struct Lame {
    double mu, lambda;  // [Pa]
};
inline Lame lame(double youngs_modulus, double poisson_ratio) {
    return {youngs_modulus / (2 * (1 + poisson_ratio)),
            youngs_modulus * poisson_ratio / ((1 + poisson_ratio) * (1 - 2 * poisson_ratio))};
}

PL_INLINE Vec3x8 row_times(const Mat3x8& m, const Vec3x8& row) {
    return m.column[0] * row.x + m.column[1] * row.y + m.column[2] * row.z;
}

PL_INLINE Mat3x8 cofactor(const Mat3x8& m) {
    return {{cross(m.column[1], m.column[2]), cross(m.column[2], m.column[0]), cross(m.column[0], m.column[1])}};
}

PL_INLINE f32x8 squared(const Mat3x8& m) {
    return dot(m.column[0], m.column[0]) + dot(m.column[1], m.column[1]) + dot(m.column[2], m.column[2]);
}

PL_INLINE Mat3x8 deformation_gradient(const Four8 (&x)[4], const TetRest8& rest) {
    const Vec3x8 e0 = xyz(x[1]) - xyz(x[0]), e1 = xyz(x[2]) - xyz(x[0]), e2 = xyz(x[3]) - xyz(x[0]);
    return {{e0 * rest.row[0].x + e1 * rest.row[1].x + e2 * rest.row[2].x,
             e0 * rest.row[0].y + e1 * rest.row[1].y + e2 * rest.row[2].y,
             e0 * rest.row[0].z + e1 * rest.row[1].z + e2 * rest.row[2].z}};
}

// What is crushed to a point has no direction to grow in: it gets a trace of its rest shape. And the energy has a
// second hollow there, for matter of a low Poisson's ratio a wide one: whatever is smaller than 0.6 of its size in all
// directions is pushed as if it were that large. What is a hundred times too large is pulled as if it were that:
// squares of its volume stay numbers.
PL_INLINE void bound_size(Mat3x8& f, f32x8& size2) {
    const f32x8 low = splat(3 * 0.36f), high = splat(3e4f);
    const i32x8 out = (size2 < low) | (size2 > high);
    if (!any(out)) return;
    const f32x8 trace = select(size2 < splat(0.01f), splat(0.1f), splat(0.0f));
    f.column[0].x = f.column[0].x + trace, f.column[1].y = f.column[1].y + trace;
    f.column[2].z = f.column[2].z + trace;
    const f32x8 now = squared(f);
    const f32x8 scale = select(out, square_root(least(greatest(now, low), high) / now), splat(1.0f));
    for (Vec3x8& column : f.column) column = column * scale;
    size2 = squared(f);
}

// How far the four corners (x y z 1/m) go. `softness`: 1 / (mu V h²) [1/kg]; `mu_by_lambda` times that is the other
// one.
PL_INLINE void neo_hookean_correction(const Four8 (&x)[4], const TetRest8& rest, f32x8 softness, f32x8 mu_by_lambda,
                                      Vec3x8 (&correction)[4]) {
    const f32x8 one = splat(1.0f), two = splat(2.0f);
    Mat3x8 f = deformation_gradient(x, rest);
    f32x8 size2 = squared(f);
    bound_size(f, size2);
    const Mat3x8 cof = cofactor(f);
    // What is inside out is pushed no harder than what is flat: it would fly apart otherwise, and tangle.
    const f32x8 j = greatest(dot(f.column[0], cof.column[0]), splat(0.0f)), j2 = j - two;
    const Mat3x8 p{
        {f.column[0] + cof.column[0] * j2, f.column[1] + cof.column[1] * j2, f.column[2] + cof.column[2] * j2}};

    // C_d²: near rest what is left of |F|² + J² - 4 J is rounding, and |P|² / 2 is the same; where P vanishes far from
    // rest, as in what is crushed, the latter keeps steps short.
    const f32x8 c2 = greatest(least(squared(p) * splat(0.5f), greatest(size2 + j * j - splat(4.0f) * j, splat(1e-5f))),
                              splat(1e-14f));

    const Vec3x8 g1 = row_times(p, rest.row[0]), g2 = row_times(p, rest.row[1]), g3 = row_times(p, rest.row[2]);
    const Vec3x8 h1 = row_times(cof, rest.row[0]), h2 = row_times(cof, rest.row[1]), h3 = row_times(cof, rest.row[2]);
    const Vec3x8 g0 = g1 + g2 + g3, h0 = h1 + h2 + h3;  // with the sign turned

    const f32x8 gg = x[0].w * dot(g0, g0) + x[1].w * dot(g1, g1) + x[2].w * dot(g2, g2) + x[3].w * dot(g3, g3);
    const f32x8 gh = x[0].w * dot(g0, h0) + x[1].w * dot(g1, h1) + x[2].w * dot(g2, h2) + x[3].w * dot(g3, h3);
    const f32x8 hh = x[0].w * dot(h0, h0) + x[1].w * dot(h1, h1) + x[2].w * dot(h2, h2) + x[3].w * dot(h3, h3);

    // The first row times C_d, then the second without the first: gh² <= gg hh, and a thousandth more of hh keeps what
    // is left from being rounding where both constraints say the same.
    const f32x8 tiny = splat(1e-30f);  // where nothing can move and nothing gives
    const f32x8 inverse = one / (gg + softness * c2 + tiny);
    const f32x8 u = gh * inverse;
    const f32x8 b = (one - j + u * c2) / (hh * splat(1.001f) + softness * mu_by_lambda - u * gh + tiny);
    const f32x8 a = -(c2 * inverse + u * b);

    correction[0] = (g0 * a + h0 * b) * -x[0].w;
    correction[1] = (g1 * a + h1 * b) * x[1].w;
    correction[2] = (g2 * a + h2 * b) * x[2].w;
    correction[3] = (g3 * a + h3 * b) * x[3].w;
}

}  // namespace pliant
