// Scripts of the window: how they are read; and paths of the mouse that become keys.
#include "pliant/view/script.h"

#include <gtest/gtest.h>

#include "assets/json.h"
#include "core/error.h"
#include "core/random.h"
#include "pliant/view/keys.h"

namespace pliant::view {
namespace script_tests {
namespace {

TEST(Script, WordsAndComments) {
    const auto lines = parse_script("# first\n\nclick \"Don't save\" right # there\n\twait  10 frames\r\n", "a.txt");
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_EQ(lines[0].number, 3u);
    ASSERT_EQ(lines[0].words.size(), 3u);
    EXPECT_EQ(lines[0].words[1], (ScriptWord{"Don't save", true}));
    EXPECT_EQ(lines[0].words[2], (ScriptWord{"right", false}));
    EXPECT_EQ(lines[1].words.size(), 3u);
    EXPECT_THROW(parse_script("click \"open", "a.txt"), Error);
}

TEST(Script, Keys) {
    EXPECT_EQ(parse_key("ctrl+shift+z")->mods, 3);
    EXPECT_EQ(parse_key("z")->key, 'Z');
    EXPECT_EQ(parse_key("z")->character, 'z');
    EXPECT_EQ(parse_key("ctrl+z")->character, 0u);
    EXPECT_EQ(parse_key("?")->character, '?');
    EXPECT_EQ(parse_key("space")->key, ' ');
    EXPECT_FALSE(parse_key("hyper+z"));
    EXPECT_FALSE(parse_key("nokey"));
}

TEST(Script, Comparisons) {
    EXPECT_TRUE(compare(2.0, "<", std::string("10"))) << "as numbers";
    EXPECT_TRUE(compare(std::string("9e4"), "==", 90000.0));
    EXPECT_FALSE(compare(std::string("nothing"), ">", 1.0));
    EXPECT_TRUE(compare(std::string("abc"), "contains", std::string("b")));
    EXPECT_TRUE(compare(std::string("h0"), "!=", std::string("h1")));
}

TEST(KeptPaths, KeysMissNoSampleByMoreThanTheTolerance) {
    Random random(7);
    for (int round = 0; round < 50; ++round) {
        std::vector<TimedPlace> samples;
        Vec3 at, speed;
        for (int i = 0; i < 200; ++i) {
            speed += Vec3{random.real(-1, 1), random.real(-1, 1), random.real(-1, 1)} * 0.02f;
            at += speed * 0.05f;
            samples.push_back({i / 60.0, at});
        }
        const float tolerance = 0.02f;
        const auto keys = simplified(samples, tolerance);
        EXPECT_LT(keys.size(), samples.size() / 2);
        EXPECT_EQ(keys.front().time, samples.front().time);
        EXPECT_EQ(keys.back().time, samples.back().time);
        size_t k = 0;
        for (const TimedPlace& s : samples) {
            while (k + 2 < keys.size() && keys[k + 1].time < s.time) ++k;
            const float t = static_cast<float>((s.time - keys[k].time) / (keys[k + 1].time - keys[k].time));
            EXPECT_LE(length(keys[k].place + (keys[k + 1].place - keys[k].place) * t - s.place), tolerance * 1.001f);
        }
    }
}

TEST(KeptPaths, SamplesOfOneTimeAreOne) {
    const auto keys = simplified({{0, {}}, {0, {1, 0, 0}}, {0, {2, 0, 0}}, {1, {3, 0, 0}}}, 0.1f);
    ASSERT_EQ(keys.size(), 2u);
    EXPECT_EQ(keys[0].place.x, 2) << "the last of them";
    const Json json = parse_json(keys_json(keys), "keys");
    EXPECT_EQ(json.find("keys")->items.size(), 2u);
    EXPECT_EQ(json.find("keys")->items[1].items[1].items[0].number, 3);
}

}  // namespace
}  // namespace script_tests
}  // namespace pliant::view
