// Cuts a polygon, given in its own plane, ear by ear: always n - 2 triangles. Leaves a fan where no ear is found
// (self-crossing input).
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/types.h"

namespace pliant {

std::vector<std::array<u32, 3>> cut_ears(std::span<const std::array<double, 2>> corners);

}  // namespace pliant
