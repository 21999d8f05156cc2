// Maps that move in time: keys of low and high, and numbered images. What they do is what setting the same values from
// outside at the same steps does, to the bit.

#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>

#include "core/files.h"
#include "record/png.h"
#include "worlds.h"

namespace pliant::testing {
namespace moving_maps_tests {
namespace {

namespace fs = std::filesystem;

struct Moving {
    const char* name;
    const char* body;       // what is in it but the map
    const char* parameter;  // that is painted
    double low, high;       // of the one end; twice that in the end
    bool common = false;
};

const Moving all[] = {{"jiggle", R"("asset": "ball", "kind": "jiggle", "damping_ratio": 0.1, "guide": { "position":
        { "keys": [[0, [0, 1, 0]], [0.3, [0.3, 1, 0]], [0.6, [0, 1, 0]]], "loop": true } })",
                       "frequency", 2, 6},
                      {"jiggle_mass", R"("asset": "ball", "kind": "jiggle", "stiffness": 200, "guide": { "position":
        { "keys": [[0, [0, 1, 0]], [0.3, [0.3, 1, 0]], [0.6, [0, 1, 0]]], "loop": true } })",
                       "mass", 0.5, 2},
                      {"lattice", R"("asset": "ball", "spacing": 0.1)", "youngs_modulus", 5e3, 2e4},
                      {"flesh", R"("asset": "ball", "kind": "flesh", "cell": 0.12)", "youngs_modulus", 5e3, 2e4},
                      {"cloth", R"("asset": "ball", "kind": "cloth")", "bend_stiffness", 1e-4, 1e-2},
                      {"guide", R"("asset": "ball", "spacing": 0.1, "guide": { "follow": "place", "place": 1 })",
                       "guide.strength", 0.1, 0.8, true},
                      {"collide", R"("asset": "ball", "spacing": 0.1)", "collide", 0, 1, true}};

std::string scene_of(const Moving& m, const std::string& source, const std::string& low, const std::string& high) {
    std::string value = "{ " + source + R"(, "low": )" + low + R"(, "high": )" + high + " }", name = m.parameter,
                body = m.body;
    if (name == "guide.strength") {
        body.insert(body.find("\"follow\""), "\"strength\": " + value + ", ");
    } else {
        body += ", \"" + name + "\": " + value;
    }
    return R"({ "format": 1, "world": { "sleep": { "enabled": false } },
        "assets": { "ball": { "shape": "sphere", "size": [0.4, 0.4, 0.4], "detail": 12 } },
        "bodies": { "it": { "position": [0, 0.5, 0], )" +
           body + R"( } }, "colliders": { "floor": {} } })";
}

std::string number(double v) { return std::to_string(v); }

class MovingMaps : public ::testing::TestWithParam<Moving> {
  protected:
    void SetUp() override {
        std::string name = (fs::temp_directory_path() / "pliant-maps-XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        folder_ = name;
    }
    void TearDown() override { fs::remove_all(folder_); }

    // Stripes that wander.
    void write_images(int first, int last) const {
        for (int n = first; n <= last; ++n) {
            std::vector<u16> pixels(32 * 32);
            for (int y = 0; y < 32; ++y)
                for (int x = 0; x < 32; ++x) pixels[static_cast<size_t>(32 * y + x)] = (y + 4 * n) / 8 % 2 ? 65535 : 0;
            char name[32];
            std::snprintf(name, sizeof name, "/paint_%04d.png", n);
            write_png(folder_ + name, 32, 32, 1, pixels);
        }
    }
    std::unique_ptr<World> world(const std::string& json, u32 threads = 1) const {
        return world_of(read_scene(json, "test", {}, folder_ + "/"), threads);
    }
    std::string folder_;
};

const char* const by_height = R"("height": "y")";

TEST_P(MovingMaps, KeysOfLowAndHighAreWhatSettingThemIs) {
    const Moving& m = GetParam();
    const std::string keys = R"({ "keys": [[0, )" + number(m.low) + "], [0.2, " + number(m.low) + "], [0.5, " +
                             number(0.5 * (m.low + m.high)) + R"(]], "ease": "smooth" })";
    auto moving = world(scene_of(m, by_height, keys, number(m.high))),
         set = world(scene_of(m, by_height, number(m.low), number(m.high))),
         still = world(scene_of(m, by_height, number(m.low), number(m.high)));
    const BodyId it = moving->find_body("it");
    const Body& body = *moving->body(it);
    const Map map =
        *(m.common ? body.common : body.own).map((m.common ? body.common : body.own).table().find(m.parameter)->id);
    u32 painted = 0;
    for (int i = 0; i < 60; ++i) {
        const double t = moving->time();
        // As a host would: only when it has changed.
        if (i > 0 && map.changes_between(t - 1.0 / 60, t)) set->bodies().set_parameter(it, m.parameter, map.at(t));
        moving->step(), set->step(), still->step();
        ASSERT_EQ(moving->hash(), set->hash()) << i;
        painted += moving->statistics().painted;
        // From 0.2 s to 0.5 s, and in no other step.
        ASSERT_EQ(moving->statistics().painted, i > 12 && i <= 30 ? 1u : 0u) << i;
    }
    EXPECT_NE(moving->hash(), still->hash()) << "it does something";
    std::printf("%s: painted in %u of 60 steps\n", m.name, painted);
}

TEST_P(MovingMaps, ImagesAreWhatSettingTheirValuesIs) {
    const Moving& m = GetParam();
    write_images(3, 8);
    for (const bool loop : {false, true}) {
        const std::string source =
            R"("map": "paint_%04d.png", "fps": 12, "loop": )" + std::string(loop ? "true" : "false");
        auto moving = world(scene_of(m, source, number(m.low), number(m.high))),
             two = world(scene_of(m, source, number(m.low), number(m.high)), 2),
             set = world(scene_of(m, R"("map": "paint_0003.png")", number(m.low), number(m.high)));
        const BodyId it = moving->find_body("it");
        const std::vector<Attribute>& frames = moving->body(it)->model->surface.attributes;
        ASSERT_EQ(frames.size(), 6u);
        std::vector<std::byte> saved;
        u64 hash_then = 0;
        for (int i = 0; i < 75; ++i) {
            const int shown = loop ? i / 5 % 6 : std::min(i / 5, 5);
            const bool changes = i > 0 && i % 5 == 0 && (loop || i / 5 <= 5);
            if (changes)
                set->bodies().set_parameter(
                    it, m.parameter,
                    Map{"", m.low, m.high, false,
                        std::make_shared<const std::vector<float>>(frames[static_cast<size_t>(shown)].values)});
            if (i == 33) saved = moving->save();
            moving->step(), set->step(), two->step();
            ASSERT_EQ(moving->hash(), set->hash()) << i;
            ASSERT_EQ(moving->hash(), two->hash()) << i;
            ASSERT_EQ(moving->statistics().painted, changes ? 1u : 0u) << i;
            if (i == 36) hash_then = moving->hash();
        }
        // Back to another frame, and on.
        moving->restore(saved);
        for (int i = 33; i <= 36; ++i) moving->step();
        EXPECT_EQ(moving->hash(), hash_then);
    }
}

INSTANTIATE_TEST_SUITE_P(All, MovingMaps, ::testing::ValuesIn(all), [](const auto& i) { return i.param.name; });

using MapSentences = MovingMaps;

TEST_P(MapSentences, SayWhatIsWrong) {
    const Moving& m = GetParam();
    const auto message = [&](const std::string& source, const std::string& low) -> std::string {
        try {
            world(scene_of(m, source, low, number(m.high)));
        } catch (const Error& e) {
            return e.what();
        }
        return "";
    };
    const auto expect = [&](const std::string& said, const std::string& part) {
        EXPECT_NE(said.find(part), std::string::npos) << said;
    };
    write_images(3, 8);
    EXPECT_EQ(message(R"("map": "paint_%04d.png")", "1"), "");
    expect(message(R"("map": "colour_%04d.png")", "1"), "no image of that name");
    fs::remove(folder_ + "/paint_0005.png");
    expect(message(R"("map": "paint_%04d.png")", "1"), "frame 5 is missing: there is no paint_0005.png");
    expect(message(R"("map": "paint_%04d.png", "fps": 0)", "1"), "above 0");
    expect(message(R"("map": "paint_0003.png", "fps": 12)", "1"), "a single image");
    expect(message(R"("multiply": [{ "map": "paint_%04d.png" }])", "1"), "inside another map");
    expect(message(by_height, R"({ "keys": [[0, 1], [0, 2]] })"), "not after the one before");
    expect(message(by_height, R"({ "keys": [[0, 1], [1, -5]] })"), "-5");
    expect(message(by_height, R"({ "keys": [] })"), "empty");
    // What is only read when a body starts does not move.
    Moving density = m;
    density.body = R"("asset": "ball", "spacing": 0.1)", density.parameter = "density";
    try {
        world(scene_of(density, by_height, R"({ "keys": [[0, 100], [1, 200]] })", "300"));
        ADD_FAILURE();
    } catch (const Error& e) {
        expect(e.what(), "cannot change in time");
    }
}

INSTANTIATE_TEST_SUITE_P(One, MapSentences, ::testing::Values(all[0]), [](const auto& i) { return i.param.name; });

}  // namespace
}  // namespace moving_maps_tests
}  // namespace pliant::testing
