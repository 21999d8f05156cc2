// Capability: matter whose inside can be shown, for pictures, records and painting.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/particle_view.h"

namespace pliant {

class Inspection {
  public:
    // Appends pairs of connected particles: the edges of cells, tets or triangles.
    virtual void links(std::vector<std::array<u32, 2>>& out) const = 0;
    // Of each particle, the largest |principal stretch - 1| of the matter around it.
    virtual void strain(const ParticleView&, std::span<float> particles) const = 0;

  protected:
    ~Inspection() = default;
};

}  // namespace pliant
