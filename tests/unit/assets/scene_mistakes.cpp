// All mistakes of a scene in one reading, and sentences that know other kinds of bodies.
#include "assets/advice.h"
#include "assets/mesh_scale.h"
#include "assets/scene.h"
#include "assets/scene_build.h"
#include "unit/assets/support.h"

namespace pliant {
namespace scene_mistakes_tests {
namespace {

std::string complaint(const std::string& text) {
    return error_of([&] { open_scene(text, "s.json", {}); });
}
std::string body_of(const std::string& kind, const std::string& keys) {
    return R"({ "assets": { "a": { "shape": "box" } }, "bodies": { "b": { "asset": "a", "kind": ")" + kind + "\", " +
           keys + " } } }";
}

TEST(SceneMistakes, AllAreToldAtOnce) {
    const std::string said = complaint(R"({ "assets": { "a": { "shape": "box" } },
  "world": { "rate": -3, "gravty": [0, 0, 0] },
  "bodies": {
    "one": { "asset": "a", "frictoin": 1, "youngs_modulus": "soft" },
    "two": { "asset": "zebra" } },
  "colliders": { "floor": { "shape": "plain" } } })");
    EXPECT_EQ(said,
              "s.json:2: world.rate: found -3; expected a number from 1 to 10000 [1/s]\n"
              "s.json:2: world.gravty: unknown key 'gravty' (did you mean \"gravity\"?)\n"
              "s.json:4: bodies.one.frictoin: unknown key 'frictoin' (did you mean \"friction\"?)\n"
              "s.json:4: bodies.one.youngs_modulus: 'soft' is not a number; expected a number of at least 0 [Pa]\n"
              "s.json:5: bodies.two.asset: there is no asset 'zebra'\n"
              "s.json:6: colliders.floor.shape: found 'plain'; expected \"plane\", \"sphere\", \"capsule\", \"box\", "
              "\"mesh\", \"height_field\", \"compound\" or \"hull\" (did you mean \"plane\"?)");
}

// A body that cannot be read is not missed by what speaks of it.
TEST(SceneMistakes, WhatFollowsFromOneIsNotTold) {
    EXPECT_EQ(complaint(R"({ "assets": { "a": { "shape": "box", "file": "a.obj" } },
  "bodies": { "b": { "asset": "a" } },
  "attachments": { "h": { "body": "b", "where": { "point": [0, 0, 0] } } },
  "cameras": { "main": { "target": "b" } } })"),
              "s.json:1: assets.a: both \"file\" and \"shape\" are given; expected one of them");
}

TEST(SceneMistakes, InstancesDoNotRepeatThem) {
    EXPECT_EQ(complaint(R"({ "assets": { "a": { "shape": "box" } },
  "bodies": { "b": { "asset": "a", "frictoin": 1, "instances": [{}, {}, {}] } } })"),
              "s.json:2: bodies.b.frictoin: unknown key 'frictoin' (did you mean \"friction\"?)");
}

TEST(SceneMistakes, AtMostTwentyAreTold) {
    std::string keys;
    for (int i = 0; i < 30; ++i) keys += (i ? ", \"" : "\"") + std::string("smell") + std::to_string(i) + "\": 1";
    const std::string said = complaint(body_of("lattice", keys));
    EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 19);
    EXPECT_MENTIONS(said, "10 more mistakes follow");
}

TEST(SceneMistakes, ParametersOfOtherKindsAreNamed) {
    EXPECT_MENTIONS(complaint(body_of("lattice", "\"cell\": 0.1")),
                    "cell is a parameter of flesh; lattice has spacing");
    EXPECT_MENTIONS(complaint(body_of("flesh", "\"spacing\": 0.1")),
                    "spacing is a parameter of lattice; flesh has cell");
    EXPECT_MENTIONS(complaint(body_of("cloth", "\"youngs_modulus\": 1e5")),
                    "youngs_modulus is a parameter of lattice and flesh; cloth has stretch_stiffness");
    EXPECT_MENTIONS(complaint(body_of("lattice", "\"pressure\": 10")),
                    "pressure is a parameter of cloth; lattice has nothing like it");
    EXPECT_MENTIONS(complaint(body_of("lattice", "\"air_drag\": 1")),
                    "air_drag is a parameter of cloth; lattice has drag");
}

TEST(SceneMistakes, PresetsOfOtherKindsAreNamed) {
    EXPECT_MENTIONS(complaint(body_of("lattice", "\"preset\": \"denim\"")), "denim is a preset of cloth");
    EXPECT_MENTIONS(complaint(body_of("cloth", "\"preset\": \"jelly\"")), "jelly is a preset of lattice and flesh");
}

TEST(SceneMistakes, ColoursGoFromNoughtToOne) {
    EXPECT_MENTIONS(complaint(body_of("lattice", "\"color\": [255, 0, 0]")),
                    "found 255; expected a vector [x, y, z] of numbers from 0 to 1 (what is 255 elsewhere is 1 here)");
}

// A body named its mesh file, and was told only that there is no such asset.
TEST(SceneMistakes, AFileInPlaceOfAnAsset) {
    EXPECT_MENTIONS(complaint(R"({ "bodies": { "b": { "asset": "meshes/donut.obj" } } })"),
                    "there is no asset 'meshes/donut.obj' (files have names in \"assets\": { \"donut\": { \"file\": "
                    "\"meshes/donut.obj\" } })");
}

TEST(SceneMistakes, APresetInPlaceOfAKind) {
    EXPECT_MENTIONS(complaint(body_of("jelly", "\"spacing\": 0.1")), "jelly is a preset of lattice and flesh");
}

// "not a vector; expected a vector", and "not a number; expected true or false".
TEST(SceneMistakes, WhatWasFoundIsQuoted) {
    EXPECT_MENTIONS(
        complaint(body_of("lattice", "\"color\": \"red\"")),
        "'red' is not a vector; expected a vector [x, y, z] of numbers from 0 to 1 (of red, green and blue, "
        "as [0.8, 0.1, 0.1])");
    EXPECT_MENTIONS(complaint(body_of("lattice", "\"sleep\": \"no\"")),
                    "found 'no'; expected true or false (without quotes)");
    EXPECT_MENTIONS(complaint(body_of("lattice", "\"guide\": { \"keyframes\": \"a/wave\" }")),
                    "'a/wave' is not a list of names; expected a list of names (write [\"a/wave\"])");
}

TEST(SceneMistakes, NamesOfBonesNeedNotBeWhole) {
    const std::vector<std::string> bones = {"mixamorig:Hips", "mixamorig:LeftArm", "mixamorig:LeftForeArm"};
    EXPECT_EQ(nearest_name("Hips", bones), "mixamorig:Hips");
    EXPECT_EQ(nearest_name("left_arm", bones), "mixamorig:LeftArm");
    EXPECT_EQ(nearest_name("ada/hips", {"ada/mixamorig:Hips"}), "ada/mixamorig:Hips");
    EXPECT_EQ(nearest_name("tail", bones), "");
}

TEST(SceneMistakes, DecimetresAreAUnit) {
    const Scene scene = read_scene(R"({ "assets": { "a": { "file": "a.obj", "unit": "dm" } } })", "s.json", {});
    EXPECT_EQ(scene.assets.size(), 1u);
    EXPECT_EQ(metres("dm"), 0.1);
}

std::string advice_of(const std::string& text) {
    const Scene scene = read_scene(text, "s.json", {});
    SceneBuilder builder(scene);
    builder.prepare();
    std::string all;
    for (const std::string& line : scene_advice(scene, builder)) all += line + "\n";
    return all;
}

// Cloth was told of a Young's modulus of 1e+18 Pa, and that it swings 2.5e+14 times a second.
TEST(SceneAdvice, EveryKindIsForetoldInItsOwnWords) {
    const std::string sheet = R"({ "assets": { "a": { "shape": "plane", "size": [1, 0, 1] } },
  "bodies": { "b": { "asset": "a", "kind": "cloth", "density": 0.2, "stretch_stiffness": 981, "bend_stiffness": 1.962e-6 } } })";
    const std::string cloth = advice_of(sheet);
    EXPECT_EQ(cloth.find("Young"), std::string::npos) << cloth;
    EXPECT_MENTIONS(cloth, "b: hung by one end it stretches by about 0.1 % under its own weight");  // 0.2 * 9.81 / 1962
    EXPECT_MENTIONS(cloth, "bends under its own weight within about 0.01 m");                       // cube root of 1e-6
    const std::string jiggle = advice_of(body_of("jiggle", "\"frequency\": 2, \"damping_ratio\": 0.1"));
    EXPECT_MENTIONS(jiggle, "it swings 2 times a second and hangs 0.0621 m below");  // 9.81 / (4 pi)²
    EXPECT_MENTIONS(jiggle, "a swing falls to a half in 0.552 s");                   // ln 2 / (0.1 * 4 pi)
    for (const char* kind : {"lattice", "flesh"})
        EXPECT_MENTIONS(advice_of(body_of(kind, "\"youngs_modulus\": 2e4")), "standing on the ground it sags");
}

TEST(SceneWarnings, ABodyThatBeginsBelowTheFloorIsNamed) {
    const auto warnings = [](const char* height) {
        const Scene scene = read_scene(std::string(R"({ "assets": { "a": { "shape": "box" } },
  "bodies": { "b": { "asset": "a", "position": [0, )") +
                                           height + R"(, 0] } }, "colliders": { "floor": {} } })",
                                       "s.json", {});
        SceneBuilder builder(scene);
        builder.prepare();
        WorldSettings settings;
        settings.parameters = scene.world;
        World world(std::move(settings));
        builder.fill(world);
        std::string all;
        for (const std::string& line : builder.report().warnings) all += line + "\n";
        return all;
    };
    EXPECT_EQ(warnings("0.5").find("below"), std::string::npos);
    EXPECT_MENTIONS(warnings("0.3"), "b: it begins below floor, by 0.2 m");
    EXPECT_MENTIONS(warnings("-2"), "b: it begins wholly below floor, by 2.5 m");
}

}  // namespace
}  // namespace scene_mistakes_tests
}  // namespace pliant
