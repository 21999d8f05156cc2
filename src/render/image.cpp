#include "render/image.h"

#include <stb/stb_image_write.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "assets/image_decode.h"
#include "core/assert.h"
#include "core/error.h"
#include "core/files.h"

namespace pliant::render {

std::string png_of(const Image& image) {
    PL_ASSERT(image.width > 0 && image.height > 0 && image.rgba.size() == size_t{4} * image.width * image.height);
    std::string bytes;
    const auto append = [](void* to, void* data, int size) {
        static_cast<std::string*>(to)->append(static_cast<const char*>(data), static_cast<size_t>(size));
    };
    const int width = static_cast<int>(image.width), height = static_cast<int>(image.height);
    if (!stbi_write_png_to_func(append, &bytes, width, height, 4, image.rgba.data(), 4 * width))
        throw OutputError({"", "a picture could not be packed as PNG", "", "is there enough memory?"});
    return bytes;
}

void save_png(const Image& image, const std::string& path) { write_file(path, png_of(image)); }

Image load_image(const std::string& path) {
    const std::string bytes = read_file(path);
    return decode_image({reinterpret_cast<const u8*>(bytes.data()), bytes.size()}, path);
}

Image decode_image(std::span<const u8> bytes, const std::string& name) {
    Pixels<u8> pixels = decode_image_rgba({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, name);
    return {pixels.width, pixels.height, std::move(pixels.values)};
}

namespace {

// Over black where it is transparent, blurred by 1 4 6 4 1 along rows and columns.
std::vector<float> blurred(const Image& image) {
    const size_t w = image.width, h = image.height;
    std::vector<float> a(3 * w * h), b(a.size());
    for (size_t p = 0; p < w * h; ++p)
        for (size_t c = 0; c < 3; ++c)
            a[3 * p + c] =
                static_cast<float>(image.rgba[4 * p + c]) * static_cast<float>(image.rgba[4 * p + 3]) / 65025;
    static constexpr float weight[5] = {1 / 16.0f, 4 / 16.0f, 6 / 16.0f, 4 / 16.0f, 1 / 16.0f};
    const auto pass = [&](const std::vector<float>& from, std::vector<float>& to, bool along_x) {
        for (size_t y = 0; y < h; ++y)
            for (size_t x = 0; x < w; ++x)
                for (size_t c = 0; c < 3; ++c) {
                    float sum = 0;
                    for (int k = -2; k <= 2; ++k) {
                        const auto clamped = [k](size_t v, size_t n) {
                            return static_cast<size_t>(
                                std::clamp(static_cast<long>(v) + k, 0L, static_cast<long>(n) - 1));
                        };
                        const size_t xx = along_x ? clamped(x, w) : x, yy = along_x ? y : clamped(y, h);
                        sum += weight[k + 2] * from[3 * (yy * w + xx) + c];
                    }
                    to[3 * (y * w + x) + c] = sum;
                }
    };
    pass(a, b, true);
    pass(b, a, false);
    return a;
}

}  // namespace

double difference(const Image& a, const Image& b) {
    PL_ASSERT(a.rgba.size() == size_t{4} * a.width * a.height && b.rgba.size() == size_t{4} * b.width * b.height);
    if (a.width != b.width || a.height != b.height) return 1;
    const std::vector<float> x = blurred(a), y = blurred(b);
    double sum = 0;
    for (size_t i = 0; i < x.size(); i += 3) {
        const float r = x[i] - y[i], g = x[i + 1] - y[i + 1], u = x[i + 2] - y[i + 2];
        sum += std::sqrt(0.3 * r * r + 0.59 * g * g + 0.11 * u * u);
    }
    return x.empty() ? 0 : sum / static_cast<double>(x.size() / 3);
}

}  // namespace pliant::render
