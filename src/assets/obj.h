// Wavefront OBJ, and MTL, the materials beside it.
//
// The points of the mesh are the v lines, all of them and in their order: caches and paint depend on it.
#pragma once

#include <string>
#include <string_view>

#include "assets/file_mesh.h"

namespace pliant {

// `name` is what messages call the file. Throws Error with file and line.
FileMesh read_obj(std::string_view text, const std::string& name, const FileResolver& resolve);

// Lines that make no sense are left out with a note: a mesh is worth having without its colours.
std::vector<Material> read_mtl(std::string_view text, const std::string& name, std::vector<std::string>& notes);

}  // namespace pliant
