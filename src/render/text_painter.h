// Writes words and fills rectangles on a picture.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "render/gl.h"
#include "render/layers.h"

struct ImFont;
struct ImFontAtlas;

namespace pliant::render {

class TextPainter {
  public:
    TextPainter();
    ~TextPainter();
    void set_size(float pixels);  // height of a line; before the first word of a picture
    // Places are in pixels from the upper left corner.
    void text(std::string_view words, float x, float y, Color color);
    float width_of(std::string_view words) const;
    void rectangle(float x, float y, float width, float height, Color color, float alpha = 1);
    void draw(u32 width, u32 height);  // all that was asked for

  private:
    struct Corner {
        float x, y, u, v;
        u8 r, g, b, a;
    };
    void quad(float x0, float y0, float x1, float y1, float u0, float v0, float u1, float v1, Color color, float alpha);
    std::unique_ptr<ImFontAtlas> atlas_;
    const ImFont* font_ = nullptr;
    float size_ = 0;
    float white_u_ = 0, white_v_ = 0;
    std::vector<Corner> corners_;
    Program program_;
    Texture texture_;
    VertexArray array_;
    Buffer buffer_;
};

// The font of panels and legends: a file's path, or empty where only the built-in one is there.
const char* font_file();

}  // namespace pliant::render
