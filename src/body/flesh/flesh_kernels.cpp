#include "body/flesh/flesh_kernels.h"

#include "constraint/tet_damping.h"

namespace pliant::flesh {

namespace {

// Seldom: not a part of the loop, which has no registers to spare.
[[gnu::noinline, gnu::cold]] TetEdges8 bounded(const TetEdges8& edges, const TetRestGroup& rest,
                                               const TetMetric8& metric) {
    return in_bounds(edges, rest_of(rest), metric);
}

// Lanes that stand for a tet that is there already find the same and store the same: nobody has to leave them out.
template <bool uniform>
PL_INLINE void project_tets(const TetArguments& t) {
    const f32x8 mu_by_lambda = splat(t.mu_by_lambda), one_for_all = splat(t.uniform_softness);
    for (u32 i = 0; i < t.count; ++i) {
        const TetGroup& g = t.group[i];
        // Rows are added before they become lanes, and corrections once they are rows again: lanes cost more than sums.
        Four8 x[4];
#pragma GCC unroll 4
        for (int k = 0; k < 4; ++k)
            x[k] = to_lanes(rows_at(t.position, g.corner[k]) + rows_at(t.displacement, g.corner[k]));
        const TetMetric8 metric = metric_of(g);
        TetEdges8 edges = edges_of(x, metric);
        if (any(out_of_bounds(edges))) edges = bounded(edges, t.rest[i], metric);
        const f32x8 softness = uniform ? one_for_all : load8(t.softness + lane_count * i);
        Vec3x8 correction[4];
        neo_hookean_correction(x, metric, edges, softness * load8(g.inverse_volume), mu_by_lambda, correction);
#pragma GCC unroll 4
        for (int k = 0; k < 4; ++k) {
            const Vec3x8& c = correction[k];
            put_rows(t.displacement, g.corner[k],
                     rows_at(t.displacement, g.corner[k]) + to_rows({c.x, c.y, c.z, splat(0.0f)}));
        }
    }
}

void tets(const TetArguments& t) { t.softness ? project_tets<false>(t) : project_tets<true>(t); }

void damp(const DampArguments& d) {
    for (u32 i = 0; i < d.count; ++i) {
        const TetGroup& g = d.group[i];
        Four8 x[4], v[4];
#pragma GCC unroll 4
        for (int k = 0; k < 4; ++k) x[k] = gather(d.position, g.corner[k]), v[k] = gather(d.velocity, g.corner[k]);
        damp_tet(x, v, load8(d.viscosity + lane_count * i));
#pragma GCC unroll 4
        for (int k = 0; k < 4; ++k) scatter(d.velocity, g.corner[k], v[k]);
    }
}

void start(const StartArguments& m) {
    const f32x8 h = splat(m.step), inverse_h = splat(1.0f / m.step), zero = splat(0.0f), drag = splat(m.drag);
    const Vec3x8 g = splat_vector(m.gravity), air = splat_vector(m.air);
    for (u32 i = 0; i < m.count; i += lane_count) {
        const u32 n = m.count - i < lane_count ? m.count - i : lane_count;
        Four8 x = load_rows(m.position + 4 * i, n);
        Vec3x8 v, rounding_residual{zero, zero, zero};
        if (m.previous) {
            store_rows(m.previous + 4 * i, x, n);
            v = xyz(load_rows(m.velocity + 4 * i, n));
            if (m.velocity_excess) v = v + xyz(load_rows(m.velocity_excess + 4 * i, n));
        } else {
            const Vec3x8 displacement = xyz(load_rows(m.displacement + 4 * i, n));
            v = (displacement - xyz(load_rows(m.rounding_residual + 4 * i, n))) * inverse_h;
            const Four8 next = moved(x, displacement);
            rounding_residual = displacement - (xyz(next) - xyz(x));
            x = next;
            store_rows(m.position + 4 * i, x, n);
        }
        v = v + g * h + (air - v) * drag;
        const Vec3x8 displacement = select(x.w > zero, rounding_residual + v * h, Vec3x8{zero, zero, zero});
        store_rows(m.rounding_residual + 4 * i, {rounding_residual.x, rounding_residual.y, rounding_residual.z, zero},
                   n);
        store_rows(m.displacement + 4 * i, {displacement.x, displacement.y, displacement.z, zero}, n);
    }
}

void arrive(const ArriveArguments& a) {
    for (u32 i = 0; i < a.count; i += lane_count) {
        const u32 n = a.count - i < lane_count ? a.count - i : lane_count;
        const Four8 x = load_rows(a.position + 4 * i, n);
        const Vec3x8 displacement = xyz(load_rows(a.displacement + 4 * i, n)),
                     rounding_residual = xyz(load_rows(a.rounding_residual + 4 * i, n));
        const Four8 next = moved(x, displacement);
        const Vec3x8 left = (displacement - rounding_residual) - (xyz(next) - xyz(x));
        store_rows(a.before + 4 * i, x, n);
        store_rows(a.rounding_residual + 4 * i, {left.x, left.y, left.z, splat(0.0f)}, n);
        store_rows(a.position + 4 * i, next, n);
    }
}

}  // namespace

extern const Kernels PLIANT_KERNEL(kernels);
const Kernels PLIANT_KERNEL(kernels) = {start, arrive, tets, damp};

}  // namespace pliant::flesh
