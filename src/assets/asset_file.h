// What loading meshes and characters has in common: opening the file, finding files beside it, judging the contents.
#pragma once

#include <string>
#include <string_view>

#include "assets/file_mesh.h"

namespace pliant {

// The bytes of a file; throws Error with the likeliest name where there is none. `wanted`: "a mesh file".
std::string read_asset_file(const std::string& path, const std::string& wanted);
void check_size(std::string_view bytes, const std::string& name, const std::string& wanted);

// Whether a path that an asset names is absolute or climbs out of the asset's folder: such files are not read.
bool leads_outside(const std::string& path);
// "is missing", or that it is not read and why: for notes and errors about a file that an asset names.
std::string why_not_read(const std::string& path);
// Reads what lies beside an asset and in the folders below.
FileResolver files_beside(const std::string& asset);
void bring_textures(FileMesh& file, const FileResolver& resolve);

// Messages about a file go to terminals, with names from the file.
void make_printable(std::vector<std::string>& notes, std::string& summary);

// The box around the points that faces use and that are somewhere.
Box used_bounds(const Mesh& mesh);
// Throws Error where there is nothing to see.
void check_content(const FileMesh& file, const std::string& name);

}  // namespace pliant
