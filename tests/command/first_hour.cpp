// docs/first-hour.md, done as a reader would: its commands one after another, in one folder, with a mesh of one's own.
#include "command.h"

namespace pliant {
namespace first_hour_tests {
namespace {

struct FirstHour : CommandTest {
    static std::vector<std::string> commands_of_page() {
        std::vector<std::string> commands;
        bool inside = false;
        for (const std::string& line : lines_of(text_of(std::string(PLIANT_SOURCE_DIR) + "/docs/first-hour.md"))) {
            if (line.rfind("```", 0) == 0) {
                inside = line == "```sh";
                continue;
            }
            if (inside && !line.empty()) commands.push_back(line);
        }
        return commands;
    }
    static std::vector<std::string> words_of(const std::string& line) {
        std::vector<std::string> words;
        std::stringstream stream(line);
        for (std::string word; stream >> word;) words.push_back(word);
        return words;
    }
};

TEST_F(FirstHour, EveryCommandDoesWhatThePageSays) {
    // The reader's own mesh: a shape, written as OBJ.
    write_text(folder / "shape.json", R"({ "format": 1, "behaviour": 1, "assets": { "c": { "shape": "octopus" } },
        "bodies": { "creature": { "asset": "c", "kind": "lattice" } } })");
    ASSERT_EQ(pliant({"run", "shape.json", "-o", "shape", "--frames", "0", "--record", "obj", "--quiet"}).code, done);
    std::filesystem::rename(folder / "shape/creature/0000.obj", folder / "creature.obj");

    size_t run = 0;
    for (const std::string& line : commands_of_page()) {
        std::vector<std::string> words = words_of(line);
        // The window and Blender have tests of their own: tests/view, and ./test --long.
        if (words[0] == "blender" || (words[0] == "pliant" && words[1] == "view")) continue;
        ASSERT_EQ(words[0], "pliant") << line;
        words.erase(words.begin());
        const Outcome o = pliant(words, 240);
        ASSERT_EQ(o.code, done) << line << "\n" << o.err;
        ++run;
    }
    EXPECT_GE(run, 10u) << "the page has lost its commands";
    for (const char* made : {"creature.json", "first.png", "soft.png", "strain.png", "creature.mp4", "creature.gif",
                             "again.mp4", "out/creature/creature.pc2", "out/creature/open_in_blender.py",
                             "out/creature/scene.glb", "out/game/scene.glb"})
        EXPECT_TRUE(std::filesystem::exists(folder / made)) << made;
}

}  // namespace
}  // namespace first_hour_tests
}  // namespace pliant
