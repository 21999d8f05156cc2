// Bad files through the command: one clear sentence or a repair and a run; never a crash, a hang or a silent result.
#include <sys/stat.h>

#include <algorithm>

#include "command/command.h"
#include "core/random.h"

namespace pliant {
namespace hostile_tests {
namespace {

namespace fs = std::filesystem;

class Hostile : public CommandTest {
  protected:
    // Whatever it was, the answer is clear.
    void expect_clear_answer(const std::string& file) {
        // Importers may take 10 s of processor time, and 30 + 5 * 10 s on a busy machine (import/isolated.cpp).
        const Outcome o = pliant({"run", file, "--frames", "2", "-o", "out"}, 100);
        ASSERT_FALSE(o.err.empty()) << file << ": silent";
        if (o.code == done || o.code == quarantined) {
            EXPECT_TRUE(fs::exists(folder / "out/statistics.csv")) << file;
        } else {
            EXPECT_EQ(o.code, bad_input) << file << ": " << o.err;
            const std::vector<std::string> lines = lines_of(o.err);
            long sentences = 0;
            for (const std::string& line : lines) sentences += line.substr(0, 12) == "pliant run: ";
            EXPECT_EQ(sentences, 1) << o.err;
            EXPECT_EQ(lines.back().substr(0, 12), "pliant run: ") << o.err;
            EXPECT_GT(lines.back().size(), 30u) << o.err;
            EXPECT_FALSE(fs::exists(folder / "out")) << file << ": half a result";
        }
        fs::remove_all(folder / "out");
    }
};

TEST_F(Hostile, DamagedScenes) {
    const std::string good = text_of(folder / write_scene());
    Random random(5);
    for (int trial = 0; trial < 12; ++trial) {
        std::string bad = good;
        if (trial % 2) {
            bad.resize(random.below(static_cast<u32>(good.size())));
        } else {
            for (int n = 0; n < 3; ++n)
                bad[random.below(static_cast<u32>(good.size()))] = static_cast<char>(random.below(256));
        }
        write_text(folder / "bad.json", bad);
        expect_clear_answer("bad.json");
    }
}

TEST_F(Hostile, NotEvenClose) {
    write_text(folder / "empty.json", "");
    write_text(folder / "zeros.json", std::string(1000, '\0'));
    write_text(folder / "list.json", "[1, 2, 3]");
    write_text(folder / "mesh.json", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    write_text(folder / "empty.obj", "");
    write_text(folder / "scene.obj", "{ \"bodies\": {} }");
    write_text(folder / "zeros.glb", std::string(1000, '\0'));
    write_text(folder / "picture.png", "\x89PNG\r\n\x1a\n....");
    write_text(folder / "no_ending", "hello");
    for (const char* file : {"empty.json", "zeros.json", "list.json", "mesh.json", "empty.obj", "scene.obj",
                             "zeros.glb", "picture.png", "no_ending"})
        expect_clear_answer(file);
}

// Values that a reader lets pass and a simulation must survive.
TEST_F(Hostile, ExtremeButLegal) {
    const std::string good = text_of(folder / write_scene());
    for (const char* setting :
         {"world.gravity=[0, -1e8, 0]", "bodies.ball.velocity=[1e7, 0, 0]", "bodies.ball.youngs_modulus=1e30",
          "bodies.ball.youngs_modulus=0", "bodies.ball.density=1e-20", "bodies.ball.scale=1e-6",
          "bodies.ball.scale=1e6", "bodies.ball.spacing=1e-30", "bodies.ball.spacing=1e30",
          "bodies.ball.position=[1e7, 1e7, 1e7]", "bodies.ball.position=[0, -1e7, 0]", "world.rate=1",
          "world.substeps=1000", "bodies.ball.spin=[0, 1e7, 0]", "assets.ball.detail=200", "bodies.ball.drag=1e6"}) {
        const Outcome o = pliant({"run", "ball.json", "--frames", "2", "--set", setting}, 20);
        EXPECT_TRUE(o.code == done || o.code == quarantined || o.code == bad_input) << setting << ": " << o.err;
        EXPECT_TRUE(o.code != bad_input || o.err.find("pliant run: ") != std::string::npos) << setting << ": " << o.err;
        EXPECT_EQ(text_of(folder / "out/statistics.csv").find("nan"), std::string::npos) << setting;
        fs::remove_all(folder / "out");
    }
}

std::string scene_with(const std::string& body, const std::string& asset = R"("shape": "box", "size": [0.3, 0.3, 0.3])",
                       const std::string& name = "b") {
    return R"({ "format": 1, "behaviour": 1, "assets": { "c": { )" + asset + R"( } },
        "bodies": { ")" +
           name + R"(": { "asset": "c", "spacing": 0.1, "position": [0, 1, 0])" + body +
           R"( } }, "colliders": { "floor": {} } })";
}

// A device has no end, and a pipe without a writer never begins.
TEST_F(Hostile, MapsOnlyFromFilesOnADisk) {
    ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
    for (const char* map : {"/dev/zero", "pipe"}) {
        write_text(folder / "map.json", scene_with(R"(, "youngs_modulus": { "map": ")" + std::string(map) +
                                                   R"(", "low": 1e4, "high": 1e5 })"));
        const Outcome o = pliant({"validate", "map.json"});
        EXPECT_EQ(o.code, bad_input) << map;
        EXPECT_NE(o.err.find("this is a device, a pipe or a socket; expected a file on a disk"), std::string::npos)
            << o.err;
    }
    write_text(folder / "mesh.json", scene_with("", R"("file": "pipe.obj")"));
    ASSERT_EQ(mkfifo((folder / "pipe.obj").c_str(), 0600), 0);
    EXPECT_NE(pliant({"validate", "mesh.json"}).err.find("this is a device, a pipe or a socket"), std::string::npos);
}

// Names reach terminals, tables and C strings: they may neither move a cursor, nor be computed, nor end a sentence.
TEST_F(Hostile, NamesThatAreMoreThanNames) {
    const auto has_control = [](const std::string& text) {
        return std::any_of(text.begin(), text.end(),
                           [](char c) { return (static_cast<unsigned char>(c) < 32 && c != '\n') || c == 127; });
    };
    write_text(folder / "bell.json",
               scene_with("", R"("shape": "box", "size": [0.3, 0.3, 0.3])", "\\u001b[31mred\\u0007"));
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"run", "bell.json", "--frames", "1", "-o", "out", "--record", "pc2,csv"},
          {"info", "bell.json"},
          {"validate", "bell.json", "--advise"}}) {
        const Outcome o = pliant(words);
        EXPECT_EQ(o.code, done) << o.err;
        EXPECT_FALSE(has_control(o.out + o.err)) << words[0];
    }
    EXPECT_NE(pliant({"info", "bell.json"}).out.find("\\x1b[31mred\\x07"), std::string::npos);
    EXPECT_FALSE(has_control(text_of(folder / "out/bodies.csv")));

    write_text(folder / "formula.json", scene_with("", R"("shape": "box", "size": [0.3, 0.3, 0.3])", "=1+1"));
    ASSERT_EQ(pliant({"run", "formula.json", "--frames", "1", "-o", "out", "--record", "csv"}).code, done);
    EXPECT_NE(text_of(folder / "out/bodies.csv").find(",\"'=1+1\","), std::string::npos);

    write_text(folder / "a", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    write_text(folder / "zero.json", scene_with("", R"("file": "a\u0000.obj")"));
    const Outcome o = pliant({"run", "zero.json"});
    EXPECT_EQ(o.code, bad_input);
    expect_sentence(o, "a\\x00.obj: a zero byte is in the name; expected a mesh file");
}

// A collection of odd meshes that may lie beside the repository; there is nothing to do without it.
TEST_F(Hostile, CollectionOfOddMeshes) {
    const fs::path collection = fs::path(PLIANT_SOURCE_DIR) / "../shared/data/hostile";
    if (!fs::exists(collection)) GTEST_SKIP() << "there is no such collection here";
    int files = 0;
    for (const auto& entry : fs::recursive_directory_iterator(collection))
        if (entry.is_regular_file() && entry.path().extension() != ".md") {
            expect_clear_answer(fs::canonical(entry.path()).string());
            ++files;
        }
    EXPECT_GT(files, 10);
}

}  // namespace
}  // namespace hostile_tests
}  // namespace pliant
