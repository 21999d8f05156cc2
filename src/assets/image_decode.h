// Images into pixels: PNG, JPEG and TGA, 8 or 16 bits a channel.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/types.h"

namespace pliant {

template <class Channel>
struct Pixels {
    u32 width = 0, height = 0, channels = 0;  // grey, grey + alpha, RGB, RGB + alpha
    std::vector<Channel> values;              // rows from the top, all channels of a pixel together
};

// Both throw Error. They need memory of a small multiple of width × height, whatever the file holds.
Pixels<u16> decode_image_16(std::string_view bytes, const std::string& name);   // as many channels as it has
Pixels<u8> decode_image_rgba(std::string_view bytes, const std::string& name);  // always four channels

}  // namespace pliant
