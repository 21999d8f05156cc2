// What the colours of the layers that are on mean, in the lower left corner of a picture.
#pragma once

#include "render/text_painter.h"

namespace pliant::render {

void write_legend(TextPainter& painter, LayerSet layers, u32 height, float scale);

}  // namespace pliant::render
