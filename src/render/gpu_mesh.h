// A mesh on the graphics card: what never changes is sent once, the rest when it changes.
#pragma once

#include <span>

#include "core/vec.h"
#include "geometry/mesh.h"
#include "render/gl.h"

namespace pliant::render {

class GpuMesh {
  public:
    GpuMesh();
    void set_topology(std::span<const u32> indices, std::span<const Vec2> uv, u32 vertex_count);
    void set_positions(std::span<const Vec3> positions, std::span<const Vec3> normals);
    void set_field(std::span<const float> field);  // per vertex, or empty
    void draw() const { draw(0, index_count_); }
    void draw(u32 first_index, u32 index_count) const;

    // Locations of vertex attributes in shaders.
    enum Attribute : GLuint { position = 0, normal = 1, uv = 2, field = 3 };

  private:
    VertexArray array_;
    Buffer positions_, normals_, uvs_, field_, indices_;
    u32 index_count_ = 0;
};

}  // namespace pliant::render
