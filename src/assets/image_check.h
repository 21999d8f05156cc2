// Checks the headers of an image file before it is decoded: files come from strangers, and decoders trust
// them.
#pragma once

#include <string>
#include <string_view>

#include "core/types.h"

namespace pliant {

enum class ImageFormat : u8 { png, jpeg, tga };

struct ImageHeader {
    ImageFormat format = ImageFormat::png;
    u32 width = 0, height = 0;  // [pixels], both above 0

    u64 pixels() const { return u64{width} * height; }
};

// Throws Error: neither PNG, JPEG nor TGA, cut short, too large, or with tables that do not fit.
ImageHeader check_image(std::string_view bytes, const std::string& name);
bool is_image(std::string_view bytes);

}  // namespace pliant
