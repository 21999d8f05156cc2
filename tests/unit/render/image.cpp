#include "render/image.h"

#include <gtest/gtest.h>

#include "core/error.h"

namespace pliant::render {
namespace image_tests {
namespace {

Image pattern(u32 width, u32 height) {
    Image image{width, height, std::vector<u8>(4 * static_cast<size_t>(width) * height)};
    for (size_t i = 0; i < image.rgba.size(); ++i) image.rgba[i] = static_cast<u8>(i * 37 + i / 101);
    return image;
}

TEST(Images, PngComesBackAsItWas) {
    const Image image = pattern(37, 19);
    const std::string bytes = png_of(image);
    const Image back = decode_image({reinterpret_cast<const u8*>(bytes.data()), bytes.size()}, "test");
    EXPECT_EQ(back.width, 37u);
    EXPECT_EQ(back.rgba, image.rgba);
}

TEST(Images, BrokenOnesGiveASentence) {
    const std::string bytes = png_of(pattern(16, 16));
    for (size_t length : {size_t{0}, size_t{1}, size_t{8}, size_t{30}, bytes.size() / 2})
        EXPECT_THROW(decode_image({reinterpret_cast<const u8*>(bytes.data()), length}, "broken.png"), Error) << length;
    EXPECT_THROW(load_image("/no/such/picture.png"), Error);
    EXPECT_THROW(save_png(pattern(4, 4), "/no/such/folder/picture.png"), OutputError);
}

TEST(Images, DifferenceGrowsWithWhatIsSeen) {
    const Image a = pattern(64, 64);
    EXPECT_EQ(difference(a, a), 0);
    Image brighter = a, speck = a;
    for (size_t i = 0; i < brighter.rgba.size(); i += 4)
        brighter.rgba[i] = static_cast<u8>(std::min(255, brighter.rgba[i] + 60));
    speck.rgba[4 * 100] ^= 0xff;
    EXPECT_GT(difference(a, brighter), 0.02);
    EXPECT_LT(difference(a, speck), 0.001);
    EXPECT_EQ(difference(a, pattern(32, 64)), 1) << "other sizes are not comparable";
}

}  // namespace
}  // namespace image_tests
}  // namespace pliant::render
