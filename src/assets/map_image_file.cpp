#include "assets/map_image_file.h"

#include "assets/image_decode.h"

namespace pliant {

MapImage read_map_image(std::string_view bytes, const std::string& name) {
    Pixels<u16> pixels = decode_image_16(bytes, name);
    return {pixels.width, pixels.height, pixels.channels, std::move(pixels.values)};
}

}  // namespace pliant
