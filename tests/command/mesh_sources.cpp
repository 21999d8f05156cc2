// Meshes and scenes as the source of a verb: names made of files, options of meshes, sizes.
#include "command.h"

namespace pliant {
namespace mesh_sources_tests {
namespace {

namespace fs = std::filesystem;

struct MeshSources : CommandTest {
    // A cube of the given edge, as Blender names its exports.
    std::string write_cube(const std::string& name, const std::string& edge = "1") {
        std::string text;
        for (const char* corner : {"0 0 0", "E 0 0", "0 E 0", "E E 0", "0 0 E", "E 0 E", "0 E E", "E E E"}) {
            std::string line = corner;
            for (size_t at; (at = line.find('E')) != std::string::npos;) line.replace(at, 1, edge);
            text += "v " + line + "\n";
        }
        write_text(folder / name, text + "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n");
        return name;
    }
};

// new wrote a scene that validate refused, because of the dot in its names; run and render refused the mesh.
TEST_F(MeshSources, NamesWithDotsAreMadeValid) {
    write_cube("hero.001.obj");
    const Outcome made = pliant({"new", "hero.001.obj", "-o", "hero.json"});
    ASSERT_EQ(made.code, done) << made.err;
    EXPECT_NE(made.err.find("called 'hero_001'"), std::string::npos) << made.err;
    const Outcome valid = pliant({"validate", "hero.json"});
    EXPECT_EQ(valid.code, done) << valid.err;
    const Outcome set = pliant({"validate", "hero.json", "--set", "bodies.hero_001.spacing=0.2"});
    EXPECT_EQ(set.code, done) << set.err;
    const Outcome run = pliant({"run", "hero.001.obj", "--frames", "1", "--quiet"});
    EXPECT_EQ(run.code, done) << run.err;
    EXPECT_TRUE(fs::exists(folder / "out/hero_001.pc2"));
    const Outcome drawn =
        pliant({"render", "hero.001.obj", "-o", "hero.png", "--frame", "0", "--size", "160x90", "--quiet"});
    EXPECT_EQ(drawn.code, done) << drawn.err;
    EXPECT_EQ(pliant({"new", write_cube("hero.obj"), "-o", "plain.json"}).err.find("called"), std::string::npos);
}

// They were ignored without a word.
TEST_F(MeshSources, OptionsOfMeshesAreRefusedForScenes) {
    const std::string scene = write_scene();
    const std::vector<std::vector<std::string>> lines = {
        {"run", scene, "--frames", "1"}, {"validate", scene}, {"info", scene}, {"render", scene, "-o", "a.png"}};
    const std::vector<std::pair<std::vector<std::string>, std::string>> options = {
        {{"--unit", "cm"}, "assets.NAME.unit"}, {{"--as", "cloth"}, "bodies.NAME.kind"},
        {{"--scale", "2"}, "assets.NAME.scale"}, {{"--up", "z"}, "assets.NAME.up"},
        {{"--keep-size"}, "--keep-size"},        {{"--mesh", "ball"}, "--mesh"}};
    for (const auto& line : lines)
        for (const auto& [given, advice] : options) {
            std::vector<std::string> words = line;
            words.insert(words.end(), given.begin(), given.end());
            const Outcome o = pliant(words);
            EXPECT_EQ(o.code, usage) << line[0] << " " << given[0];
            expect_sentence(o, given[0] + ": an option for meshes, but 'ball.json' is a scene");
            EXPECT_NE(o.err.find(advice), std::string::npos) << o.err;
        }
    EXPECT_FALSE(fs::exists(folder / "out"));
    ASSERT_EQ(pliant({"run", scene, "--frames", "1", "--quiet"}).code, done);
    const Outcome shown = pliant({"render", "out", "-o", "a.png", "--unit", "cm"});
    EXPECT_EQ(shown.code, usage);
    expect_sentence(shown, "--unit: an option for meshes, but 'out' is no mesh");
}

// info said 180 m of a mesh that new and run simulate at 1.8 m.
TEST_F(MeshSources, InfoSaysHowLargeAMeshIsSimulated) {
    write_cube("big.obj", "180");
    const Outcome info = pliant({"info", "big.obj"});
    ASSERT_EQ(info.code, done) << info.err;
    EXPECT_NE(info.out.find("180 m long as it stands, scaled by 0.01 to 1.80 × 1.80 × 1.80 m"), std::string::npos)
        << info.out;
    const Outcome made = pliant({"new", "big.obj"});
    EXPECT_NE(made.err.find("180 m long as it stands, scaled by 0.01 to 1.80 × 1.80 × 1.80 m"), std::string::npos)
        << made.err;
    EXPECT_NE(pliant({"info", "big.obj", "--json"}).out.find("\"simulated_scale\": 0.01"), std::string::npos);
    for (const char* told : {"--keep-size", "--unit=cm"})
        EXPECT_EQ(pliant({"info", "big.obj", told}).out.find("as it stands"), std::string::npos) << told;
}

// convert blamed --record, which it does not have.
TEST_F(MeshSources, ConvertNamesItsOwnOption) {
    ASSERT_EQ(pliant({"run", write_scene(), "--frames", "1", "--quiet"}).code, done);
    for (const char* wrong : {"gbl", "glb,glb"}) {
        const Outcome o = pliant({"convert", "out", "--to", wrong, "-o", "other"});
        EXPECT_EQ(o.code, bad_input);
        expect_sentence(o, "--to: ");
        EXPECT_EQ(o.err.find("--record"), std::string::npos) << o.err;
    }
    const Outcome run = pliant({"run", "ball.json", "--record", "gbl"});
    expect_sentence(run, "--record: there is no format 'gbl'");
}

// It said that a mesh was a point cache with too few bytes.
TEST_F(MeshSources, ConvertSaysThatAMeshIsNoPointCache) {
    const Outcome o = pliant({"convert", write_cube("cube.obj"), "-o", "cube.stl"});
    EXPECT_EQ(o.code, bad_input);
    expect_sentence(o, "there is no conversion from it to 'cube.stl'");
}

// "The following arguments were not expected: 3 --fraems" put its value first.
TEST_F(MeshSources, AnUnknownOptionIsNamedWithTheNearest) {
    const Outcome o = pliant({"run", write_scene(), "--fraems", "3"});
    EXPECT_EQ(o.code, usage);
    expect_sentence(o, "there is no option --fraems (did you mean --frames?)");
    const Outcome far = pliant({"run", "ball.json", "--qwertz=3"});
    EXPECT_EQ(far.code, usage);
    expect_sentence(far, "there is no option --qwertz; --help lists all");
}

}  // namespace
}  // namespace mesh_sources_tests
}  // namespace pliant
