// Flesh that bends for good: the deformation of a tet is an elastic one after a plastic one, F = Fe Fp, and what flows
// of Fe goes over to Fp, without its change of volume.
//
//   Fe = D B Fp⁻¹ = U S V^T,   P = V diag(1 + share (s / cbrt(J) - 1)) V^T scaled to det P = 1,   Fp' = P Fp

#include <algorithm>
#include <cmath>

#include "body/flesh/flesh_matter.h"
#include "body/flesh/tet_strain.h"
#include "core/contract.h"
#include "core/svd3.h"

namespace pliant::flesh {

namespace {

float farthest_from_one(float a, float b, float c) {
    return std::max({std::fabs(a - 1), std::fabs(b - 1), std::fabs(c - 1)});
}

float strain_of(const Mat3& m) {
    Mat3x8 all;
    for (int c = 0; c < 3; ++c) all.column[c] = {splat(m.column[c].x), splat(m.column[c].y), splat(m.column[c].z)};
    const Vec3x8 s = svd(all).s;
    return farthest_from_one(lane(s.x, 0), lane(s.y, 0), lane(s.z, 0));
}

// What of the elastic stretches s along the columns of v stays; the share is that of constraint/plastic.h.
Mat3 flowing(const Vec3& s, const Mat3& v, float share) {
    Vec3 d;
    for (int k = 0; k < 3; ++k) d[k] = 1 + share * (s[k] - 1);
    const float scale = static_cast<float>(1 / cube_root(static_cast<double>(d.x) * d.y * d.z));
    return Mat3{{v.column[0] * (d.x * scale), v.column[1] * (d.y * scale), v.column[2] * (d.z * scale)}} *
           transposed(v);
}

}  // namespace

void FleshMatter::apply_plasticity(const ParticleView& view, const PlasticFlow& flow) {
    PL_ASSERT(view.count == model_->particle_count && flow.seconds >= 0);
    PL_ASSERT(flow.yield_map.empty() || flow.yield_map.size() == view.count);
    const float share = flow_fraction(flow.rule, flow.seconds);
    if (!flow.rule.any() || !(share > 0)) return;
    float least = flow.rule.yield_strain;
    for (const float y : flow.yield_map) least = std::min(least, y);
    bool flowed = false;
    for (u32 g = 0; g < groups().size(); ++g) {
        Four8 x[4];
        for (int k = 0; k < 4; ++k) x[k] = gather(floats(view.position), groups()[g].corner[k]);
        const Mat3x8 f = deformation_gradient(x, rest_of(rests()[g]));
        if (!may_be_strained(f, splat(least))) continue;
        const Svd3x8 of_all = svd(f);
        for (u32 l = 0; l < lane_count; ++l) {
            const u32 tet = model_->clusters.tet[g * lane_count + l];
            if (l > 0 && tet == model_->clusters.tet[g * lane_count]) continue;  // there already
            flowed = flow_tet(tet, {lane(of_all.s.x, l), lane(of_all.s.y, l), lane(of_all.s.z, l)},
                              lane_of(of_all.v, l), flow, share) ||
                     flowed;
        }
    }
    if (flowed) reshape();
}

bool FleshMatter::flow_tet(u32 tet, const Vec3& stretches, const Mat3& v, const PlasticFlow& flow, float share) {
    PL_ASSERT(tet < model_->tets.size() && is_share(share));
    const float j = stretches.x * stretches.y * stretches.z;
    // Crushed, or torn apart: where it would flow to says nothing.
    if (!(j > 1e-3f) || !(stretches.x < 10) || !(stretches.z > 0.02f)) return false;
    const Vec3 s = stretches / static_cast<float>(cube_root(j));
    float yield = flow.rule.yield_strain;
    if (!flow.yield_map.empty()) {
        yield = 0;
        for (const u32 p : model_->tets[tet]) yield += 0.25f * flow.yield_map[p];
    }
    const float elastic = farthest_from_one(s.x, s.y, s.z);
    if (!(elastic > yield)) return false;
    if (plastic_.empty()) plastic_.resize(model_->tets.size(), Mat3::identity());
    const float stays = plastic_fraction(flow.rule, yield, elastic, strain_of(plastic_[tet]), share);
    if (!(stays > 0)) return false;
    const Mat3 next = flowing(s, v, stays) * plastic_[tet];
    constexpr float far_enough = 20;  // beyond that numbers lose their digits
    if (!(strain_of(next) <= std::min(flow.rule.max_strain, far_enough))) return false;
    plastic_[tet] = next;
    return true;
}

}  // namespace pliant::flesh
