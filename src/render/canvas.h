// The target of drawing: several samples a pixel, resolved at the end.
#pragma once

#include "render/gl.h"
#include "render/image.h"

namespace pliant::render {

class Canvas {
  public:
    void begin(u32 width, u32 height);  // drawn on from now on
    void finish();                      // brings the samples together
    Image read() const;
    void show_in_window(u32 x, u32 y, u32 width, u32 height) const;

  private:
    void make(u32 width, u32 height);
    u32 width_ = 0, height_ = 0;
    Framebuffer samples_, result_;
    Renderbuffer color_, depth_, result_color_;
};

}  // namespace pliant::render
