// Capability: matter with constraints that keep it from stretching (strain limiting). They must leave room for the
// stretch at which it tears.
#pragma once

namespace pliant {

class StrainLimiting {
  public:
    // Before Matter::begin_step. `tear_stretch`: how far it is stretched when it tears, 0 if it does not tear by
    // stretching; `may_flow`: its rest shape may change by plasticity.
    virtual void set_failure_limits(float tear_stretch, bool may_flow) = 0;

  protected:
    ~StrainLimiting() = default;
};

}  // namespace pliant
