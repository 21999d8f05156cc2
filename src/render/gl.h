// What GL makes, owned: buffers, vertex arrays, textures, framebuffers and programs that go with their owner.
#pragma once

#include <epoxy/gl.h>

#include <string>
#include <utility>

namespace pliant::render {

// An object of GL by its number; `Deleter` knows how to give it back.
template <class Deleter>
class GlObject {
  public:
    GlObject() = default;
    explicit GlObject(GLuint number) : number_(number) {}
    GlObject(GlObject&& other) noexcept : number_(std::exchange(other.number_, 0)) {}
    GlObject& operator=(GlObject&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    ~GlObject() {
        if (number_) Deleter()(number_);
    }
    operator GLuint() const { return number_; }

  private:
    GLuint number_ = 0;
};

struct DeleteBuffer {
    void operator()(GLuint n) const { glDeleteBuffers(1, &n); }
};
struct DeleteVertexArray {
    void operator()(GLuint n) const { glDeleteVertexArrays(1, &n); }
};
struct DeleteTexture {
    void operator()(GLuint n) const { glDeleteTextures(1, &n); }
};
struct DeleteFramebuffer {
    void operator()(GLuint n) const { glDeleteFramebuffers(1, &n); }
};
struct DeleteRenderbuffer {
    void operator()(GLuint n) const { glDeleteRenderbuffers(1, &n); }
};
struct DeleteProgram {
    void operator()(GLuint n) const { glDeleteProgram(n); }
};
using Buffer = GlObject<DeleteBuffer>;
using VertexArray = GlObject<DeleteVertexArray>;
using Texture = GlObject<DeleteTexture>;
using Framebuffer = GlObject<DeleteFramebuffer>;
using Renderbuffer = GlObject<DeleteRenderbuffer>;
using Program = GlObject<DeleteProgram>;

template <class T>
T generate(void (*make)(GLsizei, GLuint*)) {
    GLuint number = 0;
    make(1, &number);
    return T(number);
}
inline Buffer make_buffer() {
    return generate<Buffer>([](GLsizei n, GLuint* out) { glGenBuffers(n, out); });
}
inline VertexArray make_vertex_array() {
    return generate<VertexArray>([](GLsizei n, GLuint* out) { glGenVertexArrays(n, out); });
}
inline Texture make_texture() {
    return generate<Texture>([](GLsizei n, GLuint* out) { glGenTextures(n, out); });
}
inline Framebuffer make_framebuffer() {
    return generate<Framebuffer>([](GLsizei n, GLuint* out) { glGenFramebuffers(n, out); });
}
inline Renderbuffer make_renderbuffer() {
    return generate<Renderbuffer>([](GLsizei n, GLuint* out) { glGenRenderbuffers(n, out); });
}

// Puts the texts of shaders together; throws Error with the driver's words when they do not compile.
Program make_program(const std::string& name, const std::string& vertex, const std::string& fragment);

}  // namespace pliant::render
