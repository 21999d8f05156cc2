// Pictures in memory.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/types.h"

namespace pliant::render {

struct Image {
    u32 width = 0, height = 0;
    std::vector<u8> rgba;  // rows from the top, four bytes a pixel, sRGB; alpha is not multiplied in

    bool empty() const { return rgba.empty(); }
    const u8* at(u32 x, u32 y) const { return &rgba[4 * (static_cast<size_t>(y) * width + x)]; }
};

std::string png_of(const Image& image);
void save_png(const Image& image, const std::string& path);  // throws OutputError
Image load_image(const std::string& path);                   // PNG, JPEG, TGA; throws Error
Image decode_image(std::span<const u8> bytes, const std::string& name);

// How different two pictures of the same size look: a mean over the pixels of a blurred difference in lightness and
// colour, 0 … 1. Edges that moved by less than a pixel and other roundings of a driver stay below 0.01.
double difference(const Image& a, const Image& b);

}  // namespace pliant::render
