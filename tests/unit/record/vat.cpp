// Vertex-animation textures: images unpacked again, and loops without a seam.
#include <zlib.h>

#include "assets/json.h"
#include "record/png.h"
#include "unit/record/support.h"

namespace pliant {
namespace vat_tests {
namespace {

u32 big_endian(const std::string& bytes, size_t at) {
    u32 v = 0;
    for (size_t i = 0; i < 4; ++i) v = v << 8 | static_cast<u8>(bytes[at + i]);
    return v;
}

struct Image {
    u32 width = 0, height = 0, bits = 0;
    std::vector<u16> values;  // three a pixel
};

// As PNG says it is done, with every checksum looked at; only the filter "up" is known.
Image decoded(const std::string& png) {
    Image image;
    std::string packed;
    EXPECT_EQ(png.substr(0, 8), "\x89PNG\r\n\x1a\n");
    bool ended = false;
    for (size_t at = 8; at + 12 <= png.size();) {
        const u32 size = big_endian(png, at);
        const std::string type = png.substr(at + 4, 4), data = png.substr(at + 8, size);
        const uLong sum = crc32(0, reinterpret_cast<const Bytef*>(png.data() + at + 4), 4 + size);
        EXPECT_EQ(sum, big_endian(png, at + 8 + size)) << type;
        if (type == "IHDR") {
            image.width = big_endian(data, 0);
            image.height = big_endian(data, 4);
            image.bits = static_cast<u8>(data[8]);
            EXPECT_EQ(data[9], 2);
        }
        if (type == "IDAT") packed += data;
        ended = type == "IEND";
        at += 12 + size;
    }
    EXPECT_TRUE(ended);
    const size_t row = 3 * image.width * image.bits / 8;
    std::vector<u8> rows((row + 1) * image.height);
    uLongf size = rows.size();
    EXPECT_EQ(uncompress(rows.data(), &size, reinterpret_cast<const Bytef*>(packed.data()), packed.size()), Z_OK);
    EXPECT_EQ(size, rows.size());
    std::vector<u8> above(row, 0);
    for (u32 y = 0; y < image.height; ++y) {
        const u8* p = rows.data() + y * (row + 1);
        EXPECT_EQ(*p++, 2);
        for (size_t i = 0; i < row; ++i) above[i] = static_cast<u8>(above[i] + p[i]);
        for (size_t i = 0; i < row; i += image.bits / 8)
            image.values.push_back(image.bits == 16 ? static_cast<u16>(above[i] << 8 | above[i + 1]) : above[i]);
    }
    return image;
}

class Vat : public RecordTest {
  protected:
    // Positions of a body in all frames of its texture.
    std::vector<std::vector<Vec3>> places(const std::string& body, bool from_bytes) {
        const Json json = parse_json(text(body + ".vat/vat.json"), "vat.json");
        const auto number = [&](const char* key) { return static_cast<size_t>(json.find(key)->number); };
        const Image image = decoded(text(body + (from_bytes ? ".vat/positions_bytes.png" : ".vat/positions.png")));
        EXPECT_EQ(image.width, number("width"));
        EXPECT_EQ(image.height, number("height") * (from_bytes ? 2 : 1));
        const Json &low = *json.find("bounds")->find("low"), &high = *json.find("bounds")->find("high");
        std::vector<std::vector<Vec3>> all(number("frames"));
        const size_t half = from_bytes ? image.values.size() / 2 : 0;
        for (size_t f = 0; f < all.size(); ++f)
            for (size_t v = 0; v < number("vertices"); ++v) {
                const size_t texel = (v / image.width * all.size() + f) * image.width + v % image.width;
                Vec3& p = all[f].emplace_back();
                for (size_t k = 0; k < 3; ++k) {
                    const double value = from_bytes
                                             ? image.values[3 * texel + k] * 256.0 + image.values[half + 3 * texel + k]
                                             : image.values[3 * texel + k];
                    p[static_cast<int>(k)] = static_cast<float>(
                        low.items[k].number + value / 65535 * (high.items[k].number - low.items[k].number));
                }
            }
        return all;
    }
};

TEST_F(Vat, ImagesHoldThePositionsToHalfAStep) {
    const auto world = small_world();
    const std::vector<RecordFrame> frames = record(*world, "vat", 9);
    const RecordedScene scene = recorded_scene(*world);
    for (size_t b = 0; b < 2; ++b)
        for (const bool from_bytes : {false, true}) {
            const auto found = places(scene.bodies[b].file_name, from_bytes);
            ASSERT_EQ(found.size(), 9u);
            const SurfaceModel& s = *scene.bodies[b].surface;
            for (size_t f = 0; f < 9; ++f)
                for (u32 p = 0; p < s.point_count(); ++p) {
                    const Vec3 off = found[f][p] - frames[f].bodies[b].positions[s.point_vertex[p]];
                    // Half of 1/65535 of what the bodies reach, which is less than 1.5 m, and float rounding.
                    ASSERT_LT(length(off), 1.5f / 65535 / 2 * 1.8f + 1e-6f) << b << " " << f << " " << p;
                }
        }
}

TEST_F(Vat, LoopsHaveNoSeam) {
    const auto world = small_world();
    const std::vector<RecordFrame> frames = record(*world, "vat", 40, 10.0 / 60);
    const RecordedScene scene = recorded_scene(*world);
    const auto found = places("ball", false);
    ASSERT_EQ(found.size(), 30u) << "ten frames are blended into the first ones";
    const auto way = [&](size_t from, size_t to) {
        float most = 0;
        for (size_t v = 0; v < found[from].size(); ++v) most = std::max(most, length(found[to][v] - found[from][v]));
        return most;
    };
    float usual = 0;
    for (size_t f = 0; f + 1 < 30; ++f) usual = std::max(usual, way(f, f + 1));
    EXPECT_LE(way(29, 0), usual) << "the last frame goes over into the first";
    const SurfaceModel& s = *scene.bodies[0].surface;
    for (const u32 p : {0u, 5u}) {
        // The first frame is what came after the last one, the tenth is itself again.
        EXPECT_LT(length(found[0][p] - frames[30].bodies[0].positions[s.point_vertex[p]]), 1e-4f);
        EXPECT_LT(length(found[10][p] - frames[10].bodies[0].positions[s.point_vertex[p]]), 1e-4f);
    }
}

TEST_F(Vat, StoredImagesAreTheSame) {
    for (const bool compressed : {true, false}) {
        const std::string path = folder + (compressed ? "a.png" : "b.png");
        PngFile file(path, 300, 90, 16, compressed);
        std::vector<u16> row(900);
        for (u32 y = 0; y < 90; ++y) {
            for (u32 i = 0; i < 900; ++i) row[i] = static_cast<u16>(y * 977 + i * 31);
            file.row(row);
        }
        file.finish();
    }
    const Image a = decoded(text("a.png")), b = decoded(text("b.png"));
    EXPECT_EQ(a.values, b.values);
    ASSERT_EQ(a.values.size(), 900u * 90);
    EXPECT_EQ(a.values[900 * 7 + 5], static_cast<u16>(7 * 977 + 5 * 31));
    EXPECT_LT(text("a.png").size(), text("b.png").size());
}

}  // namespace
}  // namespace vat_tests
}  // namespace pliant
