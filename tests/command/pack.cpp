// pliant pack: a scene with every file that it reads, in one folder that opens elsewhere.
#include <algorithm>

#include "command/command.h"

namespace pliant {
namespace pack_tests {
namespace {

namespace fs = std::filesystem;

class PackCommand : public CommandTest {
  protected:
    // A mesh with a material and an image, from a folder that is not the scene's; poses and numbered maps beside it.
    void SetUp() override {
        CommandTest::SetUp();
        fs::create_directories(folder / "home" / "maps");
        fs::create_directories(folder / "lib" / "images");
        write_text(folder / "lib" / "tetra.obj",
                   "mtllib tetra.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nvt 0 0\nvt 1 0\nvt 0 1\nusemtl m\n"
                   "f 1/1 3/2 2/3\nf 1/1 2/2 4/3\nf 2/1 3/2 4/3\nf 3/1 1/2 4/3\n");
        write_text(folder / "lib" / "tetra.mtl", "newmtl m\nmap_Kd images/a.png\n");
        const std::string image = text_of(fs::path(PLIANT_SOURCE_DIR) / "docs" / "pictures" / "layer-cells.png");
        for (const char* name : {"lib/images/a.png", "home/maps/m_0001.png", "home/maps/m_0002.png"})
            write_text(folder / name, image);
        fs::copy(fs::path(PLIANT_SOURCE_DIR) / "examples" / "jump" / "jump.txt", folder / "home" / "jump.txt");
        write_text(folder / "home" / "s.json", R"({ "note": "kept as it is",
  "assets": { "t": { "file": "../lib/tetra.obj" }, "jelly": { "shape": "box", "size": [0.6, 0.75, 0.6], "detail": 8 } },
  "bodies": {
    "t": { "asset": "t", "spacing": 0.2, "youngs_modulus": { "map": "maps/m_%04d.png", "channel": "r", "low": 1e4, "high": 1e5 } },
    "j": { "asset": "jelly", "spacing": 0.15, "position": [3, 1, 0], "guide": { "keyframes": ["jump.txt"] } } } }
)");
    }
    Outcome wrong(const std::vector<std::string>& arguments, int code) {
        Outcome o = pliant(arguments);
        EXPECT_EQ(o.code, code) << o.err;
        return o;
    }
    bool leftovers() const {
        for (const auto& entry : fs::directory_iterator(folder))
            if (entry.path().filename().string().find(".part") != std::string::npos) return true;
        return false;
    }
};

TEST_F(PackCommand, OpensWhereTheOthersAreGone) {
    ASSERT_EQ(pliant({"pack", "home/s.json", "-o", "to/go"}).code, done);
    for (const char* file : {"s.json", "jump.txt", "maps/m_0001.png", "maps/m_0002.png", "files/lib/tetra.obj",
                             "files/lib/tetra.mtl", "files/lib/images/a.png"})
        EXPECT_TRUE(fs::exists(folder / "to/go" / file)) << file;
    EXPECT_NE(text_of(folder / "to/go/s.json").find("\"note\": \"kept as it is\",\n"), std::string::npos);
    const Outcome there = pliant({"run", "home/s.json", "-o", "a", "--frames", "3", "--quiet"});
    fs::remove_all(folder / "home");
    fs::remove_all(folder / "lib");
    const Outcome here = pliant({"run", "to/go/s.json", "-o", "b", "--frames", "3", "--quiet"});
    EXPECT_EQ(there.code, done) << there.err;
    EXPECT_EQ(here.code, done) << here.err;
    EXPECT_EQ(text_of(folder / "a/t.pc2"), text_of(folder / "b/t.pc2"));
    EXPECT_FALSE(leftovers());
}

TEST_F(PackCommand, TakesAbsolutePathsAlong) {
    std::string scene = text_of(folder / "home" / "s.json");
    scene.replace(scene.find("../lib"), 6, (folder / "lib").string());
    write_text(folder / "home" / "s.json", scene);
    ASSERT_EQ(pliant({"pack", "home/s.json", "-o", "go", "--name", "other.json"}).code, done);
    EXPECT_EQ(text_of(folder / "go/other.json").find(folder.string()), std::string::npos);
    EXPECT_TRUE(fs::exists(folder / "go/files/lib/tetra.obj"));
}

TEST_F(PackCommand, FoldersOfOneNameStayApart) {
    fs::create_directories(folder / "more" / "lib");
    fs::copy(folder / "lib" / "tetra.obj", folder / "more" / "lib" / "tetra.obj");
    std::string scene = text_of(folder / "home" / "s.json");
    scene.insert(scene.find("\"t\": { \"file\""), "\"u\": { \"file\": \"../more/lib/tetra.obj\" }, ");
    scene.insert(scene.find("\"j\": { \"asset\""),
                 "\"u\": { \"asset\": \"u\", \"spacing\": 0.2, \"position\": [0, 4, 0] },\n    ");
    write_text(folder / "home" / "s.json", scene);
    ASSERT_EQ(pliant({"pack", "home/s.json", "-o", "go"}).code, done);
    EXPECT_TRUE(fs::exists(folder / "go/files/lib/tetra.obj"));
    EXPECT_TRUE(fs::exists(folder / "go/files/lib-2/tetra.obj"));
    EXPECT_EQ(pliant({"validate", "go/s.json"}).code, done);
}

TEST_F(PackCommand, AllOrNothing) {
    write_text(folder / "full" / "x", "");
    fs::create_directories(folder / "full");
    write_text(folder / "full" / "x", "mine");
    EXPECT_NE(wrong({"pack", "home/s.json", "-o", "full", "--quiet"}, no_output).err.find("something already"),
              std::string::npos);
    EXPECT_EQ(text_of(folder / "full" / "x"), "mine");
    fs::remove(folder / "lib" / "tetra.obj");
    expect_sentence(wrong({"pack", "home/s.json", "-o", "go", "--quiet"}, bad_input), "tetra.obj");
    EXPECT_FALSE(fs::exists(folder / "go"));
    EXPECT_FALSE(leftovers());
}

TEST_F(PackCommand, SaysWhatItNeeds) {
    expect_sentence(wrong({"pack", "home/s.json"}, usage), "-o");
    expect_sentence(wrong({"pack", "lib/tetra.obj", "-o", "go"}, bad_input), "no scene");
    expect_sentence(wrong({"pack", "home/s.json", "-o", "go", "--name", "../s.json"}, usage), "--name");
    EXPECT_FALSE(fs::exists(folder / "go"));
}

}  // namespace
}  // namespace pack_tests
}  // namespace pliant
