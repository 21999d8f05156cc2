// Pieces of OBJ and MTL files.
#pragma once

#include <fmt/format.h>

#include <string>

#include "record/materials.h"

namespace pliant {

// v lines: the points in the file's order, of positions of vertices. Numbers are the shortest text that reads back as
// the same float.
void add_obj_points(fmt::memory_buffer& text, const SurfaceModel& surface, std::span<const Vec3> vertices);
// vt, vn where wanted, usemtl and f lines; the text that is the same in every frame. `before`: points and vertices that
// the file has already.
struct ObjCount {
    u32 points = 0, vertices = 0;
};
std::string obj_faces(const SurfaceModel& surface, bool with_normals, const ObjCount& before = {});
// The lines of an MTL file about one material, but for its name and image.
std::string mtl_values(const Material& material);
std::string mtl_text(const RecordedScene& scene, size_t body, const SceneTextures& textures);

}  // namespace pliant
