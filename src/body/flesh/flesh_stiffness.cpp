// Parameters of flesh as kernels want them: masses, softness, damping, how many small steps.

#include <algorithm>
#include <cmath>

#include "body/flesh/flesh.h"
#include "body/flesh/flesh_matter.h"
#include "body/painted.h"
#include "core/contract.h"

namespace pliant::flesh {

// Of each tet the mean of its corners; empty when nothing is painted.
static std::vector<float> of_tets(const FleshModel& m, const std::vector<float>& of_particles) {
    std::vector<float> values;
    if (of_particles.empty()) return values;
    for (const TetPoints& t : m.tets)
        values.push_back(0.25f * (of_particles[t[0]] + of_particles[t[1]] + of_particles[t[2]] + of_particles[t[3]]));
    return values;
}

void FleshMatter::set_masses(const ParameterSet& parameters) {
    tet_density_ = of_tets(*model_, painted(*model_, parameters, P::density));
    density_ = static_cast<float>(parameters.number(P::density));
    std::vector<double> mass(model_->particle_count, 0);
    double total = 0;
    for (u32 t = 0; t < model_->tets.size(); ++t) {
        const double m = model_->tet_volume[t] * (tet_density_.empty() ? density_ : std::max(tet_density_[t], 1e-6f));
        for (const u32 p : model_->tets[t]) mass[p] += m / 4;
        total += m;
    }
    if (!tet_density_.empty()) density_ = static_cast<float>(total / model_->volume);
    mass_.assign(mass.begin(), mass.end());
}

Lame FleshMatter::lame_at(const ParameterSet& parameters, double time) const {
    Lame l = lame(parameters.number(P::youngs_modulus, time), parameters.number(P::poisson_ratio, time));
    const double edge = 60 * static_cast<double>(model_->mean_edge), unit = density_ * edge * edge;  // [Pa]
    const auto as_modulus = [&](u16 id) {
        const double s = parameters.number(id, time);
        return std::max(s / (1 - s) * unit, 1e-3);
    };
    if (parameters.has_value(P::stretching_stiffness)) {
        const double mu = as_modulus(P::stretching_stiffness);
        const double nu = parameters.number(P::poisson_ratio, time);
        l = {mu, mu * 2 * nu / (1 - 2 * nu)};
    }
    if (parameters.has_value(P::volume_stiffness)) l.lambda = as_modulus(P::volume_stiffness);
    l.mu = std::max(l.mu, 1e-6);
    // Without any resistance to a change of volume, matter in a point would be at rest as well.
    l.lambda = std::max(l.lambda, 1e-3 * l.mu);
    return l;
}

void FleshMatter::begin_step(const ParameterSet& parameters, double time, float h, bool parameters_changed) {
    PL_ASSERT(std::isfinite(time) && is_positive(h));
    static constexpr u16 may_be_keyed[] = {P::youngs_modulus, P::poisson_ratio, P::stretching_stiffness,
                                           P::volume_stiffness, P::damping};
    std::array<double, std::size(may_be_keyed)> keyed;
    for (size_t i = 0; i < keyed.size(); ++i) keyed[i] = parameters.number(may_be_keyed[i], time);
    if (!parameters_changed && h == substep_length_ && keyed == keyed_) return;
    keyed_ = keyed, substep_length_ = h;
    lame_ = lame_at(parameters, time);
    damping_ = static_cast<float>(parameters.number(P::damping, time));
    steps_.count = choose_small_steps(parameters, h);
    // Carrying what is painted to tets allocates, and keys of other parameters come here in every step.
    if (parameters_changed) painted_modulus_ = of_tets(*model_, painted(*model_, parameters, P::youngs_modulus, time));
    set_stiffness(parameters, time);
    set_damping();
    make_plan();
}

// One pass over all tets is only right where news does not travel through many of them in a small step.
u32 FleshMatter::choose_small_steps(const ParameterSet& parameters, float h) {
    PL_ASSERT(is_positive(h) && density_ > 0);
    steps_.wanted_length = h;
    if (parameters.has_value(P::small_steps))
        return substep_stride_ * static_cast<u32>(parameters.number(P::small_steps));
    const double sound = std::sqrt(lame_.mu / density_);  // [m/s] of shear, which is what is seen
    const double in_a_frame = std::clamp(6 * sound / (60 * static_cast<double>(model_->mean_edge)), 4.0, 60.0);
    steps_.wanted_length = static_cast<float>(1 / (60 * in_a_frame));
    return static_cast<u32>(std::max(1.0, std::ceil(in_a_frame * 60 * h - 1e-6)));
}

void FleshMatter::set_stiffness(const ParameterSet& parameters, double time) {
    PL_ASSERT(steps_.count > 0 && substep_length_ > 0);
    const double small = substep_length_ / steps_.count;
    mu_by_lambda_ = static_cast<float>(lame_.mu / lame_.lambda);
    uniform_softness_ = static_cast<float>(1 / (lame_.mu * small * small));
    const double uniform = parameters.number(P::youngs_modulus, time);
    tet_modulus_.clear(), softness_.clear();
    for (const float e : painted_modulus_)
        tet_modulus_.push_back(std::max(e, 1e-3f) / static_cast<float>(std::max(uniform, 1e-3)));
    if (!tet_modulus_.empty())
        for (const u32 t : model_->clusters.tet) softness_.push_back(uniform_softness_ / tet_modulus_[t]);

    const double e = lame_.mu * (3 * lame_.lambda + 2 * lame_.mu) / (lame_.lambda + lame_.mu);
    const double edge = model_->mean_edge;
    // A pass over all tets leaves them softer than they should be by 1 + e / attainable: measured with hanging columns.
    stiffness_ = {e, 1.4 * density_ * edge * edge / (small * small), density_};
}

// constraint/tet_damping.h; the viscosity is `damping` times mu.
void FleshMatter::set_damping() {
    viscosity_.clear(), damping_passes_ = 0;
    if (!(damping_ > 0)) return;
    // One pass over all tets carries motion about half an edge far: fine meshes of stiff matter need several, and where
    // substeps are short one pass is enough for some of them.
    const double edge = model_->mean_edge, reach2 = damping_ * lame_.mu * substep_length_ / density_ / (edge * edge);
    const double wanted = 4 * reach2, longest = 1.0 / 120;  // [s] between passes: quick wobbles are to be seen by them
    damping_passes_ = static_cast<u32>(std::clamp(std::ceil(wanted), 1.0, static_cast<double>(steps_.count)));
    damped_every_ = static_cast<u32>(
        std::max(1.0, std::floor(std::min(1 / std::max(wanted, 1e-6), longest / substep_length_) + 1e-6)));
    velocity_.resize(model_->particle_count);
    for (const u32 t : model_->clusters.tet) {
        Vec3d mean;
        double spread = 0;
        for (const u32 p : model_->tets[t]) mean += model_->rest[p].to<double>() / 4.0;
        for (const u32 p : model_->tets[t]) spread += length_squared(model_->rest[p].to<double>() - mean) / 4;
        const double mu = lame_.mu * (tet_modulus_.empty() ? 1.0 : tet_modulus_[t]);
        viscosity_.push_back(static_cast<float>(1.5 * substep_length_ * damped_every_ / damping_passes_ * damping_ *
                                                mu * model_->tet_volume[t] / spread));
    }
}

}  // namespace pliant::flesh
