// What lies beside point caches, so that they can be opened by themselves: the mesh of each body at rest, its materials
// and images, and a script that puts all of it into Blender.
#pragma once

#include <string>

#include "record/recorded_scene.h"

namespace pliant {

// <body>.obj, <body>.mtl, the same of characters and colliders, images, open_in_blender.py. Always the same bytes for
// the same scene.
void write_rest_meshes(const RecordedScene& scene, const std::string& folder);

// The text of open_in_blender.py.
std::string blender_script(const RecordedScene& scene);

}  // namespace pliant
