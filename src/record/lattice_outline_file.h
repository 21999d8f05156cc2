// A lattice as a mesh that any program can pose: a vertex for every particle, in their order. The outer faces of cells
// are polygons. So that no particle inside hangs loose and gets lost, OBJ has the edges inside as lines, and glTF the
// faces inside as well: programs that read it take lines for a mesh of their own.
#pragma once

#include <span>
#include <string>

#include "geometry/lattice_outline.h"

namespace pliant {

// `particles` in the mesh's space [m]. Throw OutputError.
void write_lattice_obj(const std::string& path, const LatticeOutline& outline, std::span<const Vec3> particles);
void write_lattice_glb(const std::string& path, const LatticeOutline& outline, std::span<const Vec3> particles);

}  // namespace pliant
