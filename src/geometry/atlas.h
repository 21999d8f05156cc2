// Texture coordinates for meshes that have none: charts of neighbours that face about the same way, seen from there and
// laid out side by side, all at one scale. The same mesh always gets the same ones, so that who paints and who reads
// need not exchange them.
//
//   1. every triangle faces one of six ways, ±x, ±y, ±z: the nearest to its normal, or that of most of its neighbours
//   2. neighbours that face the same way are a chart, and a chart is seen along its axis
//   3. parts of a chart that overlap (a spiral) become charts of their own
//   4. charts are put on shelves, highest first, at the largest scale at which all fit
#pragma once

#include "geometry/texels.h"

namespace pliant {

// Of each triangle, within 0 … 1, nowhere twice. Between charts there is room for texels that are dilated: 1/64 of the
// image, less where there are more than some hundred charts.
std::vector<UvTriangle> generated_atlas(const Mesh& mesh, const Triangulation& triangulation);

}  // namespace pliant
