// Sums of what pairs of objects did to each other in a step.
#pragma once

#include <algorithm>
#include <vector>

#include "world/object_id.h"

namespace pliant {

struct Touch {
    ObjectPair pair;
    Vec3 point, normal;  // [m], from a to b: both times the impulse
    float impulse = 0;   // [N s]
    float speed = 0;     // [m/s] greatest speed of approach
};

// One touch for each pair, sorted. Touches of a batch are added in any order: the sums do not depend on it.
class TouchList {
  public:
    void clear() { touches_.clear(); }
    const std::vector<Touch>& all() const { return touches_; }

    void begin_batch() { known_ = touches_.size(); }
    void add(const Touch& touch);
    void end_batch();
    // Unless the pair touches already.
    void add_overlap(const ObjectPair& pair);

  private:
    std::vector<Touch> touches_;
    size_t known_ = 0;  // sorted; what was added since is behind them
};

}  // namespace pliant
