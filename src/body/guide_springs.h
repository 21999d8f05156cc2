// Capability: matter that consists of springs to the places where a guide has its particles. It has a guide from the
// beginning, the world adds no springs of its own, and the matter says which particles are held at their places.
#pragma once

#include "body/guide_targets.h"

namespace pliant {

class GuideSprings {
  public:
    virtual void set_guide_targets(const GuideTargets&) = 0;  // before every predict stage; empty: there are none

  protected:
    ~GuideSprings() = default;
};

}  // namespace pliant
