// The example scenes cut off at many lengths, and with bytes changed: each is fine or gives one clear sentence, with
// the file's name at its beginning. Nothing is cooked here, so that hundreds of cases cost a blink.
#include <filesystem>
#include <sstream>

#include "assets/scene.h"
#include "core/files.h"
#include "core/random.h"
#include "unit/assets/support.h"

namespace pliant {
namespace broken_scenes_tests {
namespace {

struct Outcome {
    int good = 0, errors = 0;
};

void try_scene(const std::string& text, Outcome& outcome) {
    try {
        open_scene(text, "scene.json", {});
        ++outcome.good;
    } catch (const Error& e) {
        std::stringstream sentences(e.what());  // one a line
        EXPECT_GT(e.trouble().wrong.size(), 5u) << e.what();
        for (std::string sentence; std::getline(sentences, sentence);) {
            EXPECT_EQ(sentence.substr(0, 10), "scene.json") << sentence;
            EXPECT_GT(sentence.size(), 20u) << sentence;
            EXPECT_EQ(sentence.find("json.exception"), std::string::npos) << sentence;
            EXPECT_LT(sentence.size(), 600u) << sentence;
        }
        ++outcome.errors;
    }
}

std::vector<std::string> example_scenes() {
    std::vector<std::string> all;
    for (const auto& entry : std::filesystem::directory_iterator(PLIANT_SOURCE_DIR "/examples"))
        if (std::filesystem::exists(entry.path() / "scene.json"))
            all.push_back(read_file((entry.path() / "scene.json").string()));
    EXPECT_GE(all.size(), 3u);
    return all;
}

TEST(BrokenScenes, CutOff) {
    for (const std::string& good : example_scenes()) {
        Outcome whole, cut;
        try_scene(good, whole);
        EXPECT_EQ(whole.good, 1);
        const size_t end = good.find_last_of('}');
        const size_t stride = 1 + end / 400;
        for (size_t size = 0; size <= end; size += stride) try_scene(good.substr(0, size), cut);
        EXPECT_EQ(cut.good, 0) << "half a scene is none";
    }
}

TEST(BrokenScenes, OneByteChanged) {
    Random random(3);
    Outcome flipped;
    for (const std::string& good : example_scenes())
        for (int trial = 0; trial < 300; ++trial) {
            std::string bad = good;
            char& c = bad[random.below(static_cast<u32>(bad.size()))];
            c = static_cast<char>(trial % 2 ? c ^ (1 << random.below(8)) : " {}[],:\"-.e0x"[random.below(13)]);
            try_scene(bad, flipped);
        }
    EXPECT_GT(flipped.errors, 100);
    EXPECT_GT(flipped.good, 50) << "only broken scenes were tried: nothing was learnt about those that pass";
}

TEST(BrokenScenes, ManyBytesChangedAndPiecesMoved) {
    Random random(4);
    Outcome outcome;
    for (const std::string& good : example_scenes())
        for (int trial = 0; trial < 100; ++trial) {
            std::string bad = good.substr(0, 3000);
            for (u32 n = random.below(20); n > 0; --n)
                bad[random.below(static_cast<u32>(bad.size()))] = static_cast<char>(random.below(256));
            const size_t from = random.below(static_cast<u32>(bad.size())),
                         to = random.below(static_cast<u32>(bad.size()));
            bad.insert(to, bad.substr(from, 40));
            try_scene(bad, outcome);
        }
    EXPECT_GT(outcome.errors, 200);
}

// Values of every type in the place of every number and text.
TEST(BrokenScenes, ValuesOfOtherTypes) {
    const std::string good = example_scenes()[0];
    Outcome outcome;
    for (size_t at = 0; at < good.size(); ++at) {
        if (good[at] != ':' || good[at - 1] != '"') continue;
        const size_t end = good.find_first_of(",}]", at);
        for (const char* value : {"null", "true", "-1", "0", "1e308", "1e999", "\"\"", "\"x\"", "[]", "[1, 2]", "[[]]",
                                  "{}", "{\"keys\": []}", "{\"keys\": [[0, 1]]}", "{\"attribute\": \"a\"}",
                                  "{\"attribute\": \"a\", \"low\": 1, \"high\": 2}"})
            try_scene(good.substr(0, at + 1) + " " + value + good.substr(end), outcome);
    }
    EXPECT_GT(outcome.errors, 200);
}

TEST(BrokenScenes, DeepNesting) {
    Outcome outcome;
    for (const char* open : {"[", "{\"a\":"}) {
        std::string deep;
        for (int i = 0; i < 100000; ++i) deep += open;
        try_scene(deep, outcome);
    }
    EXPECT_EQ(outcome.errors, 2);
}

}  // namespace
}  // namespace broken_scenes_tests
}  // namespace pliant
