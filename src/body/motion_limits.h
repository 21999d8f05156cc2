// Capability: matter that enforces motion limits (max distance, backstop) while it solves its constraints. The world
// enforces them for all matter once contacts are solved.
#pragma once

#include <span>

#include "body/motion_limit_kernels.h"

namespace pliant {

class MotionLimitConstraints {
  public:
    // Of every particle, or empty. Before every predict stage; the span stays valid until that stage is over.
    virtual void set_motion_limits(std::span<const MotionLimit>) = 0;

  protected:
    ~MotionLimitConstraints() = default;
};

}  // namespace pliant
