// Capability: matter whose rest shape changes for good where it is strained beyond yield.
#pragma once

#include <span>

#include "constraint/plastic.h"
#include "core/particle_view.h"

namespace pliant {

// The plastic flow of one step.
struct PlasticFlow {
    PlasticRule rule;
    std::span<const float> yield_map;  // yield strain of each particle, or empty
    double seconds = 0;
};

class Plastic {
  public:
    virtual void apply_plasticity(const ParticleView&, const PlasticFlow&) = 0;  // once a step

  protected:
    ~Plastic() = default;
};

}  // namespace pliant
