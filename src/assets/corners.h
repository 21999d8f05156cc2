// Faces as OBJ and COLLADA have them, whose corners name points, texture coordinates and normals by separate numbers,
// made into vertices; and faces of named runs made into parts.
#pragma once

#include <string>
#include <vector>

#include "assets/file_mesh.h"

namespace pliant {

struct FaceCorner {
    static constexpr u32 none = 0xffffffffu;
    u32 point = none, uv = none, normal = none;
};

// Faces from `first_face` to the next run belong to the object or group of that name.
struct FaceRun {
    u32 first_face;
    std::string name;
};

struct CornerMesh {
    std::vector<FaceCorner> corners;  // of face f from face_start[f] on
    std::vector<u32> face_start{0};
    std::vector<u32> face_material;
    std::vector<FaceRun> runs;
    std::vector<Vec2> uv;
    std::vector<Vec3> normals;
    u32 face_count() const { return static_cast<u32>(face_start.size() - 1); }
};

// Adds faces, vertices and parts to the mesh, whose points are there already; all numbers must be in range.
//
// Corners that agree in point, texture coordinate and normal are one vertex. Vertices stand in the order of their
// points, so that a file with neither has vertex i at point i. Faces keep their order within a part; a part that the
// file comes back to later is one part.
void add_faces(FileMesh& file, CornerMesh faces);

}  // namespace pliant
