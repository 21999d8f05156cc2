#include "cook/map_image.h"

#include <cmath>

namespace pliant {

float MapImage::at(u32 x, u32 y, u32 channel) const {
    if (channel == 3 && !has_alpha()) return 1;
    const u32 colors = channels < 3 ? 1 : 3, c = channel == 3 ? colors : channels < 3 ? 0 : channel;
    return static_cast<float>(values[(static_cast<size_t>(y) * width + x) * channels + c]) / 65535.0f;
}

bool MapImage::color_lost() const {
    if (channels != 4) return false;
    u64 clear = 0, seen = 0, seen_black = 0;
    for (size_t i = 0; i + 3 < values.size(); i += 4) {
        const bool is_clear = values[i + 3] == 0, is_black = !values[i] && !values[i + 1] && !values[i + 2];
        if (is_clear && !is_black) return false;
        clear += is_clear;
        seen += !is_clear;
        seen_black += !is_clear && is_black;
    }
    return clear > (clear + seen) / 100 && 2 * seen_black < seen;
}

MapImage::Footprint MapImage::footprint(const Vec2& uv) const {
    const auto pixels = [](float t, u32 n, u32(&pixel)[2]) {
        const float whole = t - std::floor(t), at = whole * static_cast<float>(n) - 0.5f, low = std::floor(at);
        const u32 first = low < 0 ? n - 1 : static_cast<u32>(low) % n;
        pixel[0] = first;
        pixel[1] = (first + 1) % n;
        return at - low;
    };
    Footprint f;
    f.s = pixels(uv.x, width, f.x);
    f.t = pixels(uv.y, height, f.y);
    return f;
}

float MapImage::sample(const Vec2& uv, u32 channel) const {
    const Footprint f = footprint(uv);
    const auto [x, y, s, t] = f;
    const float top = at(x[0], y[0], channel) * (1 - s) + at(x[1], y[0], channel) * s;
    const float bottom = at(x[0], y[1], channel) * (1 - s) + at(x[1], y[1], channel) * s;
    return top * (1 - t) + bottom * t;
}

}  // namespace pliant
