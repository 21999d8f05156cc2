// Medit .mesh, the text format: sections of vertices, tetrahedra and others, each with its number of lines.
#pragma once

#include <string>
#include <string_view>

#include "assets/tet_builder.h"

namespace pliant {

TetFile read_medit(std::string_view text, const std::string& name);  // throws Error with file and line
std::string medit_text(const TetMesh& mesh);  // with the boundary triangles, as viewers want them

}  // namespace pliant
