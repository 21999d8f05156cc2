#include "render/text_painter.h"

#include <imgui/imgui.h>

#include <cmath>
#include <filesystem>

#include "core/assert.h"
#include "render/shaders.h"

namespace pliant::render {

const char* font_file() {
    static const char* const known[] = {"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
                                        "/usr/share/fonts/TTF/DejaVuSans.ttf",
                                        "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf"};
    for (const char* path : known) {
        std::error_code trouble;
        if (std::filesystem::exists(path, trouble)) return path;
    }
    return "";
}

TextPainter::TextPainter()
    : program_(make_program("text", text_vertex_shader, text_fragment_shader)),
      texture_(make_texture()),
      array_(make_vertex_array()),
      buffer_(make_buffer()) {
    glBindVertexArray(array_);
    glBindBuffer(GL_ARRAY_BUFFER, buffer_);
    const auto attribute = [](GLuint number, GLint count, GLenum type, size_t offset) {
        glVertexAttribPointer(number, count, type, type == GL_UNSIGNED_BYTE, sizeof(Corner),
                              reinterpret_cast<const void*>(offset));
        glEnableVertexAttribArray(number);
    };
    attribute(0, 2, GL_FLOAT, offsetof(Corner, x));
    attribute(1, 2, GL_FLOAT, offsetof(Corner, u));
    attribute(2, 4, GL_UNSIGNED_BYTE, offsetof(Corner, r));
}

TextPainter::~TextPainter() = default;

// Letters are drawn for the size they are shown in: scaled ones would be blurred.
void TextPainter::set_size(float pixels) {
    PL_ASSERT(pixels > 0);
    if (pixels == size_) return;
    size_ = pixels;
    atlas_ = std::make_unique<ImFontAtlas>();
    font_ = *font_file() ? atlas_->AddFontFromFileTTF(font_file(), pixels) : nullptr;
    if (!font_) font_ = atlas_->AddFontDefault();
    unsigned char* letters = nullptr;
    int width = 0, height = 0;
    atlas_->GetTexDataAsAlpha8(&letters, &width, &height);
    white_u_ = atlas_->TexUvWhitePixel.x;
    white_v_ = atlas_->TexUvWhitePixel.y;
    glBindTexture(GL_TEXTURE_2D, texture_);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, width, height, 0, GL_RED, GL_UNSIGNED_BYTE, letters);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
}

void TextPainter::quad(float x0, float y0, float x1, float y1, float u0, float v0, float u1, float v1, Color c,
                       float alpha) {
    const u8 a = static_cast<u8>(alpha * 255 + 0.5f);
    const Corner upper_left{x0, y0, u0, v0, c.r, c.g, c.b, a}, upper_right{x1, y0, u1, v0, c.r, c.g, c.b, a},
        lower_left{x0, y1, u0, v1, c.r, c.g, c.b, a}, lower_right{x1, y1, u1, v1, c.r, c.g, c.b, a};
    for (const Corner& corner : {upper_left, lower_left, upper_right, upper_right, lower_left, lower_right})
        corners_.push_back(corner);
}

void TextPainter::text(std::string_view words, float x, float y, Color color) {
    const float scale = size_ / font_->FontSize;
    x = std::round(x);
    y = std::round(y);
    for (const char letter : words) {
        const ImFontGlyph* g = font_->FindGlyph(static_cast<ImWchar>(static_cast<unsigned char>(letter)));
        if (!g) continue;
        if (g->Visible)
            quad(x + g->X0 * scale, y + g->Y0 * scale, x + g->X1 * scale, y + g->Y1 * scale, g->U0, g->V0, g->U1, g->V1,
                 color, 1);
        x += g->AdvanceX * scale;
    }
}

float TextPainter::width_of(std::string_view words) const {
    float width = 0;
    for (const char letter : words)
        if (const ImFontGlyph* g = font_->FindGlyph(static_cast<ImWchar>(static_cast<unsigned char>(letter))))
            width += g->AdvanceX * size_ / font_->FontSize;
    return width;
}

void TextPainter::rectangle(float x, float y, float width, float height, Color color, float alpha) {
    quad(x, y, x + width, y + height, white_u_, white_v_, white_u_, white_v_, color, alpha);
}

void TextPainter::draw(u32 width, u32 height) {
    PL_ASSERT(width > 0 && height > 0);
    if (corners_.empty()) return;
    glDisable(GL_DEPTH_TEST);
    glUseProgram(program_);
    glUniform2f(glGetUniformLocation(program_, "size"), static_cast<float>(width), static_cast<float>(height));
    glUniform1i(glGetUniformLocation(program_, "font"), 0);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, texture_);
    glBindVertexArray(array_);
    glBindBuffer(GL_ARRAY_BUFFER, buffer_);
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(corners_.size() * sizeof(Corner)), corners_.data(),
                 GL_STREAM_DRAW);
    glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(corners_.size()));
    glEnable(GL_DEPTH_TEST);
    corners_.clear();
}

}  // namespace pliant::render
