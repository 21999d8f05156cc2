// Draws dots and lines: parts hidden behind surfaces show through faintly.
#pragma once

#include "render/gl.h"
#include "render/layers.h"
#include "render/matrix.h"

namespace pliant::render {

class MarkPainter {
  public:
    MarkPainter();
    void draw(const Marks& marks, const Mat4& to_picture, u32 width, u32 height);

  private:
    Program dots_, lines_;
    VertexArray dot_array_, line_array_;
    Buffer dot_buffer_, line_buffer_;
};

}  // namespace pliant::render
