// Legacy VTK, unstructured grids: text or bytes, the highest first; cells as in version 2 to 4, or with offsets as
// in 5.
#pragma once

#include <string>
#include <string_view>

#include "assets/tet_builder.h"

namespace pliant {

TetFile read_vtk(std::string_view bytes, const std::string& name);  // throws Error with file and line, or byte
std::string vtk_bytes(const TetMesh& mesh, bool binary);            // version 3, which every reader knows

}  // namespace pliant
