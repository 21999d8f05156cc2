#include "render/mark_painter.h"

#include "core/assert.h"
#include "render/shaders.h"

namespace pliant::render {

namespace {

template <class T>
void attribute(GLuint number, GLint count, GLenum type, size_t offset, GLuint per_instance = 0) {
    glVertexAttribPointer(number, count, type, type == GL_UNSIGNED_BYTE, sizeof(T),
                          reinterpret_cast<const void*>(offset));
    glEnableVertexAttribArray(number);
    glVertexAttribDivisor(number, per_instance);
}

template <class T>
void send(const Buffer& buffer, const std::vector<T>& items) {
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(items.size() * sizeof(T)), items.data(), GL_STREAM_DRAW);
}

constexpr float hidden_alpha = 0.25f;

}  // namespace

MarkPainter::MarkPainter()
    : dots_(make_program("dot", dot_vertex_shader, dot_fragment_shader)),
      lines_(make_program("line", line_vertex_shader, line_fragment_shader)),
      dot_array_(make_vertex_array()),
      line_array_(make_vertex_array()),
      dot_buffer_(make_buffer()),
      line_buffer_(make_buffer()) {
    glBindVertexArray(dot_array_);
    glBindBuffer(GL_ARRAY_BUFFER, dot_buffer_);
    attribute<Marks::Dot>(0, 3, GL_FLOAT, offsetof(Marks::Dot, at));
    attribute<Marks::Dot>(1, 1, GL_FLOAT, offsetof(Marks::Dot, radius));
    attribute<Marks::Dot>(2, 3, GL_UNSIGNED_BYTE, offsetof(Marks::Dot, color));
    glBindVertexArray(line_array_);
    glBindBuffer(GL_ARRAY_BUFFER, line_buffer_);
    attribute<Marks::Line>(0, 3, GL_FLOAT, offsetof(Marks::Line, from), 1);
    attribute<Marks::Line>(1, 3, GL_FLOAT, offsetof(Marks::Line, to), 1);
    attribute<Marks::Line>(2, 3, GL_UNSIGNED_BYTE, offsetof(Marks::Line, color), 1);
}

void MarkPainter::draw(const Marks& marks, const Mat4& to_picture, u32 width, u32 height) {
    PL_ASSERT(width > 0 && height > 0);
    if (marks.dots.empty() && marks.lines.empty()) return;
    const float pixel = static_cast<float>(height) / 720;
    send(dot_buffer_, marks.dots);
    send(line_buffer_, marks.lines);
    glEnable(GL_PROGRAM_POINT_SIZE);
    glDepthMask(GL_FALSE);
    for (const bool behind : {true, false}) {
        glDepthFunc(behind ? GL_GREATER : GL_LEQUAL);
        if (!behind) glDepthMask(GL_TRUE);
        const float alpha = behind ? hidden_alpha : 1;
        glUseProgram(lines_);
        glUniformMatrix4fv(glGetUniformLocation(lines_, "to_picture"), 1, GL_FALSE, to_picture.m);
        glUniform2f(glGetUniformLocation(lines_, "size"), static_cast<float>(width), static_cast<float>(height));
        glUniform1f(glGetUniformLocation(lines_, "width"), 1.3f * pixel);
        glUniform1f(glGetUniformLocation(lines_, "alpha"), alpha);
        glBindVertexArray(line_array_);
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(marks.lines.size()));
        glUseProgram(dots_);
        glUniformMatrix4fv(glGetUniformLocation(dots_, "to_picture"), 1, GL_FALSE, to_picture.m);
        glUniform1f(glGetUniformLocation(dots_, "pixel"), pixel);
        glUniform1f(glGetUniformLocation(dots_, "alpha"), alpha);
        glBindVertexArray(dot_array_);
        glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(marks.dots.size()));
    }
    glDepthFunc(GL_LEQUAL);
    glDisable(GL_PROGRAM_POINT_SIZE);
}

}  // namespace pliant::render
