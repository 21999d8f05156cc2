// What loading meshes and characters has in common: opening the file, finding files beside it, judging the contents.
#pragma once

#include <string>
#include <string_view>

#include "assets/file_mesh.h"

namespace pliant {

// The bytes of a file; throws Error with the likeliest name where there is none. `wanted`: "a mesh file".
std::string read_asset_file(const std::string& path, const std::string& wanted);
void check_size(std::string_view bytes, const std::string& name, const std::string& wanted);

FileResolver files_beside(const std::string& asset);
void bring_textures(FileMesh& file, const FileResolver& resolve);

// The box around the points that faces use and that are somewhere.
Box used_bounds(const Mesh& mesh);
// Throws Error where there is nothing to see.
void check_content(const FileMesh& file, const std::string& name);

}  // namespace pliant
