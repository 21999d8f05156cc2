// A picture of a mesh with a map on it, in false colours.
#pragma once

#include <span>
#include <string>

#include "geometry/mesh.h"

namespace pliant::app {

void write_preview(const Mesh& mesh, std::span<const float> points, const std::string& path);

}  // namespace pliant::app
