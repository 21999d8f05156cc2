// A mesh as artists make them: points, and faces whose corners may carry their own texture coordinates and normals.
//
//   point    a position; the unit of vertex order in files, caches and painting. One point may have several vertices.
//   vertex   a point as seen from some of its faces: point + texture coordinate + normal. Renderers draw vertices.
//   face     a polygon of vertices, with a material.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "core/assert.h"
#include "core/vec.h"
#include "geometry/tet_mesh.h"

namespace pliant {

struct Vec2 {
    float x = 0, y = 0;
    bool operator==(const Vec2&) const = default;
};

struct Material {
    std::string name;
    Vec3 color{0.8f, 0.8f, 0.8f};  // linear
    float opacity = 1, roughness = 0.6f, metallic = 0;
    bool two_sided = false;
    bool keeps_color = false;       // a colour given to the whole body leaves it as it is: the inside of what tore
    std::string texture;            // file name, or empty
    std::vector<u8> texture_bytes;  // the image file itself, where it was inside the asset
    bool operator==(const Material&) const = default;
};

// A painted number per point, 0 … 1 as a rule.
struct Attribute {
    std::string name;
    std::vector<float> values;
};

// A named piece of the file: a node, an object, a mesh.
struct MeshPart {
    std::string name;
    u32 first_face, face_count;
};

struct Mesh {
    std::string name;

    std::vector<Vec3> points;           // [m]
    std::vector<Attribute> attributes;  // one value per point each

    std::vector<u32> vertex_point;  // the point of each vertex; every point has at least one vertex
    std::vector<Vec2> uv;           // per vertex, or empty; v runs down from the top row of the image, as in glTF
    std::vector<Vec2> second_uv;    // likewise, a set that is not drawn with: to paint by
    std::vector<Vec3> normals;      // per vertex, or empty

    std::vector<u32> face_start{
        0};  // corners of face f are face_vertex[face_start[f]] … face_vertex[face_start[f+1]-1]
    std::vector<u32> face_vertex;
    std::vector<u32> face_material;  // per face

    std::vector<Material> materials;  // at least one once there are faces
    std::vector<MeshPart> parts;      // in the order of the file; may be empty for a single piece

    std::shared_ptr<const TetMesh>
        volume;  // the tets of the inside, where the file has them; in the space of the points

    size_t face_count() const { return face_start.size() - 1; }
    Box bounds() const;
    const Attribute* attribute(const std::string& wanted) const;
};
const char* validate(const Mesh&);  // PL_VALIDATE: the first broken invariant, or null; so are the others of this name

// Corners of triangles as vertex numbers, and the face each came from. Quads and convex polygons are fanned from the
// corner that keeps the triangles' shape best; others are cut ear by ear.
struct Triangulation {
    std::vector<std::array<u32, 3>> triangles;
    std::vector<u32> face;
};
Triangulation triangulate(const Mesh& mesh);

// Fills in normals (area-weighted, smooth over shared points) where the file had none.
void add_missing_normals(Mesh& mesh, const Triangulation& triangles);

// Only the faces of the named part and the points they use, in the order of the file; throws Error with the names there
// are.
Mesh take_part(const Mesh& mesh, const std::string& part);

// Moves every point: scale, then rotate, then translate. A mirrored scale turns faces round.
void transform(Mesh& mesh, const Mat3d& linear, const Vec3d& translation);

}  // namespace pliant
