// TetGen: points in a .node file, tetrahedra in an .ele file of the same name. Points are numbered from 0 or from 1.
#pragma once

#include <string>
#include <string_view>

#include "assets/tet_builder.h"

namespace pliant {

// Throws Error with file and line.
TetFile read_tetgen(std::string_view node_text, const std::string& node_name, std::string_view ele_text,
                    const std::string& ele_name);
std::string tetgen_node_text(const TetMesh& mesh);
std::string tetgen_ele_text(const TetMesh& mesh);

}  // namespace pliant
