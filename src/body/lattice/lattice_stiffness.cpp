#include "body/lattice/lattice_stiffness.h"

#include <algorithm>
#include <cmath>

#include "body/lattice/lattice.h"
#include "body/lattice/lattice_model.h"
#include "core/assert.h"

namespace pliant::lattice {

constexpr double earth_gravity = 9.81;
constexpr double pleasant_sag = 0.04;  // of the height, where no stiffness is given

static double softness_of_ends(const LatticeModel& m) {
    double cells = 0;
    for (int axis = 0; axis < 3; ++axis)
        cells = std::max(cells, static_cast<double>(m.size[axis]) / m.lattice.spacing[axis]);
    if (cells == 0) return 1;  // made without a mesh: nothing is known of its ends
    return 1 + 1.4 * m.half_width * m.half_width / std::max(cells, 3.0 * m.half_width);
}

double uniform_density(const ParameterSet& parameters) {
    return parameters.number(P::density) * parameters.number(P::mass_scale);
}

StiffnessRule::StiffnessRule(const LatticeModel& m, const ParameterSet& parameters, float substep_length, u32 at_once)
    : h_(substep_length),
      substep_stride_(at_once),
      shape_(static_cast<double>(m.mean_spacing2()) * m.half_width * (m.half_width + 1) / 3 / softness_of_ends(m)),
      alpha_shape_(m.reach > 0 ? static_cast<double>(m.reach) * m.reach / 3 : shape_),
      by_alpha_(parameters.has_value(P::alpha)),
      automatic_(!by_alpha_ && !parameters.has_value(P::youngs_modulus)),
      height_(std::max(static_cast<double>(m.size.y), 1e-3)) {}

double StiffnessRule::given(const ParameterSet& parameters, double time) const {
    if (by_alpha_) return parameters.number(P::alpha, time);
    if (!automatic_) return parameters.number(P::youngs_modulus, time);
    // rho g H² / 2E = pleasant_sag H, or what can be attained.
    const double rho = uniform_density(parameters);
    return std::min(rho * earth_gravity * height_ / (2 * pleasant_sag), rho * shape_ / (h_ * h_));
}

double StiffnessRule::modulus(double value, double rho) const {
    return by_alpha_ ? rho * value * 3600 * alpha_shape_ : value;
}

StiffnessRule::Share StiffnessRule::share(double value, double rho, double damping_time) const {
    PL_ASSERT(rho > 0 && value >= 0 && damping_time >= 0);
    const double k = modulus(value, rho) / (rho * shape_);  // [1/s²]
    const double c = damping_time * k * (h_ / substep_stride_);
    double left = 1 / (1 + c);  // in a substep of the world, and then in all that are taken at once
    for (u32 i = 1; i < substep_stride_; ++i) left /= 1 + c;
    return {static_cast<float>(std::min(k * h_ * h_, 1.0)),
            static_cast<float>(substep_stride_ == 1 ? c / (1 + c) : 1 - left)};
}

float StiffnessRule::crush_resistance(double value, double rho) const {
    const double alpha = share(value, rho, 0).stiffness;
    return alpha > 0 ? static_cast<float>(std::min(0.7 * (1 / alpha - 1), 20.0)) : 0.0f;
}

// Below half the way to the goal there is room to resist crushing, too.
double StiffnessRule::longest_substep(double value, double rho) const {
    PL_ASSERT(rho > 0);
    constexpr double most_alpha = 0.5;
    const double wanted = modulus(value, rho);
    return wanted > 0 ? std::sqrt(most_alpha * rho * shape_ / wanted) : 1e18;
}

Stiffness StiffnessRule::outcome(double value, double rho) const {
    Stiffness s;
    s.wanted = modulus(value, rho);
    s.attainable = rho * shape_ / (h_ * h_);
    s.density = rho;
    return s;
}

}  // namespace pliant::lattice
