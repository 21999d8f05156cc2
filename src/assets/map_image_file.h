// Files of images, as maps read them.
#pragma once

#include <string>
#include <string_view>

#include "cook/map_image.h"

namespace pliant {

MapImage read_map_image(std::string_view bytes, const std::string& name);  // PNG, JPEG, TGA; throws Error

}  // namespace pliant
