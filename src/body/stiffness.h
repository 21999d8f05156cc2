// Capabilities: what stiffness matter has, and how long its substeps may be.
#pragma once

#include <optional>

#include "core/types.h"

namespace pliant {

// Of matter with a Young's modulus.
struct Stiffness {
    double wanted = 0, attainable = 0;  // [Pa] at the given substep
    double density = 0;                 // [kg/m³]
};

// Matter that can take several substeps of the world as one.
class SubstepStride {
  public:
    // Before Matter::begin_step. Rates of damping and the like stay the same per second.
    virtual void set_substep_stride(u32 substeps) = 0;

  protected:
    ~SubstepStride() = default;
};

}  // namespace pliant
