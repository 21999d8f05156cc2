// Triangles without area whose three points differ: one point lies on the opposite side.
//
//        d                d            Dropping the flat one alone (x z y below) would tear a crack of no width into
//       / \              /|\           the surface, and a closed mesh would count as open. Turning the edge that it
//      /   \     ->     / | \          shares with its neighbour removes it and leaves the surface as it is.
//     x--z--y          x--z--y
#pragma once

#include <span>
#include <vector>

#include "core/vec.h"
#include "geometry/triangle_edges.h"

namespace pliant {

// Lower than `height` [m] over its longest side, or with a point twice.
bool is_flat(const TrianglePoints& triangle, std::span<const Vec3> points, double height);

// Turns edges where that removes a flat triangle; the two triangles made take the source of the neighbour. What cannot
// be helped this way stays. Returns how many were removed.
u32 absorb_flat_triangles(std::vector<TrianglePoints>& triangles, std::vector<u32>& source,
                          std::span<const Vec3> points, double height);

}  // namespace pliant
