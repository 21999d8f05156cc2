// Which format a mesh file has, and who reads it.
#pragma once

#include <string>
#include <string_view>

#include "assets/file_mesh.h"

namespace pliant {

// By the bytes where they tell, else by the name's ending: "glb", "gltf", "obj", "ply", "msh", "vtk", "stl", "dae",
// "fbx", … or what the ending is, in lower case.
std::string mesh_format(std::string_view bytes, const std::string& name);

FileMesh read_mesh(std::string_view bytes, const std::string& name, const FileResolver& resolve);

}  // namespace pliant
