// pliant capsules, and pliant convert between settings files and scenes.
#include "assets/cloth_settings.h"
#include "assets/json.h"
#include "body/registry.h"
#include "command/command.h"
#include "core/error.h"
#include "tube.h"

namespace pliant {
namespace capsules_tests {
namespace {

class CapsuleCommand : public CommandTest {
  protected:
    void SetUp() override {
        CommandTest::SetUp();
        write_text(folder / "tube.glb", testing::tube_glb());
    }
    ClothSettings settings(const std::string& name, std::vector<std::string>* warnings = nullptr) {
        std::vector<std::string> own;
        return read_cloth_settings(text_of(folder / name), name, warnings ? *warnings : own);
    }
    Outcome good(const std::vector<std::string>& arguments) {
        Outcome o = pliant(arguments);
        EXPECT_EQ(o.code, done) << o.err;
        return o;
    }
};

TEST_F(CapsuleCommand, WritesASceneToEdit) {
    const Outcome o = good({"capsules", "tube.glb", "-o", "scene.json", "--clip", "Bend", "--without", "Head"});
    EXPECT_NE(o.err.find("scene.json: 2 capsules"), std::string::npos) << o.err;
    const Json json = parse_json(text_of(folder / "scene.json"), "scene.json");
    const Json* figure = json.find("characters")->find("figure");
    ASSERT_NE(figure, nullptr);
    EXPECT_EQ(figure->find("clip")->text, "Bend");
    const Json* capsules = figure->find("capsules");
    EXPECT_TRUE(capsules->find("Head")->is(Json::Type::boolean));
    EXPECT_NEAR(capsules->find("Spine")->find("radius")->number, 0.4, 0.01);
    good({"validate", "scene.json"});
    const Outcome run = good({"run", "scene.json", "--frames", "2"});
    EXPECT_EQ(run.err.find("warning"), std::string::npos) << run.err;
}

TEST_F(CapsuleCommand, WritesSettingsOfEachFrame) {
    good({"capsules", "tube.glb", "-o", "rest.txt", "--quiet"});
    const ClothSettings rest = settings("rest.txt");
    ASSERT_EQ(rest.capsules.size(), 3u);
    EXPECT_EQ(rest.capsules[0].name, "Hips");
    ASSERT_EQ(rest.capsules[0].frames.size(), 1u);
    EXPECT_NE(text_of(folder / "rest.txt").find("NAME Hips_CIColliCyl\n"), std::string::npos);
    EXPECT_NE(good({"info", "rest.txt"}).out.find("cloth settings"), std::string::npos);

    good({"capsules", "tube.glb", "-o", "bend.txt", "--clip", "Bend", "--fps", "10", "--only", "Head", "--radius-scale",
          "2"});
    const ClothSettings bend = settings("bend.txt");
    ASSERT_EQ(bend.capsules.size(), 1u);
    ASSERT_EQ(bend.capsules[0].frames.size(), 11u) << "a second";
    EXPECT_NEAR(bend.capsules[0].radius, 2 * rest.capsules[2].radius, 1e-6);
    // The clip begins straight, and bends by 1.1 rad in its middle; the head swings.
    EXPECT_LT(length(bend.capsules[0].frames[0].a - rest.capsules[2].frames[0].a), 1e-4);
    EXPECT_GT(length(bend.capsules[0].frames[5].a - rest.capsules[2].frames[0].a), 0.5);
    for (const ClothSettings::Frame& f : bend.capsules[0].frames)
        EXPECT_NEAR(length(f.a - f.b), length(bend.capsules[0].frames[0].a - bend.capsules[0].frames[0].b), 1e-4);

    good({"capsules", "tube.glb", "-o", "part.txt", "--clip", "Bend", "--fps", "10", "--from", "3", "--to", "5"});
    const ClothSettings part = settings("part.txt");
    ASSERT_EQ(part.capsules[2].frames.size(), 3u);
    EXPECT_EQ(part.capsules[2].frames[0].number, 3);
    EXPECT_EQ(part.capsules[2].frames[2].a, bend.capsules[0].frames[5].a);
}

TEST_F(CapsuleCommand, WhatIsWrongGetsASentence) {
    const auto wrong = [&](std::vector<std::string> arguments, int code, const char* mentions) {
        arguments.insert(arguments.begin(), {"capsules", "--quiet"});
        const Outcome o = pliant(arguments);
        EXPECT_EQ(o.code, code) << o.err;
        expect_sentence(o, mentions);
    };
    wrong({"tube.glb", "-o", "out.obj"}, usage, "expected the file to write");
    wrong({"tube.glb", "-o", "out.txt", "--clip", "Bnd"}, bad_input, "did you mean 'Bend'?");
    wrong({"tube.glb", "-o", "out.txt", "--without", "Hat"}, bad_input, "no bone with a capsule 'Hat'");
    wrong({"tube.glb", "-o", "out.txt", "--only", "Heat"}, bad_input, "did you mean 'Head'?");
    wrong({"tube.glb", "-o", "out.txt", "--radius-scale", "0"}, usage, "--radius-scale");
    wrong({"tube.glb", "-o", "out.txt", "--from", "5", "--to", "3"}, usage, "--to");
    wrong({"tube.glb", "-o", "out.txt", "--to", "9999999"}, usage, "a million");
    wrong({"tube.glb", "-o", "out.json", "--to", "3"}, usage, "for .txt");
    wrong({"tube.glb", "-o", "out.txt", "--fps", "0"}, usage, "--fps");
    wrong({"nobody.glb", "-o", "out.txt"}, bad_input, "nobody.glb");
    EXPECT_FALSE(std::filesystem::exists(folder / "out.txt"));
    EXPECT_FALSE(std::filesystem::exists(folder / "out.json"));
}

const char* const exported = R"(CAPS_DATA
COUNT 2
CAPSULE 0
    NAME thigh_ClColliCyl
    RADIUS 25
    TOTAL_FRAMES 3
    FRAME 1
        POS_A 0 100 0
        POS_B 50 100 0
    FRAME 2
        POS_A 0 110 0
        POS_B 40 110 30
    FRAME 3
        POS_A 0 120 0
        POS_B 0 120 50
CAPSULE 1
    NAME shin_ClColliCyl
    RADIUS 12.5
    TOTAL_FRAMES 1
    FRAME 1
        POS_A 0 0 0
        POS_B 0 50 0
CLOTH_MESH
COUNT 1
MESH 0
    NAME skirt_MyPBSCloth
    IS_ATTACHED 1
    POS 0 0 100 0
    POS 1 100 100 0.001
    CAPSULE 0
    POS 2 100 0 0
    CAPSULE 1
    POS 3 7 7 7
)";
const char* const skirt = R"(o floor
v 5 5 5
v 6 5 5
v 6 5 6
f 1 2 3
o skirt_MyPBSCloth
v 0 1 0
v 1 1 0
v 1 0 0
v 0 0 0
f 4 5 6 7
)";

TEST_F(CapsuleCommand, SettingsBecomeASceneAndAreMadeOfOne) {
    write_text(folder / "maya.txt", exported);
    write_text(folder / "skirt.obj", skirt);
    const Outcome o = good({"convert", "maya.txt", "-o", "scene.json", "--mesh", "skirt.obj", "--unit", "cm"});
    EXPECT_NE(o.err.find("warning: maya.txt:33: no point of 'skirt' is here"), std::string::npos) << o.err;
    EXPECT_NE(o.err.find("warning: maya.txt:33: 1 POS stand behind the last CAPSULE"), std::string::npos) << o.err;
    EXPECT_NE(o.err.find("scene.json: 2 capsules, 1 cloth meshes"), std::string::npos) << o.err;

    std::string text = text_of(folder / "scene.json");
    const Json json = parse_json(text, "scene.json");
    const Json* thigh = json.find("colliders")->find("thigh");
    ASSERT_NE(thigh, nullptr);
    EXPECT_EQ(thigh->find("motion")->text, "kinematic");
    EXPECT_NEAR(thigh->find("radius")->number, 0.25, 1e-7);
    EXPECT_NEAR(thigh->find("height")->number, 1, 1e-6);
    const Json& keys = *thigh->find("position")->find("keys");
    ASSERT_EQ(keys.items.size(), 3u);
    EXPECT_EQ(keys.items[0].items[0].number, 0) << "the first frame is at 0 s";
    EXPECT_NEAR(keys.items[2].items[0].number, 2 / 24.0, 1e-12);
    EXPECT_EQ(json.find("colliders")->find("shin")->find("motion"), nullptr) << "it does not move";
    const Json* body = json.find("bodies")->find("skirt");
    ASSERT_NE(body, nullptr);
    EXPECT_EQ(body->find("kind")->text, "cloth");
    EXPECT_EQ(body->find("mesh")->text, "skirt_MyPBSCloth");
    const Json* attachments = json.find("attachments");
    ASSERT_EQ(attachments->members.size(), 3u);
    EXPECT_EQ(attachments->find("skirt_1")->find("to")->text, "thigh");
    EXPECT_EQ(attachments->find("skirt_2")->find("to")->text, "shin");

    // And back. Where the kind is not there yet, another one stands for it.
    if (!find_kind("cloth")) text.replace(text.find("\"cloth\""), 7, "\"lattice\"");
    write_text(folder / "scene.json", text);
    good({"convert", "scene.json", "-o", "back.txt", "--unit", "cm"});
    std::vector<std::string> warnings;
    const ClothSettings first = settings("maya.txt", &warnings), back = settings("back.txt", &warnings);
    ASSERT_EQ(back.capsules.size(), 2u);
    for (size_t c = 0; c < 2; ++c) {
        EXPECT_EQ(back.capsules[c].name, first.capsules[c].name);
        EXPECT_NEAR(back.capsules[c].radius, first.capsules[c].radius, 1e-4);
        for (size_t f = 0; f < first.capsules[c].frames.size(); ++f) {
            // Numbers of about a hundred in floats, through metres: 1e-5 each way.
            EXPECT_LT(length(back.capsules[c].frames[f].a - first.capsules[c].frames[f].a), 1e-3) << c << " " << f;
            EXPECT_LT(length(back.capsules[c].frames[f].b - first.capsules[c].frames[f].b), 1e-3) << c << " " << f;
        }
    }
    ASSERT_EQ(back.meshes.size(), 1u);
    ASSERT_EQ(back.meshes[0].points.size(), 3u);
    for (size_t p = 0; p < 3; ++p) {
        EXPECT_EQ(back.meshes[0].points[p].capsule, first.meshes[0].points[p].capsule);
        EXPECT_LT(length(back.meshes[0].points[p].position - first.meshes[0].points[p].position), 2e-3);
    }

    // A second pass changes nothing.
    good({"convert", "back.txt", "-o", "again.json", "--mesh", "skirt.obj", "--unit", "cm"});
    std::string again = text_of(folder / "again.json");
    if (!find_kind("cloth")) again.replace(again.find("\"cloth\""), 7, "\"lattice\"");
    write_text(folder / "again.json", again);
    good({"convert", "again.json", "-o", "back2.txt", "--unit", "cm"});
    const ClothSettings twice = settings("back2.txt");
    EXPECT_EQ(twice.meshes, back.meshes);
    EXPECT_EQ(twice.capsules[1].frames.size(), back.capsules[1].frames.size());
}

TEST_F(CapsuleCommand, CapsulesOfCharactersGoToSettingsToo) {
    good({"capsules", "tube.glb", "-o", "scene.json", "--clip", "Bend", "--quiet"});
    good({"convert", "scene.json", "-o", "scene.txt", "--fps", "10", "--quiet"});
    good({"capsules", "tube.glb", "-o", "direct.txt", "--clip", "Bend", "--fps", "10", "--quiet"});
    const ClothSettings by_scene = settings("scene.txt"), direct = settings("direct.txt");
    ASSERT_EQ(by_scene.capsules.size(), direct.capsules.size());
    for (size_t c = 0; c < direct.capsules.size(); ++c) {
        EXPECT_EQ(by_scene.capsules[c].name, "figure/" + direct.capsules[c].name);
        ASSERT_EQ(by_scene.capsules[c].frames.size(), direct.capsules[c].frames.size());
        // The scene says radius and height with four digits. Its last frame is the first again: the clip loops.
        for (size_t f = 0; f + 1 < direct.capsules[c].frames.size(); ++f)
            EXPECT_LT(length(by_scene.capsules[c].frames[f].a - direct.capsules[c].frames[f].a), 1e-3) << c << " " << f;
    }
}

TEST_F(CapsuleCommand, ConversionsThatCannotBe) {
    write_text(folder / "maya.txt", exported);
    write_text(folder / "skirt.obj", skirt);
    write_text(folder / "broken.txt", "CAPS_DATA\nRADIUS 1\n");
    write_text(folder / "other.obj", "o a\nv 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\no b\nf 1 2 3\n");
    write_scene();
    const auto wrong = [&](std::vector<std::string> arguments, int code, const char* mentions) {
        arguments.insert(arguments.begin(), {"convert", "--quiet"});
        const Outcome o = pliant(arguments);
        EXPECT_EQ(o.code, code) << o.err;
        EXPECT_NE(o.err.find(mentions), std::string::npos) << o.err;
        EXPECT_FALSE(std::filesystem::exists(folder / "out.json"));
    };
    wrong({"broken.txt", "-o", "out.json"}, bad_input, "broken.txt:2: RADIUS stands outside of a capsule");
    wrong({"maya.txt", "-o", "out.obj"}, usage, "expected the scene to write");
    wrong({"maya.txt", "-o", "out.json", "--unit", "ell"}, usage, "--unit");
    wrong({"maya.txt", "-o", "out.json", "--fps", "-1"}, usage, "--fps");
    wrong({"maya.txt", "-o", "out.json", "--mesh", "other.obj"}, bad_input, "there is no mesh 'skirt'");
    wrong({"maya.txt", "-o", "out.json", "--to", "glb"}, usage, "--to");
    wrong({"ball.json", "-o", "out.txt"}, bad_input, "neither a capsule nor cloth");
    const Outcome o = good({"convert", "maya.txt", "-o", "capsules.json", "--quiet"});
    EXPECT_NE(o.err.find("1 cloth meshes are left out"), std::string::npos) << o.err;
    good({"validate", "capsules.json"});
    const Outcome metres = good({"convert", "maya.txt", "-o", "large.json", "--mesh", "skirt.obj", "--quiet"});
    EXPECT_NE(metres.err.find("--unit cm"), std::string::npos) << metres.err;
}

}  // namespace
}  // namespace capsules_tests
}  // namespace pliant
