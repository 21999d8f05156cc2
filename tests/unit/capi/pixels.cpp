// Maps that are painted with the pixels of a host's image.
#include <array>
#include <cstdio>

#include "support.h"

namespace pliant {
namespace pixels_tests {
namespace {

constexpr uint32_t side = 4;  // points each way, pixels each way: the middle of every pixel is some point's place

// A swinging sheet of 4 × 4 points, each in the middle of a pixel of its own.
class Pixels : public ::testing::Test {
  protected:
    struct Scene {
        cpp::World world;
        pliant_body body{}, other{};
    };
    using Image = std::array<uint8_t, 4 * side * side>;
    struct Limits {
        double low[4], high[4];
    };

    void SetUp() override {
        for (uint32_t y = 0; y < side; ++y)
            for (uint32_t x = 0; x < side; ++x) {
                points.insert(points.end(), {0.1f * static_cast<float>(x), 0.1f * static_cast<float>(y), 0});
                uvs.insert(uvs.end(), {(static_cast<float>(x) + 0.5f) / side, (static_cast<float>(y) + 0.5f) / side});
                const uint32_t a = y * side + x;
                if (x + 1 == side || y + 1 == side) continue;
                indices.insert(indices.end(), {a, a + 1, a + side, a + 1, a + side + 1, a + side});
            }
        settings = cpp::make_settings("jiggle");
        const double times[] = {0, 0.2, 0.4}, places[] = {0, 0, 0, 0.3, 0.1, 0, 0, 0, 0};
        ASSERT_OK(pliant_settings_set_keys(settings, "guide.position", times, places, 3, PLIANT_LINEAR, true));
        model = cooked(nullptr);
    }
    cpp::Model cooked(const float* own_uvs) {
        pliant_mesh_def mesh = pliant_default_mesh_def();
        mesh.positions = points.data(), mesh.point_count = side * side;
        mesh.indices = indices.data(), mesh.index_count = indices.size(), mesh.uvs = own_uvs;
        cpp::Asset asset;
        EXPECT_OK(pliant_asset_from_mesh(&mesh, asset.out()));
        cpp::Model made;
        EXPECT_OK(pliant_model_cook(asset, settings, made.out()));
        return made;
    }
    Scene scene(pliant_model of, const char* capture = nullptr) const {
        Scene s;
        s.world = cpp::make_world();
        if (capture) {
            EXPECT_OK(pliant_world_capture_begin(s.world, capture));
        }
        pliant_body_def def = pliant_default_body_def();
        def.model = of, def.settings = settings;
        for (auto [name, id] : {std::pair{"one", &s.body}, {"other", &s.other}}) {
            def.name = name;
            EXPECT_OK(pliant_body_create(s.world, &def, id));
        }
        return s;
    }
    static Image image(uint32_t seed) {
        Image pixels;
        for (uint32_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<uint8_t>((i * 37 + seed * 91) % 255 + 1);
        return pixels;
    }
    pliant_pixels_def def_of(const Image& pixels, const Limits& limits) const {
        pliant_pixels_def def = pliant_default_pixels_def();
        def.pixels = pixels.data(), def.width = def.height = side;
        def.uvs = uvs.data(), def.uv_count = side * side;
        pliant_channel* channels[] = {&def.red, &def.green, &def.blue, &def.alpha};
        for (int c = 0; c < 4; ++c) *channels[c] = {parameters[c], limits.low[c], limits.high[c], false};
        return def;
    }
    // The same numbers, a point at a time.
    static void set_directly(pliant_world world, pliant_body body, const Image& pixels, const Limits& limits) {
        for (size_t c = 0; c < 4; ++c) {
            std::vector<float> values(side * side);
            for (size_t p = 0; p < values.size(); ++p)
                values[p] = static_cast<float>(257 * pixels[4 * p + c]) / 65535.0f;
            ASSERT_OK(pliant_body_set_map_values(world, body, parameters[c], values.data(), values.size(),
                                                 limits.low[c], limits.high[c], false));
        }
    }
    static std::vector<uint64_t> motion(pliant_world world, int steps = 20) {
        std::vector<uint64_t> hashes(static_cast<size_t>(steps));
        for (uint64_t& hash : hashes) {
            EXPECT_OK(pliant_world_step(world));
            EXPECT_OK(pliant_world_hash(world, &hash));
        }
        return hashes;
    }

    static constexpr const char* parameters[] = {"mass", "stiffness", "damping", "weight"};
    static constexpr Limits usual{{0.002, 1, 0.01, 0}, {0.05, 20, 0.1, 1}},
        narrow{{0.01, 4, 0.02, 0}, {0.02, 9, 0.05, 1}};
    std::vector<float> points, uvs;
    std::vector<uint32_t> indices;
    cpp::Settings settings;
    cpp::Model model;
};

// docs/kinds/jiggle.md, "The paper's six operations".
TEST_F(Pixels, TheSixOperationsOfThePaperInTheirOrder) {
    const Image first = image(1), second = image(2);
    Scene painted = scene(model), direct = scene(model);
    std::vector<std::vector<uint64_t>> seen;
    const auto same_motion = [&](const char* after) {
        seen.push_back(motion(painted.world));
        EXPECT_EQ(seen.back(), motion(direct.world)) << after;
    };
    const auto paint = [&](pliant_body Scene::*which, const Image& pixels, const Limits& limits) {
        const pliant_pixels_def def = def_of(pixels, limits);
        ASSERT_OK(pliant_body_set_map_pixels(painted.world, painted.*which, &def));
        set_directly(direct.world, direct.*which, pixels, limits);
    };
    paint(&Scene::body, first, usual), paint(&Scene::other, second, usual);
    same_motion("AddObjectToSimulation");
    paint(&Scene::body, second, usual);
    same_motion("ChangeObjectsPhysicsTexture");
    paint(&Scene::body, second, narrow);
    same_motion("ChangeObjectsPhysicsVariableLimits");
    ASSERT_OK(pliant_body_destroy(painted.world, painted.body));
    ASSERT_OK(pliant_body_destroy(direct.world, direct.body));
    EXPECT_EQ(pliant_world_bodies(painted.world, nullptr, 0), 1u) << "RemoveObjectFromSimulation";
    same_motion("Simulate");
    const pliant_world gone = painted.world;
    painted.world = cpp::World{};
    EXPECT_EQ(pliant_world_step(gone), PLIANT_NO_SUCH_ID) << "CleanSimulationData";

    // Each of them is felt: without it the motion is another one.
    Scene unchanged = scene(model);
    EXPECT_NE(seen[0], motion(unchanged.world)) << "not painted at all";
    set_directly(unchanged.world, unchanged.body, first, usual);
    set_directly(unchanged.world, unchanged.other, second, usual);
    Scene again = scene(model);
    set_directly(again.world, again.body, first, usual), set_directly(again.world, again.other, second, usual);
    EXPECT_EQ(seen[0], motion(again.world));
    EXPECT_NE(seen[1], motion(again.world)) << "the first image was kept";
    Scene wide = scene(model);
    set_directly(wide.world, wide.body, first, usual), set_directly(wide.world, wide.other, second, usual);
    motion(wide.world), set_directly(wide.world, wide.body, second, usual);
    EXPECT_EQ(seen[1], motion(wide.world));
    EXPECT_NE(seen[2], motion(wide.world)) << "the first limits were kept";
}

TEST_F(Pixels, TheMeshHasItsOwnTextureCoordinates) {
    const Image pixels = image(3);
    const cpp::Model with_uvs = cooked(uvs.data());
    Scene given = scene(with_uvs), own = scene(with_uvs);
    pliant_pixels_def def = def_of(pixels, usual);
    ASSERT_OK(pliant_body_set_map_pixels(given.world, given.body, &def));
    def.uvs = nullptr, def.uv_count = 0;
    ASSERT_OK(pliant_body_set_map_pixels(own.world, own.body, &def));
    EXPECT_EQ(motion(given.world), motion(own.world));
    // Those that are given count before the mesh's.
    const std::vector<float> corner(uvs.size(), 0.125f);
    def.uvs = corner.data(), def.uv_count = side * side;
    Scene flat = scene(with_uvs), same = scene(with_uvs);
    ASSERT_OK(pliant_body_set_map_pixels(flat.world, flat.body, &def));
    Image alike;
    for (size_t i = 0; i < alike.size(); ++i) alike[i] = pixels[i % 4];
    set_directly(same.world, same.body, alike, usual);
    EXPECT_EQ(motion(flat.world), motion(same.world));
}

TEST_F(Pixels, RowsHaveAStrideAndChannelsMayBeLeftOut) {
    const Image pixels = image(4);
    constexpr size_t stride = 4 * side + 5;
    std::vector<uint8_t> wide(stride * side, 77);
    for (size_t y = 0; y < side; ++y) std::copy_n(&pixels[4 * side * y], 4 * side, &wide[stride * y]);
    Scene tight = scene(model), loose = scene(model), less = scene(model);
    pliant_pixels_def def = def_of(pixels, usual);
    ASSERT_OK(pliant_body_set_map_pixels(tight.world, tight.body, &def));
    def.pixels = wide.data(), def.stride = stride;
    ASSERT_OK(pliant_body_set_map_pixels(loose.world, loose.body, &def));
    def.green.parameter = nullptr;
    ASSERT_OK(pliant_body_set_map_pixels(less.world, less.body, &def));
    const std::vector<uint64_t> expected = motion(tight.world);
    EXPECT_EQ(motion(loose.world), expected);
    EXPECT_NE(motion(less.world), expected);
}

TEST_F(Pixels, WhatIsRefusedChangesNothing) {
    const Image pixels = image(5);
    Scene tried = scene(model), quiet = scene(model);
    const pliant_pixels_def good = def_of(pixels, usual);
    const auto refused = [&](auto&& spoil, pliant_result result, const char* part) {
        pliant_pixels_def def = good;
        spoil(def);
        EXPECT_FAILS(pliant_body_set_map_pixels(tried.world, tried.body, &def), result, part);
    };
    refused([](auto& d) { d.cookie = 1; }, PLIANT_BAD_ARGUMENT, "pliant_default_pixels_def");
    refused([](auto& d) { d.pixels = nullptr; }, PLIANT_BAD_ARGUMENT, "pixels");
    refused([](auto& d) { d.height = 0; }, PLIANT_BAD_ARGUMENT, "4 × 0 pixels");
    refused([](auto& d) { d.width = 0xffffffffu; }, PLIANT_BAD_ARGUMENT, "expected 1 … 16384");
    refused([](auto& d) { d.stride = 15; }, PLIANT_BAD_ARGUMENT, "has 16 bytes");
    refused([](auto& d) { d.uvs = nullptr; }, PLIANT_BAD_ARGUMENT, "no texture coordinates");
    refused([](auto& d) { d.uv_count = 15; }, PLIANT_BAD_ARGUMENT, "15 uvs; the mesh has 16");
    refused([](auto& d) { d.red = d.green = d.blue = d.alpha = {}; }, PLIANT_BAD_ARGUMENT, "no channel");
    refused([](auto& d) { d.alpha.parameter = "wieght"; }, PLIANT_BAD_INPUT, "did you mean");
    refused([](auto& d) { d.alpha.parameter = "friction"; }, PLIANT_BAD_INPUT, "one: friction: a map");
    refused([](auto& d) { d.blue.low = -1; }, PLIANT_BAD_INPUT, "one: damping: found -1");
    std::vector<float> wrong = uvs;
    wrong[5] = not_a_number;
    refused([&](auto& d) { d.uvs = wrong.data(); }, PLIANT_BAD_ARGUMENT, "uv 2 is not finite");
    EXPECT_FAILS(pliant_body_set_map_pixels(tried.world, tried.body, nullptr), PLIANT_BAD_ARGUMENT, "pixels");
    EXPECT_EQ(motion(tried.world), motion(quiet.world)) << "red and green were taken though alpha was refused";
}

TEST_F(Pixels, AreReplayedFromCaptures) {
    const Image pixels = image(6);
    const std::string path = ::testing::TempDir() + "pixels.capture";
    Scene s = scene(model, path.c_str());
    const pliant_pixels_def def = def_of(pixels, usual);
    ASSERT_OK(pliant_body_set_map_pixels(s.world, s.body, &def));
    motion(s.world);
    ASSERT_OK(pliant_world_capture_end(s.world));
    pliant_replay_info info{};
    ASSERT_OK(pliant_replay(path.c_str(), nullptr, UINT64_MAX, &info, nullptr));
    EXPECT_EQ(info.steps, 20u);
    EXPECT_FALSE(info.differs);
    std::remove(path.c_str());
}

}  // namespace
}  // namespace pixels_tests
}  // namespace pliant
