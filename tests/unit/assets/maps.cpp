// Maps from images, places and noise: their values at each point, and the errors of invalid ones.
#include "assets/maps.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <set>

#include "assets/map_image_file.h"
#include "cook/body_maps.h"
#include "geometry/shapes.h"
#include "geometry/uv_sets.h"
#include "world/parameters.h"

namespace pliant {
namespace maps_tests {

namespace {

// A PNG of any bit depth and colour type (0 grey, 2 RGB, 3 palette, 4 grey + alpha, 6 RGB + alpha), from samples of
// that depth in rows.
std::string png(u32 width, u32 height, int depth, int type, const std::vector<u32>& samples,
                const std::string& palette = "") {
    const auto big = [](u32 v) {
        return std::string{static_cast<char>(v >> 24), static_cast<char>(v >> 16), static_cast<char>(v >> 8),
                           static_cast<char>(v)};
    };
    const auto chunk = [&](const std::string& name, const std::string& data) {
        const std::string body = name + data;
        return big(static_cast<u32>(data.size())) + body +
               big(static_cast<u32>(
                   crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size()))));
    };
    const u32 channels = type == 0 || type == 3 ? 1 : type == 4 ? 2 : type == 2 ? 3 : 4;
    std::string raw;
    for (u32 y = 0; y < height; ++y) {
        raw += '\0';
        u32 bits = 0, filled = 0;
        for (u32 i = 0; i < width * channels; ++i) {
            const u32 v = samples[y * width * channels + i];
            if (depth == 16) {
                raw += static_cast<char>(v >> 8);
                raw += static_cast<char>(v);
                continue;
            }
            bits = bits << depth | v;
            filled += static_cast<u32>(depth);
            if (filled == 8) {
                raw += static_cast<char>(bits);
                bits = filled = 0;
            }
        }
        if (filled) raw += static_cast<char>(bits << (8 - filled));
    }
    uLongf size = compressBound(static_cast<uLong>(raw.size()));
    std::string packed(size, '\0');
    compress(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(raw.data()),
             static_cast<uLong>(raw.size()));
    packed.resize(size);
    std::string head = big(width) + big(height);
    head += static_cast<char>(depth);
    head += static_cast<char>(type);
    head += std::string(3, '\0');
    return "\x89PNG\r\n\x1a\n" + chunk("IHDR", head) + (palette.empty() ? "" : chunk("PLTE", palette)) +
           chunk("IDAT", packed) + chunk("IEND", "");
}

Mesh square() {
    Mesh mesh = make_shape({"plane", {1, 0, 1}, 4});
    return mesh;
}

// The values of a map's source at the points of a mesh.
std::vector<float> values_of(Mesh mesh, const std::string& json, const std::string& image = "",
                             std::vector<std::string>* warnings = nullptr) {
    ParameterSet set(body_table);
    const Map map = Map::of(parse_map_source(json, "test"));
    set.set(BodyP::collide, map);
    std::vector<std::string> said;
    const ParameterSet* sets[] = {&set};
    add_maps(mesh, sets, {.image = [&](const std::string& name) { return read_map_image(image, name); }}, said);
    if (warnings) *warnings = said;
    return mesh.attribute(map.attribute)->values;
}

std::string problem(const std::string& json, const Mesh& mesh = square(), const std::string& image = "") {
    try {
        values_of(mesh, json, image);
    } catch (const Error& e) {
        return e.what();
    }
    return "";
}

}  // namespace

TEST(Maps, ImagesOfEveryDepthAndType) {
    // Two pixels: nothing, and all there is.
    for (const int depth : {1, 2, 4, 8, 16}) {
        const u32 most = (1u << depth) - 1;
        const MapImage grey = read_map_image(png(2, 1, depth, 0, {0, most}), "grey");
        EXPECT_EQ(grey.at(0, 0, 0), 0.0f) << depth;
        for (const u32 channel : {0u, 1u, 2u}) EXPECT_EQ(grey.at(1, 0, channel), 1.0f) << depth;
        EXPECT_EQ(grey.at(0, 0, 3), 1.0f) << "no alpha means all";
    }
    for (const int depth : {8, 16}) {
        const u32 most = (1u << depth) - 1, half = most / 2;
        const float h = static_cast<float>(half) / static_cast<float>(most);
        const MapImage both = read_map_image(png(1, 1, depth, 4, {half, most / 4}), "grey and alpha");
        EXPECT_NEAR(both.at(0, 0, 2), h, 2e-5);
        EXPECT_NEAR(both.at(0, 0, 3), static_cast<float>(most / 4) / static_cast<float>(most), 2e-5);
        const MapImage rgb = read_map_image(png(1, 1, depth, 2, {0, half, most}), "rgb");
        EXPECT_EQ(rgb.at(0, 0, 0), 0.0f);
        EXPECT_NEAR(rgb.at(0, 0, 1), h, 2e-5);
        EXPECT_EQ(rgb.at(0, 0, 2), 1.0f);
        EXPECT_EQ(rgb.at(0, 0, 3), 1.0f);
        const MapImage all = read_map_image(png(1, 1, depth, 6, {most, 0, half, 0}), "rgba");
        EXPECT_EQ(all.at(0, 0, 0), 1.0f) << "also where alpha is 0";
        EXPECT_EQ(all.at(0, 0, 3), 0.0f);
    }
    for (const int depth : {1, 2, 4, 8}) {
        const MapImage palette =
            read_map_image(png(2, 1, depth, 3, {1, 0}, std::string("\x00\x33\xff\xff\x66\x00", 6)), "palette");
        EXPECT_NEAR(palette.at(0, 0, 1), 0.4f, 1e-6) << depth;
        EXPECT_NEAR(palette.at(1, 0, 1), 0.2f, 1e-6) << depth;
    }
}

TEST(Maps, DamagedImagesAreNamed) {
    const std::string good = png(8, 8, 8, 6, std::vector<u32>(256, 77));
    for (size_t cut = 0; cut + 30 < good.size(); cut += 3)
        EXPECT_THROW(read_map_image(good.substr(0, cut), "a.png"), Error) << cut;
    EXPECT_NE(problem(R"({ "map": "a.png" })", square(), good.substr(0, 50)).find("a.png: this is not an image"),
              std::string::npos);
    EXPECT_NE(problem(R"({ "map": "a.png" })", square(), "").find("it is empty"), std::string::npos);
}

TEST(Maps, ImagesAreSampledBetweenPixels) {
    const MapImage ramp = read_map_image(png(4, 1, 8, 0, {0, 85, 170, 255}), "ramp");
    for (int i = 0; i <= 60; ++i) {
        const float u = 0.125f + 0.75f * static_cast<float>(i) / 60;
        EXPECT_NEAR(ramp.sample({u, 0.5f}, 0), (u - 0.125f) / 0.75f, 1e-5);
        EXPECT_NEAR(ramp.sample({u + 3, -0.5f}, 0), (u - 0.125f) / 0.75f, 1e-5) << "repeated";
    }
    EXPECT_NEAR(ramp.sample({0, 0}, 0), 0.5f, 1e-5) << "between the last and the first";
}

// A ramp along u is one along the axis that u runs along.
TEST(Maps, ImagesFollowTextureCoordinates) {
    std::vector<u32> ramp;
    for (u32 i = 0; i < 256; ++i) ramp.push_back(i * 257);
    const Mesh mesh = square();
    const std::vector<float> values = values_of(mesh, R"({ "map": "ramp.png" })", png(256, 1, 16, 0, ramp));
    for (size_t v = 0; v < mesh.vertex_point.size(); ++v) {
        const float u = mesh.uv[v].x;
        if (u < 0.01f || u > 0.99f) continue;
        EXPECT_NEAR(values[mesh.vertex_point[v]], (u * 256 - 0.5f) / 255, 1e-4);
    }
    Mesh wide = mesh;
    for (Vec2& uv : wide.uv) uv.x *= 3;
    std::vector<std::string> warnings;
    values_of(wide, R"({ "map": "ramp.png" })", png(256, 1, 16, 0, ramp), &warnings);
    ASSERT_EQ(warnings.size(), 2u);
    printf("%s\n%s\n", warnings[0].c_str(), warnings[1].c_str());
    EXPECT_NE(warnings[0].find("outside 0 … 1"), std::string::npos);
    EXPECT_NE(warnings[1].find("several places"), std::string::npos);
}

// A picture that says where each texel is, seen through one set or another.
TEST(Maps, SetsOfTextureCoordinates) {
    constexpr u32 side = 256;
    std::vector<u32> ramp;
    for (u32 y = 0; y < side; ++y)
        for (u32 x = 0; x < side; ++x) ramp.insert(ramp.end(), {x * 257, y * 257, 0});
    const std::string image = png(side, side, 16, 2, ramp);
    Mesh mesh = square();
    for (const Vec2& uv : mesh.uv) mesh.second_uv.push_back({uv.y, 0.25f + 0.5f * uv.x});
    const auto first = values_of(mesh, R"({ "map": "a.png", "channel": "r" })", image),
               same = values_of(mesh, R"({ "map": "a.png", "channel": "r", "uv": 0 })", image),
               second = values_of(mesh, R"({ "map": "a.png", "channel": "g", "uv": 1 })", image);
    EXPECT_EQ(first, same);
    for (size_t v = 0; v < mesh.uv.size(); ++v) {
        const float x = mesh.uv[v].x;
        if (x < 0.01f || x > 0.99f) continue;
        EXPECT_NEAR(second[mesh.vertex_point[v]], 0.25f + 0.5f * x, 0.003f);
    }
    // A mesh without any has those of its atlas, as if they had been asked for.
    Mesh bare = square();
    bare.uv.clear();
    EXPECT_EQ(values_of(bare, R"({ "map": "a.png" })", image),
              values_of(bare, R"({ "map": "a.png", "uv": "generated" })", image));
    const Triangulation triangulation = triangulate(bare);
    const auto atlas = uv_triangles(bare, triangulation, UvSet::generated);
    const auto along = values_of(bare, R"({ "map": "a.png", "channel": "g" })", image);
    for (size_t t = 0; t < atlas.size(); ++t)
        for (size_t k = 0; k < 3; ++k)
            EXPECT_NEAR(along[bare.vertex_point[triangulation.triangles[t][k]]], atlas[t][k].y, 0.003f);
}

TEST(Maps, OverlapsAreSaid) {
    Mesh mesh = square();
    for (Vec2& uv : mesh.uv) uv.x = uv.x < 0.5f ? uv.x : 1 - uv.x;
    std::vector<std::string> warnings;
    values_of(mesh, R"({ "map": "a.png" })", png(1, 1, 8, 0, {9}), &warnings);
    ASSERT_EQ(warnings.size(), 1u);
    printf("%s\n", warnings[0].c_str());
    EXPECT_NE(warnings[0].find("a.png: 100 % of the image that is used lies on several places"), std::string::npos);
}

TEST(Maps, PlacesAndNoise) {
    const Mesh mesh = make_shape({"box", {2, 4, 2}, 6});
    const std::vector<float> height = values_of(mesh, R"({ "height": "y" })"),
                             some = values_of(mesh, R"({ "height": [0, 2, 0], "from": -1, "to": 1 })"),
                             down = values_of(mesh, R"({ "height": "y", "from": 2, "to": -2 })"),
                             ball = values_of(mesh, R"({ "distance": [0, 2, 0], "from": 1, "to": 3 })"),
                             noise = values_of(mesh, R"({ "noise": 0.7, "seed": 4 })"),
                             other = values_of(mesh, R"({ "noise": 0.7, "seed": 5 })"),
                             both =
                                 values_of(mesh, R"({ "multiply": [{ "height": "y" }, { "noise": 0.7, "seed": 4 }] })"),
                             least = values_of(mesh, R"({ "min": [{ "height": "y" }, { "height": "x" }] })"),
                             most = values_of(mesh, R"({ "max": [{ "height": "y" }, { "height": "x" }] })");
    double mean = 0, difference = 0;
    for (size_t p = 0; p < mesh.points.size(); ++p) {
        const Vec3 x = mesh.points[p];
        EXPECT_NEAR(height[p], (x.y + 2) / 4, 1e-6);
        EXPECT_NEAR(some[p], std::clamp((x.y + 1) / 2, 0.0f, 1.0f), 1e-6);
        EXPECT_NEAR(down[p], 1 - height[p], 1e-6);
        EXPECT_NEAR(ball[p], std::clamp((length(x - Vec3{0, 2, 0}) - 1) / 2, 0.0f, 1.0f), 1e-6);
        EXPECT_NEAR(both[p], height[p] * noise[p], 1e-6);
        EXPECT_NEAR(least[p], std::min(height[p], (x.x + 1) / 2), 1e-6);
        EXPECT_NEAR(most[p], std::max(height[p], (x.x + 1) / 2), 1e-6);
        EXPECT_TRUE(noise[p] >= 0 && noise[p] <= 1);
        mean += noise[p] / static_cast<double>(mesh.points.size());
        difference += std::fabs(noise[p] - other[p]) / static_cast<double>(mesh.points.size());
    }
    EXPECT_NEAR(mean, 0.5, 0.1);
    EXPECT_GT(difference, 0.05);
}

// The same map on meshes that are finer has the same mean over the area: points at the rim have half of it.
TEST(Maps, MeansDoNotDependOnTheMesh) {
    double first = 0;
    for (const u32 detail : {24u, 48u, 96u}) {
        const Mesh mesh = make_shape({"plane", {1, 0, 1}, detail});
        const std::vector<float> values = values_of(mesh, R"({ "multiply": [{ "height": "x" }, { "noise": 0.3 }] })");
        double sum = 0, area = 0;
        for (size_t p = 0; p < values.size(); ++p) {
            const auto share = [](float x) { return std::fabs(x) > 0.4999f ? 0.5 : 1.0; };
            const double weight = share(mesh.points[p].x) * share(mesh.points[p].z);
            sum += weight * values[p];
            area += weight;
        }
        const double mean = sum / area;
        if (detail == 24) first = mean;
        printf("%u cells: %.4f\n", detail, mean);
        EXPECT_NEAR(mean, first, 0.005 * first);
    }
}

// Sources that are written differently and mean the same are equal; others are not.
TEST(Maps, SourcesAreValues) {
    const auto read = [](const char* json) { return parse_map_source(json, "test"); };
    const MapSource height = read(R"({ "height": "y", "from": 0, "to": 2 })");
    const MapSource same =
        read(R"({ "to": 2.0, "note": "n", "from": -0.0, "height": [0, 3, 0], "low": 1, "high": 2 })");
    EXPECT_EQ(height, same);
    EXPECT_EQ(height.hash(), same.hash());
    EXPECT_EQ(Map::of(height).attribute, Map::of(same).attribute);
    EXPECT_EQ(Map::of(height), Map::of(same));
    const std::vector<MapSource> others = {
        read(R"({ "height": "y", "from": 0 })"),
        read(R"({ "height": "y", "to": 2 })"),
        read(R"({ "height": "x", "from": 0, "to": 2 })"),
        read(R"({ "distance": [0, 1, 0], "from": 0, "to": 2 })"),
        read(R"({ "noise": 0.1 })"),
        read(R"({ "noise": 0.1, "seed": 1 })"),
        read(R"({ "map": "a.png" })"),
        read(R"({ "map": "a.png", "channel": "g" })"),
        read(R"({ "map": "a.png", "uv": 0 })"),
        read(R"({ "map": "b.png" })"),
        read(R"({ "bone": ["a", "b"] })"),
        read(R"({ "bone": ["ab"] })"),
        read(R"({ "min": [{ "noise": 0.1 }, { "noise": 0.2 }] })"),
        read(R"({ "max": [{ "noise": 0.1 }, { "noise": 0.2 }] })"),
        read(R"({ "min": [{ "noise": 0.2 }, { "noise": 0.1 }] })"),
    };
    std::set<std::string> names = {height.attribute_name()};
    for (const MapSource& other : others) {
        EXPECT_FALSE(other == height);
        EXPECT_TRUE(names.insert(other.attribute_name()).second) << other.description();
    }
}

// An attribute of the mesh may be called anything, also what looks like the text of a source.
TEST(Maps, AttributesKeepTheirNames) {
    Mesh mesh = square();
    mesh.attributes.push_back({"{\"height\":\"y\"}", std::vector<float>(mesh.points.size(), 0.25f)});
    const Map map = Map::of(parse_map_source(R"({ "attribute": "{\"height\":\"y\"}" })", "test"));
    EXPECT_EQ(map.attribute, mesh.attributes.back().name);
    EXPECT_EQ(map.source, nullptr);
    EXPECT_EQ(values_of(mesh, R"({ "max": [{ "attribute": "{\"height\":\"y\"}" }] })").at(0), 0.25f);
}

TEST(Maps, MistakesAreNamed) {
    EXPECT_NE(problem(R"({ "height": "w" })").find("\"x\", \"y\", \"z\" or a vector"), std::string::npos);
    EXPECT_NE(problem(R"({ "height": [0, 0, 0] })").find("without length"), std::string::npos);
    EXPECT_NE(problem(R"({ "distance": [0, 0] })").find("three numbers"), std::string::npos);
    EXPECT_NE(problem(R"({ "noise": 0 })").find("above 0"), std::string::npos);
    EXPECT_NE(problem(R"({ "multiply": [] })").find("empty list"), std::string::npos);
    EXPECT_NE(problem(R"({ "multiply": [{}] })").find("where the map comes from"), std::string::npos);
    EXPECT_NE(problem(R"({ "map": "a.png", "chanel": "r" })").find("channel"), std::string::npos);
    EXPECT_NE(problem(R"({ "map": "a.png", "channel": "red" })").find("\"r\", \"g\", \"b\" or \"a\""),
              std::string::npos);
    EXPECT_NE(problem(R"({ "min": [{ "attribute": "soft" }] })").find("attribute 'soft'"), std::string::npos);
    EXPECT_NE(problem(R"({ "noise": 1, "seed": -1 })").find("from 0 to 1e9"), std::string::npos);
    Mesh bare = square();
    bare.uv.clear();
    const std::string image = png(1, 1, 8, 0, {9});
    EXPECT_NE(problem(R"({ "map": "a.png", "uv": 0 })", bare, image).find("no texture coordinates"), std::string::npos);
    EXPECT_NE(problem(R"({ "map": "a.png", "uv": 1 })", bare, image).find("no second set"), std::string::npos);
    EXPECT_NE(problem(R"({ "map": "a.png", "uv": 2 })", bare, image).find("0, 1 or \"generated\""), std::string::npos);
    EXPECT_NE(problem(R"({ "map": "a.png", "uv": "x" })", bare, image).find("0, 1 or \"generated\""),
              std::string::npos);
    EXPECT_NE(problem(R"({ "height": "y", "uv": 1 })", bare, image).find("uv"), std::string::npos);
    EXPECT_NE(problem(R"({ "bone": "arm" })").find("the mesh has no bones"), std::string::npos);
    EXPECT_NE(problem(R"({ "bone": [] })").find("an empty list"), std::string::npos);
}

}  // namespace maps_tests
}  // namespace pliant
