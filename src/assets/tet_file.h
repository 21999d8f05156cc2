// Files of tetrahedra, in and out.
//
//   .msh          Gmsh 1, 2 and 4.1           .node .ele   TetGen; either opens both
//   .vtk          legacy VTK                  .mesh        Medit
//   .tet          PhysX
#pragma once

#include <string>
#include <string_view>

#include "assets/file_mesh.h"
#include "assets/gmsh.h"
#include "assets/tet_builder.h"

namespace pliant {

// Whether mesh_format() is one of these: "msh", "vtk", "tet", "node", "ele", "mesh".
bool is_tet_format(const std::string& format);
bool has_tet_ending(const std::string& path);

// Throws Error with file and line, or byte. `resolve` finds the other file of TetGen's two.
TetFile read_tets(std::string_view bytes, const std::string& name, const std::string& format,
                  const FileResolver& resolve);

// The same as a mesh: its faces are the boundary of the tets, and its volume is the tets.
FileMesh read_tet_mesh(std::string_view bytes, const std::string& name, const std::string& format,
                       const FileResolver& resolve);

struct TetFileStyle {
    GmshVersion gmsh = GmshVersion::v4;
    bool binary = false;  // .msh and .vtk
};
// By the ending of the path; TetGen's second file is written beside the first. Throws Error for endings that are no
// format of tets, OutputError.
void write_tets(const std::string& path, const TetMesh& mesh, const TetFileStyle& style = {});

}  // namespace pliant
