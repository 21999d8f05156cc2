// The other verbs: their output is for people, or with --json for programs, which must be able to read it.
#include "assets/json.h"
#include "command/command.h"
#include "soldier.h"

namespace pliant {
namespace verbs_tests {
namespace {

namespace fs = std::filesystem;

class Verbs : public CommandTest {
  protected:
    Json json_of(const std::vector<std::string>& arguments, int code = done) {
        const Outcome o = pliant(arguments);
        EXPECT_EQ(o.code, code) << o.err;
        Json json;
        EXPECT_NO_THROW(json = parse_json(o.out, "what was printed")) << o.out;
        return json;
    }

    std::string write_mesh() {
        write_text(folder / "tetra.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n");
        return "tetra.obj";
    }
};

TEST_F(Verbs, ValidateAGoodScene) {
    const Outcome o = pliant({"validate", write_scene()});
    EXPECT_EQ(o.code, done);
    EXPECT_NE(o.out.find("ball.json is a valid scene"), std::string::npos) << o.out;
    const Json json = json_of({"validate", write_scene(), "--json", "--advise"});
    EXPECT_EQ(json.find("valid")->number, 1);
    EXPECT_TRUE(json.find("error")->is(Json::Type::null));
    EXPECT_GT(json.find("facts")->items.size(), 0u);
    EXPECT_GT(json.find("advice")->items.size(), 0u);
}

TEST_F(Verbs, ValidateABadScene) {
    write_text(folder / "bad.json", "{ \"wrold\": {} }");
    const Outcome o = pliant({"validate", "bad.json"});
    EXPECT_EQ(o.code, bad_input);
    expect_sentence(o, "did you mean \"world\"?");
    const Json json = json_of({"validate", "bad.json", "--json"}, bad_input);
    EXPECT_EQ(json.find("valid")->number, 0);
    EXPECT_NE(json.find("error")->text.find("unknown key 'wrold'"), std::string::npos);
}

TEST_F(Verbs, AdviceForetellsAndNamesWhatHasNoEffect) {
    write_text(folder / "odd.json", R"({ "assets": { "a": { "shape": "box" } },
        "world": { "gravity": [0, 0, 0] },
        "bodies": { "a": { "asset": "a", "spacing": 0.3, "gravity_scale": 2, "youngs_modulus": 1e9 } },
        "colliders": { "floor": { "shape": "plane", "radius": 3 } } })");
    const Outcome o = pliant({"validate", "odd.json", "--advise"});
    EXPECT_EQ(o.code, done);
    EXPECT_NE(o.out.find("a.gravity_scale has no effect: there is no gravity"), std::string::npos) << o.out;
    EXPECT_NE(o.out.find("floor.radius has no effect"), std::string::npos) << o.out;
    EXPECT_NE(o.out.find("substeps"), std::string::npos) << o.out;
    EXPECT_NE(o.out.find("warning: "), std::string::npos) << "1e9 Pa cannot be attained:\n" << o.out;
}

TEST_F(Verbs, Params) {
    const Outcome all = pliant({"params"});
    EXPECT_EQ(all.code, done);
    for (const char* name : {"gravity", "spacing", "youngs_modulus", "friction", "fov"})
        EXPECT_NE(all.out.find(name), std::string::npos) << name;
    const Outcome lattice = pliant({"params", "lattice"});
    EXPECT_EQ(lattice.out.find("fov"), std::string::npos);
    EXPECT_NE(lattice.out.find("spacing"), std::string::npos);
    json_of({"params", "--json"});
    json_of({"params", "world", "--json"});
    const Outcome wrong = pliant({"params", "latice"});
    EXPECT_EQ(wrong.code, bad_input);
    expect_sentence(wrong, "lattice");
}

TEST_F(Verbs, Schema) {
    const Json schema = json_of({"schema"});
    ASSERT_NE(schema.find("properties"), nullptr);
    EXPECT_NE(schema.find("properties")->find("bodies"), nullptr);
    EXPECT_EQ(pliant({"schema", "-o", "a.schema.json"}).code, done);
    EXPECT_EQ(text_of(folder / "a.schema.json"), pliant({"schema"}).out);
}

TEST_F(Verbs, InfoOfASceneAMeshAndAModel) {
    const Json scene = json_of({"info", write_scene(), "--json"});
    EXPECT_EQ(scene.find("what")->text, "scene");
    EXPECT_EQ(scene.find("bodies")->number, 1);
    const Json mesh = json_of({"info", write_mesh(), "--json"});
    EXPECT_EQ(mesh.find("what")->text, "mesh");
    EXPECT_EQ(mesh.find("points")->number, 4);
    EXPECT_EQ(mesh.find("triangles")->number, 4);
    EXPECT_EQ(mesh.find("closed")->number, 1);
    EXPECT_EQ(pliant({"info", write_mesh()}).code, done);
    EXPECT_EQ(json_of({"info", write_mesh(), "--unit", "cm", "--json"}).find("size_m")->items[0].number, 0.01);

    ASSERT_EQ(pliant({"cook", write_mesh(), "--set", "spacing=0.2"}).code, done);
    const Json model = json_of({"info", "tetra.plmodel", "--json"});
    EXPECT_EQ(model.find("what")->text, "cooked model");
    EXPECT_GT(model.find("particles")->number, 8);
    EXPECT_EQ(model.find("hash")->text.size(), 16u);
    EXPECT_NE(pliant({"info", "tetra.plmodel"}).out.find("cooked model"), std::string::npos);
}

// It said that run and new scale a figure of 1.85 m, as if it were 185 m long: its mesh is bound in centimetres.
TEST_F(Verbs, InfoOfAMeshThatItsNodesScale) {
    write_text(folder / "soldier.gltf", testing::soldier());
    const Outcome o = pliant({"info", "soldier.gltf"});
    ASSERT_EQ(o.code, done) << o.err;
    EXPECT_NE(o.out.find("0.60 × 1.85 × 0.30 m"), std::string::npos) << o.out;
    EXPECT_EQ(o.out.find("run, new, view"), std::string::npos) << o.out;
}

TEST_F(Verbs, InfoOfABrokenModel) {
    ASSERT_EQ(pliant({"cook", write_mesh(), "--set", "spacing=0.2", "-o", "a.plmodel"}).code, done);
    const std::string whole = text_of(folder / "a.plmodel");
    write_text(folder / "a.plmodel", whole.substr(0, whole.size() - 7));
    const Outcome o = pliant({"info", "a.plmodel"});
    EXPECT_EQ(o.code, bad_input);
    expect_sentence(o, "a.plmodel: ");
    expect_sentence(o, "cut off");
}

TEST_F(Verbs, CookSaysWhatIsWrong) {
    write_mesh();
    EXPECT_EQ(pliant({"cook", "tetra.obj", "--preset", "jelly"}).code, done);
    for (const char* setting : {"spacing=0.2", "spacing=[0.2, 0.1, 0.2]", "fill=surface", "scale=2", "sleep=false"})
        EXPECT_EQ(pliant({"cook", "tetra.obj", "--set", setting}).code, done) << setting;
    const Outcome preset = pliant({"cook", "tetra.obj", "--preset", "jely"});
    EXPECT_EQ(preset.code, bad_input);
    EXPECT_NE(preset.err.find("did you mean \"jelly\"?"), std::string::npos) << preset.err;
    const Outcome parameter = pliant({"cook", "tetra.obj", "--set", "spacin=0.1"});
    EXPECT_EQ(parameter.code, bad_input);
    EXPECT_NE(parameter.err.find("did you mean \"spacing\"?"), std::string::npos) << parameter.err;
    EXPECT_EQ(pliant({"cook", "tetra.obj", "--as", "soup"}).code, usage);
    EXPECT_EQ(pliant({"cook", "tetra.obj", "--set", "spacing"}).code, bad_input);
}

TEST_F(Verbs, NewWritesASceneThatRuns) {
    fs::create_directory(folder / "meshes");
    fs::create_directory(folder / "scenes");
    fs::rename(folder / write_mesh(), folder / "meshes/tetra.obj");
    const Outcome o = pliant({"new", "meshes/tetra.obj", "-o", "scenes/first.json"});
    ASSERT_EQ(o.code, done) << o.err;
    const Json scene = parse_json(text_of(folder / "scenes/first.json"), "first.json");
    EXPECT_EQ(scene.find("assets")->find("tetra")->find("file")->text, "../meshes/tetra.obj");
    EXPECT_TRUE(fs::exists(folder / "scenes/pliant.schema.json"));
    const Outcome run = pliant({"run", "scenes/first.json", "--frames", "3"});
    EXPECT_EQ(run.code, done) << run.err;
    EXPECT_EQ(pliant({"validate", "scenes/first.json"}).code, done);

    const Outcome again = pliant({"new", "meshes/tetra.obj", "-o", "scenes/first.json"});
    EXPECT_NE(again.code, done);
    EXPECT_NE(again.err.find("--force replaces it"), std::string::npos) << again.err;
    EXPECT_EQ(pliant({"new", "meshes/tetra.obj", "-o", "scenes/first.json", "--force", "--unit", "cm"}).code, done);
    EXPECT_EQ(pliant({"run", "scenes/first.json", "--frames", "1"}).code, done);
}

// It overwrote the mesh itself with a scene, and any other file.
TEST_F(Verbs, NewReplacesNothingButScenes) {
    const std::string mesh = write_mesh(), before = text_of(folder / mesh);
    EXPECT_EQ(pliant({"new", mesh, "-o", mesh, "--force"}).code, bad_input);
    EXPECT_EQ(text_of(folder / mesh), before);
    write_text(folder / "novel.txt", "It was a dark night.");
    EXPECT_EQ(pliant({"new", mesh, "-o", "novel.txt", "--force"}).code, bad_input);
    EXPECT_EQ(text_of(folder / "novel.txt"), "It was a dark night.");
}

TEST_F(Verbs, Doctor) {
    const Outcome o = pliant({"doctor"});
    EXPECT_EQ(o.code, done) << o.out;
    EXPECT_NE(o.out.find("a body falls as it should"), std::string::npos) << o.out;
    const std::vector<std::string> lines = lines_of(pliant({"doctor", "--json"}).out);
    EXPECT_GT(lines.size(), 3u);
    for (const std::string& line : lines) EXPECT_NO_THROW(parse_json(line, "doctor")) << line;
}

TEST_F(Verbs, Completions) {
    for (const char* shell : {"bash", "zsh", "fish"}) {
        const Outcome o = pliant({"completions", shell});
        EXPECT_EQ(o.code, done) << shell;
        for (const char* word : {"run", "validate", "snapshot-every"})
            EXPECT_NE(o.out.find(word), std::string::npos) << shell << ": " << word;
    }
    write_text(folder / "completions.bash",
               pliant({"completions", "bash"}).out +
                   "COMP_WORDS=(pliant val) COMP_CWORD=1\n_pliant\n[ \"${COMPREPLY[*]}\" = validate ] || exit 1\n"
                   "COMP_WORDS=(pliant run --sna) COMP_CWORD=2\n_pliant\n[ \"${COMPREPLY[*]}\" = --snapshot-every ]\n");
    EXPECT_EQ(std::system(("bash " + (folder / "completions.bash").string()).c_str()), 0);
    const Outcome wrong = pliant({"completions", "csh"});
    EXPECT_EQ(wrong.code, bad_input);
    expect_sentence(wrong, "expected bash, zsh or fish");
}

TEST_F(Verbs, BenchListsWhatThereIs) {
    const Outcome o = pliant({"bench"});
    EXPECT_EQ(o.code, done);
    EXPECT_NE(o.out.find("lattice"), std::string::npos) << o.out;
    const Outcome wrong = pliant({"bench", "latice"});
    EXPECT_EQ(wrong.code, bad_input);
    expect_sentence(wrong, "did you mean 'lattice'?");
}

// Its help named nine of seventeen.
TEST_F(Verbs, BenchHelpListsAll) {
    const std::string list = pliant({"bench"}).out, help = pliant({"bench", "--help"}).out;
    size_t count = 0;
    for (const std::string& line : lines_of(list)) {
        const std::string name = line.substr(0, line.find(' '));
        EXPECT_NE(help.find(" " + name), std::string::npos) << name;
        ++count;
    }
    EXPECT_GE(count, 17u);
}

// `flesh` gave the fastest tenth of its frames; whatever is reported of several rounds is a median now.
TEST_F(Verbs, BenchReportsMedians) {
    for (const char* name : {"flesh", "cloth", "rigid"}) {
        const Outcome o = pliant({"bench", name, "--quick", "--json"});
        EXPECT_EQ(o.code, done) << o.err;
        EXPECT_NE(o.out.find("\"median_ms\""), std::string::npos) << o.out;
        EXPECT_EQ(o.out.find("best"), std::string::npos) << o.out;
    }
}

// Twice what one core moves was taken for what two can.
TEST_F(Verbs, BenchMeasuresWhatTwoCoresMove) {
    const Outcome o = pliant({"bench", "limits", "--json"});
    EXPECT_EQ(o.code, done) << o.err;
    EXPECT_NE(o.out.find("\"threads\": 1"), std::string::npos) << o.out;
    EXPECT_NE(o.out.find("\"threads\": 2"), std::string::npos) << o.out;
}

}  // namespace
}  // namespace verbs_tests
}  // namespace pliant
