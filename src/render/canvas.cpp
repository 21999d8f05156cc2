#include "render/canvas.h"

#include <algorithm>

#include "core/assert.h"
#include "core/error.h"

namespace pliant::render {

namespace {

Renderbuffer storage(GLenum format, int samples, u32 width, u32 height) {
    Renderbuffer buffer = make_renderbuffer();
    glBindRenderbuffer(GL_RENDERBUFFER, buffer);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, static_cast<GLsizei>(width),
                                     static_cast<GLsizei>(height));
    return buffer;
}

}  // namespace

void Canvas::make(u32 width, u32 height) {
    GLint most = 0, largest = 0;
    glGetIntegerv(GL_MAX_SAMPLES, &most);
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &largest);
    if (width == 0 || height == 0 || std::max(width, height) > static_cast<u32>(largest))
        throw Error({"--size", std::to_string(width) + "x" + std::to_string(height) + " cannot be drawn",
                     "up to " + std::to_string(largest) + " pixels a side", ""});
    const int samples = std::min(most, 4);
    color_ = storage(GL_RGBA8, samples, width, height);
    depth_ = storage(GL_DEPTH_COMPONENT24, samples, width, height);
    result_color_ = storage(GL_RGBA8, 0, width, height);
    samples_ = make_framebuffer();
    result_ = make_framebuffer();
    glBindFramebuffer(GL_FRAMEBUFFER, result_);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, result_color_);
    glBindFramebuffer(GL_FRAMEBUFFER, samples_);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color_);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth_);
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
        throw Error({"OpenGL", "the driver cannot draw into a picture of its own", "", ""});
    width_ = width;
    height_ = height;
}

void Canvas::begin(u32 width, u32 height) {
    if (width != width_ || height != height_) make(width, height);
    glBindFramebuffer(GL_FRAMEBUFFER, samples_);
    glViewport(0, 0, static_cast<GLsizei>(width), static_cast<GLsizei>(height));
}

void Canvas::finish() {
    const GLint w = static_cast<GLint>(width_), h = static_cast<GLint>(height_);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, samples_);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, result_);
    glBlitFramebuffer(0, 0, w, h, 0, 0, w, h, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

Image Canvas::read() const {
    PL_ASSERT(width_ > 0 && height_ > 0);
    Image image{width_, height_, std::vector<u8>(4 * static_cast<size_t>(width_) * height_)};
    std::vector<u8> rows(image.rgba.size());
    glBindFramebuffer(GL_READ_FRAMEBUFFER, result_);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, static_cast<GLsizei>(width_), static_cast<GLsizei>(height_), GL_RGBA, GL_UNSIGNED_BYTE,
                 rows.data());
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
    const size_t row = 4 * static_cast<size_t>(width_);
    for (size_t y = 0; y < height_; ++y)  // GL begins at the bottom
        std::copy_n(&rows[(height_ - 1 - y) * row], row, &image.rgba[y * row]);
    // Colours were blended with their alpha multiplied in.
    for (size_t p = 0; p < image.rgba.size(); p += 4)
        if (const u32 a = image.rgba[p + 3]; a != 0 && a != 255)
            for (size_t c = 0; c < 3; ++c)
                image.rgba[p + c] = static_cast<u8>(std::min(255u, image.rgba[p + c] * 255u / a));
    return image;
}

void Canvas::show_in_window(u32 x, u32 y, u32 width, u32 height) const {
    const bool same = width == width_ && height == height_;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, result_);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    glBlitFramebuffer(0, 0, static_cast<GLint>(width_), static_cast<GLint>(height_), static_cast<GLint>(x),
                      static_cast<GLint>(y), static_cast<GLint>(x + width), static_cast<GLint>(y + height),
                      GL_COLOR_BUFFER_BIT, same ? GL_NEAREST : GL_LINEAR);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

}  // namespace pliant::render
