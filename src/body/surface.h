// What a renderer draws of a body: the part that never changes, and the frames that do.
#pragma once

#include <memory>
#include <string>

#include "core/archive.h"
#include "core/array.h"
#include "core/particle_view.h"
#include "core/soundness.h"
#include "geometry/mesh.h"

namespace pliant {

struct MaterialRange {
    u32 material, first_index, index_count;
};

struct SurfaceModel {
    // Per vertex; positions at rest in the model's own space.
    std::vector<Vec3> positions, normals;
    std::vector<Float4> tangents;  // xyz and handedness; empty without texture coordinates
    std::vector<Vec2> uv;          // or empty
    std::vector<u32> vertex_point;

    std::vector<u32> indices;  // triangles of vertices, grouped by material
    std::vector<MaterialRange> ranges;
    std::vector<Material> materials;

    // As the file had it: points in its order (a vertex of each), and polygons of vertices.
    std::vector<u32> point_vertex;
    std::vector<u32> face_start, face_vertex, face_material;
    std::vector<Attribute> attributes;  // per point

    u32 vertex_count() const { return static_cast<u32>(positions.size()); }
    u32 point_count() const { return static_cast<u32>(point_vertex.size()); }
    void save(Writer&) const;
    void load(Reader&);  // throws Error, also for data that makes no sense
    friend const char* validate(const SurfaceModel&);

  private:
    void check(const Soundness&) const;
};

// Vertices, normals, tangents and index ranges from a mesh.
SurfaceModel make_surface_model(Mesh mesh, const Triangulation& triangles);

// One moment of a surface, in the world.
struct SurfaceFrame {
    Array<Vec3> positions, normals;
    Array<Float4> tangents;
    Box bounds;
};

}  // namespace pliant
