// Finds boxes that touch, by sweeping one axis over sorted lower bounds. Pairs come in ascending order.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "core/vec.h"

namespace pliant {

class BroadPhase {
  public:
    // Pairs (i, j), i < j, of boxes that overlap; empty boxes touch nothing.
    void find(std::span<const Box> boxes, std::vector<std::pair<u32, u32>>& pairs);

  private:
    std::vector<u32> order_;
    std::vector<u32> active_;
};

}  // namespace pliant
