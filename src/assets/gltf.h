// glTF 2.0, as .glb or .gltf.
#pragma once

#include <string>
#include <string_view>

#include "assets/file_mesh.h"

namespace pliant {

// All meshes of the default scene, placed by their nodes: one part per node. A vertex of the file is a point of the
// mesh; texture coordinates are those of the base colour. COLOR_0 becomes the attributes color.r, color.g, color.b and
// color.a, COLOR_1 color1.r and so on, _WAIST becomes WAIST. Throws Error.
FileMesh read_gltf(std::string_view bytes, const std::string& name, const FileResolver& resolve);

}  // namespace pliant
