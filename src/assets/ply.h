// PLY, the Stanford polygon format: ASCII and binary of either byte order, any properties in any order.
#pragma once

#include <string>
#include <string_view>

#include "assets/file_mesh.h"

namespace pliant {

// Scalar properties of vertices that are not position, normal or texture coordinate become attributes under their own
// names; red, green, blue and alpha become color.r, color.g, color.b and color.a, 0 … 1. Throws Error.
FileMesh read_ply(std::string_view bytes, const std::string& name);

}  // namespace pliant
