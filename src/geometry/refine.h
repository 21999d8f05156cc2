// Conforming subdivision of triangle meshes: long edges get a point in their middle, and the triangles on both sides
// are cut to match, into two, three or four, so that no crack opens.
#pragma once

#include <array>
#include <functional>
#include <span>
#include <vector>

#include "core/vec.h"

namespace pliant {

// A new point `at` on the edge between points a < b.
struct EdgeCut {
    u32 a, b;
    Vec3 at;
};

// Cuts the given edges (sorted by a, then b, none twice). Point first + i is that of cuts[i], where first is the number
// of points before the call. Triangles of one triangle take its place, in order; where a quadrangle is left, it is cut
// along its shorter diagonal.
void cut_edges(std::vector<Vec3>& points, std::vector<std::array<u32, 3>>& triangles, std::span<const EdgeCut> cuts);

enum class Refined {
    complete,  // no edge is longer than wanted
    stopped,   // there was not room for more points; the longest edges were cut as far as it went
};

// Points are only added: point `first + i` is in the middle of (*parents)[i], where first is the number of points
// before the call; parents may themselves be new.
Refined refine_triangles(std::vector<Vec3>& points, std::vector<std::array<u32, 3>>& triangles, float longest_edge,
                         std::vector<std::array<u32, 2>>* parents, u32 max_points);

// The same with a longest edge that depends on the place, asked for the middle of each edge [m].
Refined refine_triangles(std::vector<Vec3>& points, std::vector<std::array<u32, 3>>& triangles,
                         const std::function<float(const Vec3&)>& longest_edge,
                         std::vector<std::array<u32, 2>>* parents, u32 max_points);

}  // namespace pliant
