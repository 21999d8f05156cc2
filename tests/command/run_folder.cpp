// The folder of a run: what an earlier run made is replaced, and nothing else is touched.
#include "command.h"

namespace pliant {
namespace run_folder_tests {
namespace {

namespace fs = std::filesystem;

struct Folder : CommandTest {
    void SetUp() override {
        CommandTest::SetUp();
        write_text(folder / "scene.json", scene);
    }
    const std::string scene = R"({ "format": 1, "behaviour": 1, "world": { "duration": 0.1 },
        "assets": { "ball": { "shape": "sphere", "size": [0.4, 0.4, 0.4] } },
        "bodies": { "ball": { "asset": "ball", "kind": "lattice", "spacing": 0.1, "position": [0, 0.3, 0] } } })";
    Outcome run_into(const std::string& out, const std::string& source, const std::string& record = "pc2,obj,vat,csv") {
        return pliant({"run", source, "-o", out, "--record", record, "--quiet"});
    }
};

TEST_F(Folder, WhatIsNotOfARunStays) {
    ASSERT_EQ(run_into("out", "scene.json").code, done);
    write_text(folder / "out/notes.txt", "mine");
    write_text(folder / "out/ball.blend", "mine");
    write_text(folder / "out/ball/mine.txt", "mine");
    write_text(folder / "out/scene.json", scene);
    ASSERT_EQ(run_into("out/inner", "scene.json").code, done);
    ASSERT_EQ(run_into("out", "out/scene.json", "mdd").code, done);
    for (const char* kept : {"out/notes.txt", "out/ball.blend", "out/ball/mine.txt", "out/scene.json",
                             "out/inner/run.json", "out/inner/ball.pc2"})
        EXPECT_TRUE(fs::exists(folder / kept)) << kept;
    for (const char* gone : {"out/ball.pc2", "out/ball/0000.obj", "out/ball.vat", "out/bodies.csv"})
        EXPECT_FALSE(fs::exists(folder / gone)) << gone << " is of the run that was replaced";
    EXPECT_TRUE(fs::exists(folder / "out/ball.mdd"));
}

// A sheet that was simulated as a lattice falls on a floor; shown again it lay on the ball that is there for cloth.
TEST_F(Folder, AMeshIsShownAsItWasRead) {
    write_text(folder / "sheet.obj", "v 0 0 0\nv 50 0 0\nv 0 0 50\nv 50 0 50\nf 1 3 4 2\n");
    ASSERT_EQ(
        pliant({"run", "sheet.obj", "--unit", "cm", "--as", "lattice", "-o", "out", "--frames", "1", "--quiet"}).code,
        done);
    ASSERT_EQ(pliant({"render", "out", "-o", "again.png", "--frame", "0", "--size", "160x90", "--quiet"}).code, done);
    ASSERT_EQ(pliant({"render", "sheet.obj", "--unit", "cm", "--as", "lattice", "-o", "first.png", "--frame", "0",
                      "--size", "160x90", "--quiet"})
                  .code,
              done);
    EXPECT_EQ(text_of(folder / "again.png"), text_of(folder / "first.png"));
    const Outcome o = pliant({"run", "sheet.obj", "--unit", "cm", "-o", "out", "--frames", "2", "--resume", "--quiet"});
    EXPECT_EQ(o.code, bad_input);
    EXPECT_NE(o.err.find("the mesh was read otherwise"), std::string::npos) << o.err;
}

// Rigid bodies were simulated again without what they lay on: a ball on a block was shown on the floor.
TEST_F(Folder, RigidBodiesAreShownWhereTheyCame) {
    write_text(folder / "scene.json", R"({ "assets": { "block": { "shape": "box", "size": [0.4, 0.4, 0.4] } },
        "bodies": { "block": { "asset": "block", "kind": "lattice", "spacing": 0.1, "position": [0, 0.2, 0],
                               "hold": { "low": [-1, -1, -1], "high": [1, 1, 1] } } },
        "colliders": { "floor": {}, "ball": { "shape": "sphere", "radius": 0.1, "motion": "dynamic",
                                              "position": [0, 0.6, 0] } },
        "cameras": { "near": { "position": [1, 1, 1.5], "target": [0, 0.3, 0] } } })");
    ASSERT_EQ(pliant({"run", "scene.json", "-o", "out", "--frames", "60", "--record", "pc2", "--quiet"}).code, done);
    for (const auto& [source, picture] : {std::pair{"scene.json", "first.png"}, std::pair{"out", "again.png"}})
        ASSERT_EQ(
            pliant({"render", source, "-o", picture, "--frame", "60", "--size", "160x90", "--quiet"}).code, done);
    EXPECT_EQ(text_of(folder / "again.png"), text_of(folder / "first.png"));
}

TEST_F(Folder, ASourceAmongTheResultsIsNotReplaced) {
    ASSERT_EQ(run_into("out", "scene.json", "pc2").code, done);
    const std::string mesh = text_of(folder / "out/ball.obj");
    const Outcome o = run_into("out", "out/ball.obj");
    EXPECT_EQ(o.code, no_output);
    EXPECT_NE(o.err.find("which it is made of"), std::string::npos) << o.err;
    EXPECT_EQ(text_of(folder / "out/ball.obj"), mesh);
}

TEST_F(Folder, WhatIsConvertedMustNotLieInTheFolder) {
    ASSERT_EQ(run_into("out", "scene.json", "pc2").code, done);
    ASSERT_EQ(run_into("out/inner", "scene.json", "pc2").code, done);
    const Outcome o = pliant({"convert", "out/inner", "--to", "glb", "-o", "out"});
    EXPECT_EQ(o.code, no_output) << o.err;
    EXPECT_TRUE(fs::exists(folder / "out/inner/ball.pc2"));
    EXPECT_TRUE(fs::exists(folder / "out/ball.pc2"));
}

TEST_F(Folder, AnotherSimulationIsNotGoneOnWith) {
    ASSERT_EQ(run_into("out", "scene.json", "pc2").code, done);
    const std::vector<std::string> on{"run", "scene.json", "-o", "out", "--record", "pc2", "--frames", "9", "--resume"};
    std::vector<std::string> other = on;
    other.insert(other.end(), {"--set", "world.gravity=[0,5,0]"});
    const Outcome set = pliant(other);
    EXPECT_EQ(set.code, bad_input);
    EXPECT_NE(set.err.find("other --set"), std::string::npos) << set.err;
    write_text(folder / "scene.json", scene + "\n");
    const Outcome changed = pliant(on);
    EXPECT_EQ(changed.code, bad_input);
    EXPECT_NE(changed.err.find("has changed since the run began"), std::string::npos) << changed.err;
    write_text(folder / "scene.json", scene);
    EXPECT_EQ(pliant(on).code, done);
}

}  // namespace
}  // namespace run_folder_tests
}  // namespace pliant
