// Capability of a model: particle positions that fit posed points of the mesh.
#pragma once

#include <span>

#include "core/vec.h"

namespace pliant {

// The part of the work that does not depend on the pose is done once. One thread at a time may call solve.
class PoseFit {
  public:
    virtual ~PoseFit() = default;
    // `points`: where an animator put the points of the mesh [m]; `particles`: takes where the particles are then.
    virtual void solve(std::span<const Vec3> points, std::span<Vec3> particles) = 0;
};

}  // namespace pliant
