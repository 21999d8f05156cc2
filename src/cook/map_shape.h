// Numbers that the shape of a mesh gives its points, to paint with.
#pragma once

#include <span>
#include <vector>

#include "geometry/mesh.h"

namespace pliant {

// For each point of a mesh the first that stands in its place.
std::vector<u32> points_as_one(const Mesh& mesh);

// [1/m] how strongly the surface is bent at each point: the mean along its edges. Above 0 where it bulges, below where
// it is hollow; 1/r on a ball of radius r. Points in one place are one.
std::vector<float> curvature_of_points(const Mesh& mesh);

// Each value half way to the mean of its neighbours along edges, so many times. Points in one place are one.
std::vector<float> smoothed(const Mesh& mesh, std::vector<float> values, u32 rounds);

}  // namespace pliant
