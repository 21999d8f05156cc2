// Creases: cloth that is bent further than it can bear stays bent. What counts is the strain of its outer side,
// curvature times half the thickness of the material, so that a crease does not depend on how fine the mesh is. Only
// bends flow, and only those between two triangles (dihedral): rows of three do not know which way they were bent.
// Cloth that is stretched goes back.

#include <algorithm>
#include <cmath>

#include "body/cloth/cloth_matter.h"
#include "core/assert.h"

namespace pliant::cloth {

// A dihedral's t is the length of its edge times the angle, and the angle is spread over half the heights beside it:
// where cloth is rolled up along its edges, all of the bend is in these.
void ClothMatter::measure_bends() {
    const Bends& b = fabric().dihedral;
    const std::vector<Vec3>& rest = rest_shape_.empty() ? model_->rest : rest_shape_;
    curvature_.resize(b.count());
    for (u32 i = 0; i < b.count(); ++i) {
        const float edge = length(rest[b.particle[1][i]] - rest[b.particle[0][i]]);
        const float left = edge / std::max(std::fabs(b.coefficient[2][i]), 1e-20f),
                    right = edge / std::max(std::fabs(b.coefficient[3][i]), 1e-20f);
        curvature_[i] = 2 / std::max(edge * (left + right), 1e-20f);
    }
}

void ClothMatter::set_bend_rest() {
    const Bends* b = bends();
    if (!b) return;
    bend_rest_.resize(b->count());
    bends_are_flat_ = true;
    for (u32 i = 0; i < b->count(); ++i) {
        bend_rest_[i] = b->rest[i] + curl_ + (creased_.empty() || !creases() ? 0.0f : creased_[i]);
        bends_are_flat_ = bends_are_flat_ && bend_rest_[i] == 0;
    }
}

void ClothMatter::apply_plasticity(const ParticleView& view, const PlasticFlow& flow) {
    PL_ASSERT(view.count == model_->particle_count && flow.seconds >= 0);
    PL_ASSERT(flow.yield_map.empty() || flow.yield_map.size() == view.count);
    if (!flow.rule.any() || !creases()) return;
    const Bends& b = fabric().dihedral;
    if (curvature_.size() != b.count()) measure_bends();
    const float share = flow_fraction(flow.rule, flow.seconds), half = 0.5f * thickness_;
    bool changed = false;
    for (u32 i = 0; i < b.count(); ++i) {
        Vec3 s;
        for (u32 k = 0; k < b.size; ++k) s += view.position[b.particle[k][i]].xyz() * b.coefficient[k][i];
        const Vec3 normal = cross(view.position[b.particle[1][i]].xyz() - view.position[b.particle[0][i]].xyz(),
                                  view.position[b.particle[2][i]].xyz() - view.position[b.particle[3][i]].xyz());
        const float t = dot(s, normal) < 0 ? -length(s) : length(s);
        const float strain_per_t = curvature_[i] * half, off = t - bend_rest_[i];
        float yield = flow.rule.yield_strain;
        if (!flow.yield_map.empty())
            yield = 0.5f * (flow.yield_map[b.particle[0][i]] + flow.yield_map[b.particle[1][i]]);
        const float kept = creased_.empty() ? 0 : creased_[i];
        const float stays =
            plastic_fraction(flow.rule, yield, std::fabs(off) * strain_per_t, std::fabs(kept) * strain_per_t, share);
        if (!(stays > 0)) continue;
        if (creased_.empty()) creased_.assign(b.count(), 0);
        // No more than folded flat: t is the length of the edge times twice the sine of half the angle.
        const float flat = 2 * length(view.position[b.particle[1][i]].xyz() - view.position[b.particle[0][i]].xyz());
        const float most = std::min(flow.rule.max_strain / std::max(strain_per_t, 1e-20f), flat);
        creased_[i] = std::clamp(kept + off * stays, -most, most);
        changed = true;
    }
    if (changed) set_bend_rest();
}

// Bends of a piece are bends of what it was part of: the same particles of the whole.
void ClothMatter::carry_creases(const ClothMatter& before) {
    if (before.creased_.empty()) return;
    struct Named {
        std::array<u32, 4> particles;
        u32 bend;
        bool operator<(const Named& o) const { return particles < o.particles; }
    };
    const auto name = [](const ClothModel& model, const Bends& b, u32 i) {
        std::array<u32, 4> of{};
        for (u32 k = 0; k < b.size; ++k) {
            const u32 p = b.particle[k][i];
            of[k] = model.particle_from.empty() ? p : model.particle_from[p];
        }
        return of;
    };
    std::vector<Named> known;
    const Bends &old = before.fabric().dihedral, &b = fabric().dihedral;
    for (u32 i = 0; i < old.count(); ++i) known.push_back({name(*before.model_, old, i), i});
    std::stable_sort(known.begin(), known.end());
    creased_.assign(b.count(), 0);
    for (u32 i = 0; i < b.count(); ++i) {
        const Named wanted{name(*model_, b, i), 0};
        const auto found = std::lower_bound(known.begin(), known.end(), wanted);
        if (found != known.end() && found->particles == wanted.particles) creased_[i] = before.creased_[found->bend];
    }
    set_bend_rest();
}

}  // namespace pliant::cloth
