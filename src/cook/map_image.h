// Images as numbers: read as they are stored, without a gamma, 8 or 16 bits a channel.
#pragma once

#include <vector>

#include "geometry/mesh.h"

namespace pliant {

struct MapImage {
    u32 width = 0, height = 0, channels = 0;  // grey, grey + alpha, RGB, RGB + alpha
    std::vector<u16> values;                  // rows from the top, all channels of a pixel together; 65535 is 1

    bool has_alpha() const { return channels == 2 || channels == 4; }
    // 0 red, 1 green, 2 blue, 3 alpha. Grey has equal colours; an image without alpha has 1 there.
    float at(u32 x, u32 y, u32 channel) const;
    // Whether all colours are black where alpha is 0 and most are not elsewhere: some programs throw away what cannot
    // be seen.
    bool color_lost() const;
    // The four pixels that a place lies between, and how far it is from the first to the second of each two.
    struct Footprint {
        u32 x[2], y[2];
        float s, t;
    };
    Footprint footprint(const Vec2& uv) const;
    // Between four pixels; outside 0 … 1 the image is repeated.
    float sample(const Vec2& uv, u32 channel) const;
};

constexpr const char* color_lost_sentence =
    "red, green and blue are 0 wherever alpha is 0: the program that wrote it has thrown them away; save it as four "
    "images, or without alpha";

}  // namespace pliant
