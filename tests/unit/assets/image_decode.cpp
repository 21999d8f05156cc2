// Image files that harm a decoder which trusts them: refused with a sentence before anything is written or unpacked.
#include "assets/image_decode.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include "assets/image_check.h"
#include "core/random.h"
#include "unit/assets/support.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#include <stb/stb_image_write.h>
#pragma GCC diagnostic pop

namespace pliant {
namespace image_decode_tests {
namespace {

std::string big(u32 v) {
    return {static_cast<char>(v >> 24), static_cast<char>(v >> 16), static_cast<char>(v >> 8), static_cast<char>(v)};
}

void append(void* to, void* data, int size) {
    static_cast<std::string*>(to)->append(static_cast<const char*>(data), static_cast<size_t>(size));
}

// A gradient of 24 × 16.
std::string jpeg() {
    std::vector<u8> rgb;
    for (int y = 0; y < 16; ++y)
        for (int x = 0; x < 24; ++x) rgb.insert(rgb.end(), {static_cast<u8>(10 * x), static_cast<u8>(15 * y), u8{128}});
    std::string bytes;
    stbi_write_jpg_to_func(append, &bytes, 24, 16, 3, rgb.data(), 95);
    return bytes;
}

// Where the contents of the n-th segment of a kind begin, behind marker and length.
size_t segment(const std::string& file, u8 marker, int n = 0) {
    for (size_t at = 2; at + 4 < file.size();) {
        const u8 found = static_cast<u8>(file[at + 1]);
        if (found == marker && n-- == 0) return at + 4;
        at += 2 + static_cast<size_t>(static_cast<u8>(file[at + 2]) << 8 | static_cast<u8>(file[at + 3]));
    }
    ADD_FAILURE() << "no segment " << static_cast<int>(marker);
    return 4;
}

std::string problem(const std::string& file) {
    const std::string of_map = error_of([&] { decode_image_16(file, "a"); });
    EXPECT_EQ(of_map, error_of([&] { decode_image_rgba(file, "a"); })) << "of maps, and of textures";
    return of_map;
}

std::string changed(std::string file, size_t at, std::initializer_list<int> bytes) {
    for (const int b : bytes) file[at++] = static_cast<char>(b);
    return file;
}

TEST(ImageDecode, WhatIsSoundIsRead) {
    const Pixels<u8> pixels = decode_image_rgba(jpeg(), "a.jpg");
    EXPECT_EQ(pixels.width, 24u);
    EXPECT_EQ(pixels.height, 16u);
    EXPECT_EQ(pixels.channels, 4u);
    EXPECT_NEAR(pixels.values[4 * (8 * 24 + 12)], 120, 8);
    EXPECT_NEAR(pixels.values[4 * (8 * 24 + 12) + 1], 120, 8);
    EXPECT_EQ(decode_image_16(jpeg(), "a.jpg").channels, 3u);
    EXPECT_TRUE(is_image(jpeg()));
}

// stb_image 2.27 writes as many values as the counts of a Huffman table add up to into an array of 256.
TEST(ImageDecode, HuffmanTablesOfMoreThan256Codes) {
    const std::string good = jpeg();
    const size_t table = segment(good, 0xc4);
    const auto counts = [&](std::initializer_list<int> of_length) { return changed(good, table + 1, of_length); };
    EXPECT_MENTIONS(problem(counts({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255})), "more than 256 codes");
    EXPECT_MENTIONS(problem(counts({0, 0, 0, 0, 0, 0, 0, 130, 210, 5, 196, 113})), "more codes than there can be");
    EXPECT_MENTIONS(problem(counts({1, 3, 1, 1})), "a Huffman table has more codes than there can be");
    EXPECT_MENTIONS(problem(changed(good, table, {0x24})), "a Huffman table has no such number");
}

TEST(ImageDecode, OtherTablesOfJpegThatDoNotFit) {
    const std::string good = jpeg();
    const size_t frame = segment(good, 0xc0), scan = segment(good, 0xda);
    EXPECT_MENTIONS(problem(changed(good, segment(good, 0xdb), {0x24})), "a quantisation table has no such number");
    EXPECT_MENTIONS(problem(changed(good, segment(good, 0xdb), {0x03})), "has no quantisation table");
    EXPECT_MENTIONS(problem(changed(good, frame + 8, {4})), "a quantisation table of no such number");
    EXPECT_MENTIONS(problem(changed(good, frame + 5, {2})), "neither 1, 3 nor 4 components");
    EXPECT_MENTIONS(problem(changed(good, frame + 9, {1})), "two of its components have one number");
    EXPECT_MENTIONS(problem(changed(good, scan + 1, {9})), "names a component that the frame does not have");
    EXPECT_MENTIONS(problem(changed(good, scan + 3, {1})), "one component twice");
    EXPECT_MENTIONS(problem(changed(good, scan + 2, {0x22})), "a scan has no Huffman table");
    EXPECT_MENTIONS(problem(good.substr(0, frame + 3)), "cut short");
    EXPECT_MENTIONS(problem(good.substr(0, 2)), "it has no frame header");
    EXPECT_MENTIONS(problem(good.substr(0, frame - 4) + good.substr(frame + 15)), "before the frame header");
    EXPECT_MENTIONS(problem(changed(good, frame + 1, {0xff, 0xff, 0xff, 0xff})), "at most 268,435,456");
}

// Every file gets a sentence or pixels; sanitizers watch.
TEST(ImageDecode, RandomDamage) {
    const std::string good = jpeg();
    Random random(4);
    u32 read = 0;
    for (int trial = 0; trial < 3000; ++trial) {
        std::string bad = good;
        for (u32 n = 1 + random.below(3); n > 0; --n)
            bad[random.below(static_cast<u32>(good.size()))] = static_cast<char>(random.below(256));
        if (trial % 8 == 0) bad.resize(random.below(static_cast<u32>(good.size())));
        try {
            const Pixels<u8> pixels = decode_image_rgba(bad, "a");
            ASSERT_EQ(pixels.values.size(), size_t{4} * pixels.width * pixels.height);
            ++read;
        } catch (const Error& e) {
            ASSERT_GT(std::string(e.what()).size(), 20u);
        }
    }
    EXPECT_GT(read, 100u) << "of some only the pixels are damaged";
}

std::string png(u32 width, u32 height, const std::string& packed) {
    const auto chunk = [](const std::string& name, const std::string& data) {
        const std::string body = name + data;
        return big(static_cast<u32>(data.size())) + body +
               big(static_cast<u32>(
                   crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size()))));
    };
    return "\x89PNG\r\n\x1a\n" + chunk("IHDR", big(width) + big(height) + std::string("\x08\0\0\0\0", 5)) +
           chunk("IDAT", packed) + chunk("IEND", "");
}

std::string packed(const std::string& raw) {
    uLongf size = compressBound(static_cast<uLong>(raw.size()));
    std::string out(size, '\0');
    compress(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(raw.data()),
             static_cast<uLong>(raw.size()));
    out.resize(size);
    return out;
}

// 16 × 16 pixels whose data unpack to 64 MB: with as little as 64 KB a file could take gigabytes.
TEST(ImageDecode, PngThatUnpacksToMoreThanItsPixels) {
    EXPECT_EQ(problem(png(16, 16, packed(std::string(16 * 17, '\0')))), "");
    EXPECT_EQ(problem(png(16, 16, packed(std::string(64 << 20, '\0')))),
              "a: this image unpacks to far more than its 16 × 16 pixels; expected as many as it says (it may be "
              "damaged; save it again)");
    EXPECT_MENTIONS(problem(png(1 << 20, 1 << 20, packed("x"))), "1,048,576 × 1,048,576 pixels; expected at most");
    EXPECT_MENTIONS(problem(png(0, 5, packed("x"))), "it has no pixels");
}

// TGA has no mark at its beginning, so anything may be taken for one; and 18 bytes may ask for gigabytes.
TEST(ImageDecode, TgaOnlyWithItsPixels) {
    const auto tga = [](int kind, u32 width, u32 height, size_t bytes) {
        std::string head(18, '\0');
        head[2] = static_cast<char>(kind);
        head[16] = 24;
        head[12] = static_cast<char>(width);
        head[13] = static_cast<char>(width >> 8);
        head[14] = static_cast<char>(height);
        head[15] = static_cast<char>(height >> 8);
        return head + std::string(bytes, '\x40');
    };
    EXPECT_EQ(problem(tga(2, 4, 3, 36)), "");
    EXPECT_MENTIONS(problem(tga(2, 4, 3, 35)), "it was cut short");
    EXPECT_MENTIONS(problem(tga(10, 16000, 16000, 100)), "it was cut short");
    EXPECT_FALSE(is_image("root:x:0:0:root:/root:/bin/bash\n"));
    EXPECT_FALSE(is_image("-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAE"));
    EXPECT_FALSE(is_image(std::string(100, '\0')));
}

}  // namespace
}  // namespace image_decode_tests
}  // namespace pliant
