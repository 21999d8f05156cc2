#include "body/flesh/flesh_kernels.h"

#include "constraint/neo_hookean.h"
#include "constraint/tet_damping.h"

namespace pliant::flesh {

namespace {

PL_INLINE TetRest8 rest_of(const TetGroup& g) {
    return {{{load8(g.inverse[0]), load8(g.inverse[1]), load8(g.inverse[2])},
             {load8(g.inverse[3]), load8(g.inverse[4]), load8(g.inverse[5])},
             {load8(g.inverse[6]), load8(g.inverse[7]), load8(g.inverse[8])}}};
}

// Lanes that stand for a tet that is there already find the same and store the same: nobody has to leave them out.
template <bool uniform>
PL_INLINE void project_tets(const TetArguments& t) {
    const f32x8 mu_by_lambda = splat(t.mu_by_lambda), one_for_all = splat(t.uniform_softness);
    for (u32 i = 0; i < t.count; ++i) {
        const TetGroup& g = t.group[i];
        Four8 x[4];
        for (int k = 0; k < 4; ++k) x[k] = gather(t.position, g.corner[k]);
        const f32x8 softness = uniform ? one_for_all : load8(t.softness + lane_count * i);
        project_neo_hookean(x, rest_of(g), softness * load8(g.inverse_volume), mu_by_lambda);
        for (int k = 0; k < 4; ++k) scatter(t.position, g.corner[k], x[k]);
    }
}

void tets(const TetArguments& t) { t.softness ? project_tets<false>(t) : project_tets<true>(t); }

void damp(const DampArguments& d) {
    for (u32 i = 0; i < d.count; ++i) {
        const TetGroup& g = d.group[i];
        Four8 x[4], v[4];
        for (int k = 0; k < 4; ++k) x[k] = gather(d.position, g.corner[k]), v[k] = gather(d.velocity, g.corner[k]);
        damp_tet(x, v, load8(d.viscosity + lane_count * i));
        for (int k = 0; k < 4; ++k) scatter(d.velocity, g.corner[k], v[k]);
    }
}

}  // namespace

extern const Kernels PLIANT_KERNEL(kernels);
const Kernels PLIANT_KERNEL(kernels) = {tets, damp};

}  // namespace pliant::flesh
