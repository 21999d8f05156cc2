// A lattice as a mesh that any program can pose: a vertex for every particle, in their order; the outer faces of cells
// as polygons, and the edges inside as lines, so that no particle hangs loose.
#pragma once

#include <span>
#include <string>

#include "geometry/lattice_outline.h"

namespace pliant {

// `particles` in the mesh's space [m]. Throw OutputError.
void write_lattice_obj(const std::string& path, const LatticeOutline& outline, std::span<const Vec3> particles);
void write_lattice_glb(const std::string& path, const LatticeOutline& outline, std::span<const Vec3> particles);

}  // namespace pliant
