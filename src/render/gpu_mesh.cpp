#include "render/gpu_mesh.h"

#include "core/contract.h"

namespace pliant::render {

namespace {

// Gives an attribute its numbers, or switches it off, which makes it zero.
template <class T>
void set_attribute(const VertexArray& array, const Buffer& buffer, GLuint attribute, GLint numbers,
                   std::span<const T> values, GLenum usage) {
    glBindVertexArray(array);
    if (values.empty()) {
        glDisableVertexAttribArray(attribute);
        return;
    }
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(values.size_bytes()), values.data(), usage);
    glVertexAttribPointer(attribute, numbers, GL_FLOAT, GL_FALSE, sizeof(T), nullptr);
    glEnableVertexAttribArray(attribute);
}

}  // namespace

GpuMesh::GpuMesh()
    : array_(make_vertex_array()),
      positions_(make_buffer()),
      normals_(make_buffer()),
      uvs_(make_buffer()),
      field_(make_buffer()),
      indices_(make_buffer()) {}

void GpuMesh::set_topology(std::span<const u32> indices, std::span<const Vec2> uvs, u32 vertex_count) {
    PL_ASSERT(indices.size() % 3 == 0 && all_below(indices, vertex_count));
    set_attribute(array_, uvs_, uv, 2, uvs.size() == vertex_count ? uvs : std::span<const Vec2>(), GL_STATIC_DRAW);
    glBindVertexArray(array_);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, indices_);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(indices.size_bytes()), indices.data(),
                 GL_STATIC_DRAW);
    index_count_ = static_cast<u32>(indices.size());
}

void GpuMesh::set_positions(std::span<const Vec3> positions, std::span<const Vec3> normals) {
    PL_ASSERT(normals.size() == positions.size());
    set_attribute(array_, positions_, position, 3, positions, GL_STREAM_DRAW);
    set_attribute(array_, normals_, normal, 3, normals, GL_STREAM_DRAW);
}

void GpuMesh::set_field(std::span<const float> values) {
    set_attribute(array_, field_, field, 1, values, GL_STREAM_DRAW);
}

void GpuMesh::draw(u32 first_index, u32 index_count) const {
    glBindVertexArray(array_);
    glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(index_count), GL_UNSIGNED_INT,
                   reinterpret_cast<const void*>(static_cast<size_t>(first_index) * sizeof(u32)));
}

}  // namespace pliant::render
