// Triangles of the same three points.
#pragma once

#include <span>
#include <vector>

#include "geometry/triangle_edges.h"

namespace pliant {

// 1 for each triangle that can go. Of the same three points one triangle stays, or one of each side where there are as
// many of both: sides that cancel each other bound nothing. A surface that touches itself can have a triangle twice for
// good reason; what closes it stays too.
std::vector<u8> find_duplicates(std::span<const TrianglePoints> triangles);

// For each triangle the one with the same points that faces the other way, or none.
constexpr u32 no_twin = 0xffffffffu;
std::vector<u32> opposite_twins(std::span<const TrianglePoints> triangles);

}  // namespace pliant
