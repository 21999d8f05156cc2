// The opposite of refine.h: short edges are collapsed, shortest first, as long as the surface hardly changes.
#pragma once

#include <array>
#include <vector>

#include "core/vec.h"

namespace pliant {

// Points that are left are points of the input, in its order. An edge shorter than `shortest_edge` goes where neither
// the topology changes, nor a triangle turns over, nor the surface moves by more than `tolerance` [m] in the
// mean (root of mean square, by area) around it.
void coarsen_triangles(std::vector<Vec3>& points, std::vector<std::array<u32, 3>>& triangles, float shortest_edge,
                       float tolerance);

}  // namespace pliant
