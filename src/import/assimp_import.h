// Formats that Assimp reads for us: COLLADA, FBX, STL and a few older ones. OBJ, PLY and glTF are read by assets/, for
// Assimp gives points in an order of its own.
#pragma once

#include "assets/mesh_file.h"

namespace pliant {

// Makes load_mesh know these formats.
void register_assimp();

// In a process of its own (isolated.h), so that a crash in Assimp is harmless. Throws Error with its message.
FileMesh read_by_assimp(std::string_view bytes, const std::string& name);

}  // namespace pliant
