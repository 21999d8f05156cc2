// Gmsh .msh: versions 1, 2 and 4.1, and of the latter two both text and bytes.
//
//   1     $NOD, $ELM                        a line each, with the number of nodes
//   2     $MeshFormat, $Nodes, $Elements    a line each, with tags before the nodes; bytes in runs of one type
//   4.1   the same sections                 in blocks of one entity; numbers of nodes come before their places
#pragma once

#include <string>
#include <string_view>

#include "assets/tet_builder.h"

namespace pliant {

// Throws Error with file and line, or byte.
TetFile read_gmsh(std::string_view bytes, const std::string& name);

enum class GmshVersion { v1, v2, v4 };
std::string gmsh_bytes(const TetMesh& mesh, GmshVersion version, bool binary);  // version 1 is always text

}  // namespace pliant
