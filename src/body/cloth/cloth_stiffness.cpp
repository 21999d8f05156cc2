// Parameters of cloth as kernels want them: masses, compliances, lengths, how many small steps.

#include <algorithm>
#include <cmath>

#include "body/cloth/cloth.h"
#include "body/cloth/cloth_matter.h"
#include "body/painted.h"
#include "core/contract.h"

namespace pliant::cloth {

void ClothMatter::set_masses(const ParameterSet& parameters) {
    const std::vector<float> density = painted(*model_, parameters, P::density);
    const float uniform = static_cast<float>(parameters.number(P::density));
    const std::vector<float>& area = model_->fabric.area;
    double total_area = 0;
    for (const float a : area) total_area += a;
    // A particle whose triangles have hardly any area still has a mass.
    const float least = static_cast<float>(1e-4 * total_area / static_cast<double>(area.size())) + 1e-30f;
    mass_.resize(model_->particle_count);
    double total_mass = 0;
    for (u32 p = 0; p < model_->particle_count; ++p) {
        mass_[p] = std::max(area[p], least) * (density.empty() ? uniform : std::max(density[p], 1e-6f));
        total_mass += mass_[p];
    }
    areal_density_ = static_cast<float>(total_mass / std::max(total_area, 1e-30));
}

void ClothMatter::begin_step(const ParameterSet& parameters, double time, float h, bool parameters_changed) {
    PL_ASSERT(std::isfinite(time) && is_positive(h));
    static constexpr u16 may_be_keyed[] = {P::stretch_stiffness, P::weft_stiffness, P::shear_stiffness,
                                           P::bend_stiffness,    P::curl,           P::damping,
                                           P::stretch_limit,     P::air_drag,       P::pressure};
    std::array<double, std::size(may_be_keyed)> keyed;
    for (size_t i = 0; i < keyed.size(); ++i) keyed[i] = parameters.number(may_be_keyed[i], time);
    parameters_changed = parameters_changed || expects_other_;
    expects_other_ = false;
    if (!parameters_changed && h == substep_length_ && keyed == keyed_) return;
    keyed_ = keyed, substep_length_ = h;
    damping_ = static_cast<float>(parameters.number(P::damping, time));
    air_drag_ = static_cast<float>(parameters.number(P::air_drag, time));
    pressure_ = static_cast<float>(parameters.number(P::pressure, time));
    tethered_ = parameters.flag(P::tethers);
    steps_.count = choose_small_steps(parameters, time, h);
    set_stiffness(parameters, time);
    make_plan();
}

// How much the cloth would stretch hanging by its own weight.
double ClothMatter::own_weight_strain(const ParameterSet& parameters, double time) const {
    double least = parameters.number(P::stretch_stiffness, time);
    if (parameters.has_value(P::weft_stiffness)) least = std::min(least, parameters.number(P::weft_stiffness, time));
    return least > 0 ? areal_density_ * 9.81 * length(model_->size) / least : 100;
}

// Enough for news to cross the cloth in some frames, with spans to help. Cloth that is meant to stretch needs more: one
// pass over links is only right where what a link gives in a small step is large against what particles give.
u32 ClothMatter::choose_small_steps(const ParameterSet& parameters, double time, float h) {
    PL_ASSERT(is_positive(h));
    steps_.wanted_length = h;
    if (parameters.has_value(P::small_steps)) return static_cast<u32>(parameters.number(P::small_steps));
    const double links_across = length(model_->size) / std::max(fabric().mean_edge, 1e-30f);
    double in_a_frame = std::clamp(links_across / 8, 8.0, 32.0);
    // Where threads are let stretch until they tear, links alone carry the news.
    if (tears_at_ > 0) in_a_frame = std::max(in_a_frame, 32.0);
    if (own_weight_strain(parameters, time) > 0.01) {
        const double stiffness = parameters.number(P::stretch_stiffness, time),
                     sound = std::sqrt(stiffness / areal_density_),  // [m/s]
            steps = sound * 4.5 / (60 * static_cast<double>(fabric().mean_edge));
        in_a_frame = std::max(in_a_frame, std::min(steps, 64.0));
    }
    steps_.wanted_length = static_cast<float>(1 / (60 * in_a_frame));
    return static_cast<u32>(std::max(1.0, std::ceil(in_a_frame * 60 * h - 1e-6)));
}

const Bends* ClothMatter::bends() const {
    if (bend_model_ == BendModel::none) return nullptr;
    return bend_model_ == BendModel::dihedral ? &fabric().dihedral : &fabric().triangle;
}

// A link is as stiff as the strip of cloth that it stands for: K area / length². How stiff cloth is along a direction
// between warp and weft follows from both and from shear, as for any plate with two such directions.
void ClothMatter::set_stiffness(const ParameterSet& parameters, double time) {
    const Fabric& f = fabric();
    const std::vector<float> stretch = painted(*model_, parameters, P::stretch_stiffness, time),
                             shear = painted(*model_, parameters, P::shear_stiffness, time),
                             bend = painted(*model_, parameters, P::bend_stiffness, time);
    const double warp = parameters.number(P::stretch_stiffness, time),
                 shear_one = parameters.number(P::shear_stiffness, time);
    const double weft_ratio =
        parameters.has_value(P::weft_stiffness) && warp > 0 ? parameters.number(P::weft_stiffness, time) / warp : 1;
    weft_ratio_ = static_cast<float>(weft_ratio), shear_ratio_ = static_cast<float>(warp > 0 ? shear_one / warp : 0);
    const auto compliances = [&](const Links& links, Array<float>& out) {
        out.resize(links.count());
        for (u32 i = 0; i < links.count(); ++i) {
            const u32 a = links.a[i], b = links.b[i];
            const double kw = stretch.empty() ? warp : 0.5 * (stretch[a] + stretch[b]), kf = kw * weft_ratio,
                         g = shear.empty() ? shear_one : 0.5 * (shear[a] + shear[b]);
            const double c2 = links.warp[i], s2 = 1 - c2;
            const double per =
                c2 * c2 / std::max(kw, 1e-20) + s2 * s2 / std::max(kf, 1e-20) + c2 * s2 / std::max(g, 1e-20);
            const double l2 = static_cast<double>(links.rest[i]) * links.rest[i];
            out[i] = static_cast<float>(std::min(1e25, l2 * per / std::max<double>(links.area[i], 1e-4 * l2 + 1e-30)));
        }
    };
    compliances(f.edges, edge_compliance_), compliances(f.diagonals, diagonal_compliance_);

    slack_ = static_cast<float>(parameters.has_value(P::stretch_limit)
                                    ? parameters.number(P::stretch_limit, time)
                                    : std::clamp(3 * own_weight_strain(parameters, time), 0.002, 100.0));
    if (!parameters.has_value(P::stretch_limit)) slack_ = std::max(slack_, 1.2f * tears_at_);
    span_rest_.resize(f.spans.count());
    for (u32 i = 0; i < f.spans.count(); ++i) span_rest_[i] = f.spans.rest[i] * (1 + slack_);

    const Bends* b = bends();
    if (!b) return;
    curl_ = bend_model_ == BendModel::curl ? static_cast<float>(parameters.number(P::curl, time)) : 0;
    thickness_ = static_cast<float>(parameters.number(P::material_thickness));
    const double uniform = parameters.number(P::bend_stiffness, time);
    bend_compliance_.resize(b->count());
    for (u32 i = 0; i < b->count(); ++i) {
        const double stiff = bend.empty() ? uniform : 0.5 * (bend[b->particle[0][i]] + bend[b->particle[1][i]]);
        bend_compliance_[i] = static_cast<float>(std::min(1e25, b->weight[i] / std::max(stiff, 1e-25)));
    }
    set_bend_rest();
}

}  // namespace pliant::cloth
