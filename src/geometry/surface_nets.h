// A closed triangle mesh of the surface where a function passes through zero: negative inside, positive outside.
//
// Naive surface nets (Gibson 1998): each cell of a grid that the surface passes through gets one point, each grid edge
// that it crosses one quadrangle between the points of the four cells around it. Two changes make the result a manifold
// whatever the function is: grid faces whose corners alternate in sign are filled until none is left, and a cell that
// two sheets pass through (only two opposite corners differ from the rest) gets a point for each.
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "core/vec.h"

namespace pliant {

struct SurfaceNet {
    std::vector<Vec3> points;
    std::vector<std::array<u32, 4>> quads;  // outward
};

using DistanceFunction = std::function<double(const Vec3d&)>;

// Over cubes of width `cell` that cover `box`. What would leave the box is closed off at its border.
SurfaceNet surface_net(const DistanceFunction& distance, const Box& box, float cell);

// Each quadrangle cut along its shorter diagonal.
std::vector<std::array<u32, 3>> cut_quads(const SurfaceNet& net);

}  // namespace pliant
