// What scripts see: the number that the command ends with, and one sentence when it is not 0.
#include "command/command.h"

namespace pliant {
namespace exit_codes_tests {
namespace {

using ExitCodes = CommandTest;

TEST_F(ExitCodes, SuccessIsZero) {
    const Outcome o = pliant({"run", write_scene(), "--frames", "2", "--quiet"});
    EXPECT_EQ(o.code, done) << o.err;
}

TEST_F(ExitCodes, HelpAndVersionAreSuccess) {
    const Outcome help = pliant({"--help"});
    EXPECT_EQ(help.code, done);
    for (const char* verb :
         {"run", "new", "validate", "params", "schema", "info", "cook", "lattice", "solve", "bench", "doctor"})
        EXPECT_NE(help.out.find(verb), std::string::npos) << verb;
    EXPECT_NE(help.out.find("Exit codes: 0 done"), std::string::npos) << help.out;
    const Outcome version = pliant({"--version"});
    EXPECT_EQ(version.code, done);
    EXPECT_FALSE(version.out.empty());
    EXPECT_EQ(pliant({"run", "--help"}).code, done);
}

TEST_F(ExitCodes, NoVerb) {
    const Outcome o = pliant({});
    EXPECT_EQ(o.code, usage);
    EXPECT_FALSE(o.err.empty());
}

TEST_F(ExitCodes, UnknownVerbIsNamedWithASuggestion) {
    const Outcome o = pliant({"valdate", "scene.json"});
    EXPECT_EQ(o.code, usage);
    expect_sentence(o, "there is no verb 'valdate'");
    expect_sentence(o, "did you mean 'validate'?");
}

TEST_F(ExitCodes, BadUsage) {
    const std::string scene = write_scene();
    for (const std::vector<std::string>& arguments :
         std::vector<std::vector<std::string>>{{"run"},
                                               {"run", scene, "--colour", "red"},
                                               {"run", scene, "--frames", "many"},
                                               {"run", scene, "--frames", "-3"},
                                               {"run", scene, "--seconds", "-1"},
                                               {"run", scene, "--seconds", "inf"},
                                               {"run", scene, "--threads", "-1"},
                                               {"run", scene, "--threads", "1000000"},
                                               {"run", scene, "--snapshot-every", "-1"},
                                               {"run", scene, "-o", ""},
                                               {"run", scene, "--record", "glb", "--glb-error", "-1"},
                                               {"run", scene, "--record", "pc2", "--meshopt"},
                                               {"run", scene, "--record", "pc2", "--glb-error", "0.1"},
                                               {"validate"}}) {
        const Outcome o = pliant(arguments);
        EXPECT_EQ(o.code, usage) << ::testing::PrintToString(arguments) << "\n" << o.err;
        EXPECT_FALSE(o.err.empty()) << ::testing::PrintToString(arguments);
        EXPECT_FALSE(std::filesystem::exists(folder / "out")) << "nothing may be made of a wrong command line";
    }
}

TEST_F(ExitCodes, MissingFile) {
    for (const char* verb : {"run", "validate", "info"}) {
        const Outcome o = pliant({verb, "nowhere.json"});
        EXPECT_EQ(o.code, bad_input) << verb;
        expect_sentence(o, "nowhere.json");
    }
    write_text(folder / "ball.obj", "v 0 0 0\n");
    const Outcome mesh = pliant({"run", "bal.obj"});
    EXPECT_EQ(mesh.code, bad_input);
    expect_sentence(mesh, "did you mean 'ball.obj'?");
    expect_sentence(pliant({"cook", "nowhere.obj"}), "nowhere.obj");
    expect_sentence(pliant({"new", "nowhere.obj"}), "nowhere.obj");
}

TEST_F(ExitCodes, FolderInsteadOfFile) {
    std::filesystem::create_directory(folder / "a.json");
    const Outcome o = pliant({"run", "a.json"});
    EXPECT_EQ(o.code, bad_input);
    expect_sentence(o, "this is a folder");
}

TEST_F(ExitCodes, BadScene) {
    write_text(folder / "bad.json", "{ \"bodies\": {\n  \"a\": { \"asset\": \"b\" } } }\n");
    const Outcome o = pliant({"run", "bad.json"});
    EXPECT_EQ(o.code, bad_input);
    expect_sentence(o, "pliant run: bad.json:2: bodies.a.asset: there is no asset 'b'");
    EXPECT_FALSE(std::filesystem::exists(folder / "out")) << "a scene that is wrong makes no folder";
}

TEST_F(ExitCodes, AssetThatIsNotThere) {
    write_text(folder / "bad.json",
               R"({ "assets": { "a": { "file": "nowhere.obj" } }, "bodies": { "b": { "asset": "a" } } })");
    const Outcome o = pliant({"run", "bad.json"});
    EXPECT_EQ(o.code, bad_input);
    expect_sentence(o, "bad.json:1: assets.a: nowhere.obj: there is no such file");
}

TEST_F(ExitCodes, OutputThatCannotBeWritten) {
    const std::string scene = write_scene();
    if (geteuid() != 0) {  // nothing is forbidden to root
        std::filesystem::create_directory(folder / "locked");
        std::filesystem::permissions(folder / "locked", std::filesystem::perms::owner_read);
        EXPECT_EQ(pliant({"run", scene, "-o", "locked/out"}).code, no_output);
    }
    write_text(folder / "file", "");
    const Outcome o = pliant({"run", scene, "-o", "file/out"});
    EXPECT_EQ(o.code, no_output);
    EXPECT_EQ(pliant({"schema", "-o", "nowhere/schema.json"}).code, no_output);
}

}  // namespace
}  // namespace exit_codes_tests
}  // namespace pliant
