// Points that stand in the same place, found in one pass over a hash grid.
#pragma once

#include <span>
#include <vector>

#include "core/vec.h"

namespace pliant {

// For each point the lowest-numbered point that it is one with: itself where there is none. A point joins another only
// within `distance` [m] of it and never by way of a third, so a row of close points does not shrink to one.
// Points whose `used` is 0 take no part; the others must be finite.
std::vector<u32> weld_points(std::span<const Vec3> points, std::span<const u8> used, double distance);

}  // namespace pliant
