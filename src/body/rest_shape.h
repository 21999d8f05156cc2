// Capability: matter that takes another rest shape than the one it was cooked with, such as that of a guide.
#pragma once

#include <span>

#include "core/vec.h"

namespace pliant {

class RestShape {
  public:
    // One place for every particle, in the mesh's space [m]; between steps. Only the shape counts, not where it is in
    // that space.
    virtual void set_rest_shape(std::span<const Vec3> places) = 0;

  protected:
    ~RestShape() = default;
};

}  // namespace pliant
