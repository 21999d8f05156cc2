// A mesh in false colours: numbers of points as colours that any viewer of PLY shows, and as a property `error`.
#pragma once

#include <span>
#include <string>

#include "geometry/mesh.h"

namespace pliant {

// From blue at 0 over green to red at `highest`. `points` are the places of the mesh's points [m]. Throws OutputError.
void write_painted_ply(const std::string& path, const Mesh& mesh, std::span<const Vec3> points,
                       std::span<const float> values, float highest);

}  // namespace pliant
