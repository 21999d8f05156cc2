// The scene reader: valid scenes, and the sentences for invalid ones.
#include "assets/scene.h"

#include "assets/scene_build.h"
#include "body/lattice/lattice.h"
#include "unit/assets/support.h"
#include "world/parameters.h"
#include "world/rigid_coupling/joint.h"

namespace pliant {
namespace scene_tests {
namespace {

Scene read(const std::string& text, const std::vector<std::string>& settings = {}) {
    return open_scene(text, "s.json", settings);
}
std::string complaint(const std::string& text) {
    return error_of([&] { read(text); });
}

// A scene with one body, whose keys are given.
std::string body_with(const std::string& keys) {
    return "{ \"assets\": { \"a\": { \"shape\": \"box\" } },\n  \"bodies\": {\n    \"b\": { \"asset\": \"a\", " + keys +
           " } } }";
}
std::string collider_with(const std::string& keys) { return "{ \"colliders\": {\n  \"c\": { " + keys + " } } }"; }

const Value& given(const Scene& scene, const char* parameter) {
    const SceneBody& body = scene.bodies.at(0);
    const ParameterSet& set = body.own.table().find(parameter) ? body.own : body.common;
    return set.value(set.table().find(parameter)->id);
}

TEST(SceneReader, EmptySceneIsAScene) {
    const Scene scene = read("{}");
    EXPECT_TRUE(scene.bodies.empty());
    EXPECT_EQ(scene.world.number(WorldP::rate), 60);
}

TEST(SceneReader, UnknownKeysGetASuggestion) {
    EXPECT_EQ(complaint("{ \"bodys\": {} }"), "s.json:1: unknown key 'bodys' (did you mean \"bodies\"?)");
    EXPECT_EQ(complaint(body_with("\"frictoin\": 1")),
              "s.json:3: bodies.b.frictoin: unknown key 'frictoin' (did you mean \"friction\"?)");
    EXPECT_MENTIONS(complaint(body_with("\"aset\": 1")), "did you mean \"asset\"?");
    EXPECT_MENTIONS(complaint(body_with("\"smell\": 1")), "`pliant params` lists what there is");
    EXPECT_MENTIONS(complaint(collider_with("\"radus\": 1")), "did you mean \"radius\"?");
    EXPECT_MENTIONS(complaint("{ \"world\": { \"wind\": { \"velocty\": [0, 0, 0] } } }"),
                    "world.wind.velocty: unknown key 'velocty' (did you mean \"velocity\"?)");
    EXPECT_MENTIONS(complaint("{ \"cameras\": { \"main\": { \"fow\": 3 } } }"), "did you mean \"fov\"?");
    EXPECT_MENTIONS(complaint(body_with("\"friction\": { \"keys\": [[0, 1]], \"eas\": \"step\" }")),
                    "bodies.b.friction.eas: unknown key 'eas' (did you mean \"ease\"?)");
}

TEST(SceneReader, KeysGivenTwice) {
    EXPECT_EQ(complaint(body_with("\"friction\": 1,\n \"friction\": 2")),
              "s.json:4: the key 'friction' is given twice; expected each key once (it is first given in line 3)");
}

TEST(SceneReader, WrongTypes) {
    EXPECT_EQ(complaint(body_with("\"friction\": \"high\"")),
              "s.json:3: bodies.b.friction: 'high' is not a number; expected a number from 0 to 100");
    EXPECT_MENTIONS(complaint(body_with("\"friction\": true")), "found true or false; expected a number from 0 to 100");
    EXPECT_MENTIONS(complaint(body_with("\"friction\": null")), "found null");
    EXPECT_MENTIONS(complaint(body_with("\"friction\": [1, 2, 3]")), "a vector; expected a number");
    EXPECT_MENTIONS(complaint(body_with("\"position\": 3")), "a single number; expected a vector [x, y, z] [m]");
    EXPECT_MENTIONS(complaint(body_with("\"position\": [1, 2]")), "a list of 2; expected three numbers [x, y, z]");
    EXPECT_MENTIONS(complaint(body_with("\"position\": [1, 2, \"up\"]")), "found text; expected a number");
    EXPECT_MENTIONS(complaint(body_with("\"sleep\": 1")), "found a number; expected true or false");
    EXPECT_MENTIONS(complaint(body_with("\"collides_with\": \"props\"")), "expected a list of names");
    EXPECT_MENTIONS(complaint("[]"), "s.json:1: found a list; expected an object");
    EXPECT_MENTIONS(complaint("{ \"bodies\": [] }"), "s.json:1: bodies: found a list; expected an object");
    EXPECT_MENTIONS(complaint("{ \"world\": 3 }"), "world: found a number; expected an object");
    EXPECT_MENTIONS(complaint("{ \"world\": { \"wind\": 3 } }"), "world.wind: found a number; expected an object");
}

TEST(SceneReader, OutOfRange) {
    EXPECT_EQ(complaint("{ \"world\": {\n \"rate\": 0\n } }"),
              "s.json:2: world.rate: found 0; expected a number from 1 to 10000 [1/s]");
    EXPECT_MENTIONS(complaint("{ \"world\": { \"substeps\": 2.5 } }"), "found 2.5; expected a whole number");
    EXPECT_MENTIONS(complaint(body_with("\"spacing\": -1")), "bodies.b.spacing: found -1");
    EXPECT_MENTIONS(complaint(body_with("\"position\": [0, 1e9, 0]")), "found 1e+09");
    EXPECT_MENTIONS(complaint(collider_with("\"shape\": \"cube\"")), "found 'cube'; expected ");
    EXPECT_MENTIONS(complaint(collider_with("\"shape\": \"shpere\"")), "did you mean \"sphere\"?");
}

TEST(SceneReader, WrongUnitsAndAxes) {
    EXPECT_MENTIONS(complaint("{ \"assets\": { \"a\": { \"file\": \"a.obj\", \"up\": \"w\" } } }"),
                    "assets.a.up: found 'w'");
    EXPECT_MENTIONS(complaint("{ \"assets\": { \"a\": { \"file\": \"a.obj\", \"unit\": 3 } } }"), "expected text");
    const Scene scene = read("{ \"assets\": { \"a\": { \"file\": \"" PLIANT_SOURCE_DIR
                             "/LICENSE\", \"unit\": \"furlong\" } }, \"bodies\": { \"b\": { \"asset\": \"a\" } } }");
    SceneBuilder builder(scene);
    EXPECT_MENTIONS(error_of([&] { builder.prepare(); }), "s.json:1: assets.a: ");
}

TEST(SceneReader, Versions) {
    EXPECT_EQ(complaint("{ \"format\": 1, \"behaviour\": 1 }"), "");
    EXPECT_EQ(complaint("{ \"format\": 2 }"),
              "s.json:1: format: found 2; expected 1 (the scene was made for a newer version)");
    EXPECT_EQ(complaint("{ \"behaviour\": 0 }"), "s.json:1: behaviour: found 0; expected 1");
    EXPECT_MENTIONS(complaint("{ \"format\": \"1\" }"), "found text; expected a number");
}

TEST(SceneReader, AssetsAreFilesOrShapes) {
    EXPECT_MENTIONS(complaint("{ \"assets\": { \"a\": {} } }"), "neither \"file\" nor \"shape\" is given");
    EXPECT_MENTIONS(complaint("{ \"assets\": { \"a\": { \"file\": \"a.obj\", \"shape\": \"box\" } } }"), "both");
    EXPECT_MENTIONS(complaint("{ \"assets\": { \"a\": { \"file\": \"a.obj\", \"size\": [1, 1, 1] } } }"),
                    "'size' beside \"file\"");
    EXPECT_MENTIONS(complaint("{ \"assets\": { \"a\": { \"shape\": \"box\", \"unit\": \"cm\" } } }"),
                    "'unit' beside \"shape\"");
    EXPECT_MENTIONS(complaint("{ \"bodies\": { \"b\": {} } }"), "the body has no \"asset\"");
    EXPECT_MENTIONS(complaint("{ \"assets\": { \"cube\": { \"shape\": \"box\" } }, \"bodies\": { \"b\": { \"asset\": "
                              "\"cub\" } } }"),
                    "there is no asset 'cub' (did you mean \"cube\"?)");
    EXPECT_MENTIONS(complaint(body_with("\"kind\": \"soup\"")), "there is no kind 'soup'; expected one of: lattice");
}

TEST(SceneReader, NamesThatPathsNeed) {
    EXPECT_MENTIONS(complaint("{ \"colliders\": { \"a.b\": {} } }"), "a name without dots and slashes");
    EXPECT_MENTIONS(complaint("{ \"colliders\": { \"a/b\": {} } }"), "a name without slashes");
    EXPECT_MENTIONS(complaint("{ \"bodies\": { \"a/b\": {} } }"), "a name without dots and slashes");
    EXPECT_MENTIONS(complaint("{ \"colliders\": { \"\": {} } }"), "a name without dots and slashes");
    EXPECT_EQ(complaint("{ \"colliders\": { \"stair 1\": {} } }"), "");
}

TEST(SceneReader, Like) {
    const Scene scene = read(R"({ "assets": { "a": { "shape": "box" } }, "bodies": {
        "first": { "asset": "a", "spacing": 0.1, "friction": 0.3, "note": "mine" },
        "second": { "like": "first", "friction": 0.7 },
        "third": { "like": "second", "spacing": 0.2 } } })");
    ASSERT_EQ(scene.bodies.size(), 3u);
    EXPECT_EQ(scene.bodies[1].own.number(lattice::P::spacing), 0.1);
    EXPECT_EQ(scene.bodies[1].common.number(BodyP::friction), 0.7);
    EXPECT_EQ(scene.bodies[2].own.number(lattice::P::spacing), 0.2);
    EXPECT_EQ(scene.bodies[2].common.number(BodyP::friction), 0.7);
    EXPECT_EQ(scene.bodies[2].asset, "a");
}

TEST(SceneReader, LikeNothingOrInACircle) {
    EXPECT_MENTIONS(complaint(body_with("\"like\": \"c\"")), "bodies.b.like: there is no other body 'c'");
    EXPECT_MENTIONS(complaint(body_with("\"like\": \"b\"")), "there is no other body 'b'");
    EXPECT_MENTIONS(complaint(body_with("\"like\": 3")), "found a number; expected text");
    EXPECT_MENTIONS(complaint("{ \"bodies\": { \"a\": { \"like\": \"b\" }, \"b\": { \"like\": \"a\" } } }"), "circle");
}

// A chain of forty was taken for a circle.
TEST(SceneReader, LikeInALongChain) {
    const auto chain = [](int count) {
        std::string bodies = R"("b0": { "asset": "a", "friction": 0.3 })";
        for (int i = 1; i < count; ++i)
            bodies += ", \"b" + std::to_string(i) + "\": { \"like\": \"b" + std::to_string(i - 1) + "\" }";
        return R"({ "assets": { "a": { "shape": "box" } }, "bodies": { )" + bodies + " } }";
    };
    const Scene scene = read(chain(40));
    ASSERT_EQ(scene.bodies.size(), 40u);
    EXPECT_EQ(scene.bodies.back().common.number(BodyP::friction), 0.3);
    EXPECT_MENTIONS(complaint(chain(1002)), "a chain of more than 1,000 bodies");
}

TEST(SceneReader, Instances) {
    const Scene scene = read(body_with(R"("friction": 0.3, "instances": [
        { "position": [1, 2, 3], "note": "the tall one" }, { "friction": 0.9 }, {} ])"));
    ASSERT_EQ(scene.bodies.size(), 3u);
    EXPECT_EQ(scene.bodies[0].name, "b/0");
    EXPECT_EQ(scene.bodies[0].common.vector(BodyP::position), (Vec3d{1, 2, 3}));
    EXPECT_EQ(scene.bodies[1].common.number(BodyP::friction), 0.9);
    EXPECT_EQ(scene.bodies[2].common.number(BodyP::friction), 0.3);
    EXPECT_MENTIONS(complaint(body_with("\"instances\": [ { \"posiiton\": [0, 0, 0] } ]")), "\"position\"");
    EXPECT_MENTIONS(complaint(body_with("\"instances\": [ 3 ]")), "bodies.b.instances.0: found a number");
    EXPECT_MENTIONS(complaint(body_with("\"instances\": {}")), "found an object; expected a list");
    EXPECT_MENTIONS(complaint(body_with("\"instances\": [ { \"like\": \"b\" } ]")), "an instance with \"like\"");
    EXPECT_MENTIONS(complaint(body_with("\"instances\": [ { \"instances\": [] } ]")), "an instance with \"instances\"");
}

TEST(SceneReader, CopiesOfAnInstancedBodyHaveNoInstances) {
    const Scene scene = read(R"({ "assets": { "a": { "shape": "box" } }, "bodies": {
        "many": { "asset": "a", "instances": [ {}, {} ] }, "one": { "like": "many" } } })");
    ASSERT_EQ(scene.bodies.size(), 3u);
    EXPECT_EQ(scene.bodies[2].name, "one");
}

TEST(SceneReader, NotesAreLegalEverywhere) {
    EXPECT_EQ(complaint(R"({ "note": "n", "world": { "note": "n", "wind": { "note": "n", "velocity": [0, 0, 0] } },
        "assets": { "note": "n", "a": { "note": "n", "shape": "box" } },
        "bodies": { "note": "n", "b": { "note": "n", "asset": "a",
            "friction": { "note": "n", "keys": [[0, 1]] },
            "youngs_modulus": { "note": "n", "attribute": "soft", "low": 1, "high": 2 },
            "instances": [ { "note": "n" } ] } },
        "colliders": { "note": "n", "c": { "note": "n" } },
        "pairs": { "note": "n", "p": { "note": "n", "between": ["b/0", "c"] } },
        "attachments": { "note": "n", "h": { "note": "n", "body": "b", "where": { "note": "n", "point": [0, 0, 0] } } },
        "cameras": { "note": "n", "k": { "note": "n" } } })"),
              "");
}

TEST(SceneReader, Keys) {
    const Scene scene =
        read(body_with(R"("friction": { "keys": [[0, 0.1], [2, 0.5]], "ease": "smooth", "loop": true })"));
    const Keys* keys = given(scene, "friction").keys();
    ASSERT_NE(keys, nullptr);
    EXPECT_EQ(keys->times, (std::vector<double>{0, 2}));
    EXPECT_EQ(keys->ease, Ease::smooth);
    EXPECT_TRUE(keys->loop);
    EXPECT_NEAR(scene.bodies[0].common.number(BodyP::friction, 1), 0.3, 1e-9);
    const Scene moving =
        read(collider_with(R"("motion": "kinematic", "position": { "keys": [[0, [0, 4, 0]], [3, [0, 1, 0]]] })"));
    EXPECT_EQ(moving.colliders[0].parameters.vector(ColliderP::position, 1.5), (Vec3d{0, 2.5, 0}));
}

TEST(SceneReader, KeysThatMakeNoSense) {
    const auto friction = [](const std::string& value) { return complaint(body_with("\"friction\": " + value)); };
    EXPECT_MENTIONS(friction("{ \"keys\": [] }"), "an empty list of keys");
    EXPECT_MENTIONS(friction("{ \"keys\": 3 }"), "found a number; expected a list");
    EXPECT_MENTIONS(friction("{ \"keys\": [3] }"), "a key that is no pair; expected [time, value]");
    EXPECT_MENTIONS(friction("{ \"keys\": [[0, 1, 2]] }"), "a key that is no pair");
    EXPECT_MENTIONS(friction("{ \"keys\": [[\"now\", 1]] }"), "found text; expected a number");
    EXPECT_MENTIONS(friction("{ \"keys\": [[1, 1], [1, 2]] }"), "increasing times");
    EXPECT_MENTIONS(friction("{ \"keys\": [[0, -1]] }"), "found -1");
    EXPECT_MENTIONS(friction("{ \"keys\": [[0, 1]], \"ease\": \"slow\" }"), "found 'slow'; expected \"linear\"");
    EXPECT_MENTIONS(friction("{ \"keys\": [[0, 1]], \"loop\": 1 }"), "found a number; expected true or false");
    EXPECT_MENTIONS(friction("{}"), "found an object");
    EXPECT_MENTIONS(complaint(body_with("\"spacing\": { \"keys\": [[0, 1]] }")), "cannot change in time");
}

// A vector for a number used to lose two of its components, and a number for a vector became [n, 0, 0].
TEST(SceneReader, KeysAreOfTheParametersType) {
    EXPECT_MENTIONS(complaint(body_with("\"friction\": { \"keys\": [[0, [1, 2, 3]]] }")),
                    "found a list; expected a number");
    EXPECT_MENTIONS(complaint(body_with("\"friction\": { \"keys\": [[0, true]] }")), "expected a number");
    EXPECT_MENTIONS(complaint("{ \"world\": { \"gravity\": { \"keys\": [[0, -9.81]] } } }"),
                    "world.gravity.keys: found a number; expected a list");
}

TEST(SceneReader, Maps) {
    const Scene scene =
        read(body_with(R"("youngs_modulus": { "attribute": "soft", "low": 1e4, "high": 1e6, "scale": "log" })"));
    const Map* map = given(scene, "youngs_modulus").map();
    ASSERT_NE(map, nullptr);
    EXPECT_EQ(map->attribute, "soft");
    EXPECT_EQ(map->low, 1e4);
    EXPECT_EQ(map->high, 1e6);
    EXPECT_TRUE(map->logarithmic);
    const auto modulus = [](const std::string& value) { return complaint(body_with("\"youngs_modulus\": " + value)); };
    EXPECT_MENTIONS(modulus("{ \"attribute\": \"soft\", \"low\": 1 }"), "the map has no \"high\"");
    EXPECT_MENTIONS(modulus("{ \"attribute\": 3, \"low\": 1, \"high\": 2 }"), "found a number; expected text");
    EXPECT_MENTIONS(modulus("{ \"attribute\": \"a\", \"low\": 0, \"high\": 2, \"scale\": \"log\" }"), "above 0");
    EXPECT_MENTIONS(modulus("{ \"attribute\": \"a\", \"low\": 1, \"high\": 2, \"scale\": \"cubic\" }"),
                    "found 'cubic'; expected \"linear\" or \"log\"");
    EXPECT_MENTIONS(modulus("{ \"attribute\": \"a\", \"low\": 1, \"high\": 2, \"hihg\": 2 }"),
                    "did you mean \"high\"?");
    EXPECT_MENTIONS(complaint(body_with("\"friction\": { \"attribute\": \"a\", \"low\": 0, \"high\": 1 }")),
                    "cannot be painted");
}

TEST(SceneReader, Presets) {
    const Scene plain = read(body_with("\"preset\": \"rubber\"")),
                over = read(body_with("\"youngs_modulus\": 123, \"preset\": \"rubber\""));
    EXPECT_NE(plain.bodies[0].own.number(lattice::P::youngs_modulus),
              read(body_with("\"friction\": 1")).bodies[0].own.number(lattice::P::youngs_modulus));
    EXPECT_EQ(over.bodies[0].own.number(lattice::P::youngs_modulus), 123)
        << "what is given counts more than the preset";
    EXPECT_MENTIONS(complaint(body_with("\"preset\": \"ruber\"")), "bodies.b.preset: there is no preset 'ruber'");
    EXPECT_MENTIONS(complaint(body_with("\"preset\": \"ruber\"")), "did you mean \"rubber\"?");
    EXPECT_MENTIONS(complaint(body_with("\"preset\": 3")), "found a number; expected text");
}

std::string pair_with(const std::string& keys) {
    return R"({ "assets": { "a": { "shape": "box" } }, "bodies": { "one": { "asset": "a" },
        "many": { "asset": "a", "instances": [ {}, {}, {} ] } }, "colliders": { "floor": {} },
        "pairs": { "p": { )" +
           keys + " } } }";
}

TEST(SceneReader, Pairs) {
    const Scene scene = read(pair_with("\"between\": [\"one\", \"floor\"], \"friction\": 0.01, \"collide\": true"));
    ASSERT_EQ(scene.pairs.size(), 1u);
    EXPECT_EQ(scene.pairs[0].first, "one");
    EXPECT_EQ(scene.pairs[0].second, "floor");
    EXPECT_EQ(scene.pairs[0].parameters.number(PairP::friction), 0.01);
    EXPECT_EQ(read(pair_with("\"between\": [\"many\", \"floor\"]")).pairs.size(), 3u) << "all instances";
    EXPECT_EQ(read(pair_with("\"between\": [\"many/1\", \"floor\"]")).pairs.size(), 1u) << "or one of them";
    EXPECT_MENTIONS(complaint(pair_with("\"friction\": 1")), "no two names in \"between\"");
    EXPECT_MENTIONS(complaint(pair_with("\"between\": [\"one\"]")), "no two names in \"between\"");
    EXPECT_MENTIONS(complaint(pair_with("\"between\": [\"one\", \"flor\"]")),
                    "there is no body, collider or character 'flor' (did you mean \"floor\"?)");
    EXPECT_MENTIONS(complaint(pair_with("\"between\": [\"one\", \"floor\"], \"frction\": 1")), "\"friction\"");
}

std::string attachment_with(const std::string& keys) {
    return R"({ "assets": { "a": { "shape": "box" } }, "bodies": { "one": { "asset": "a" },
        "many": { "asset": "a", "instances": [ {}, {}, {} ] } }, "colliders": { "floor": {} },
        "attachments": { "h": { )" +
           keys + " } } }";
}

TEST(SceneReader, Attachments) {
    const Scene scene = read(attachment_with(R"("body": "one", "where": { "point": [0, 1, 0], "radius": 0.2 },
        "position": { "keys": [[0, [0, 1, 0]], [1, [0, 2, 0]]] }, "stiffness": 500, "damping": 3, "max_force": 40,
        "break_force": 50, "enabled": { "keys": [[0, false], [2, true]] })"));
    ASSERT_EQ(scene.attachments.size(), 1u);
    const SceneAttachment& a = scene.attachments[0];
    EXPECT_EQ(a.name, "h");
    EXPECT_EQ(a.body, "one");
    EXPECT_EQ(a.parameters.vector(AttachmentP::where_point).y, 1);
    EXPECT_EQ(a.parameters.number(AttachmentP::where_radius), 0.2);
    EXPECT_EQ(a.parameters.vector(AttachmentP::position, 0.5).y, 1.5);
    EXPECT_FALSE(a.parameters.flag(AttachmentP::enabled, 1.99)) << "a switch does not change little by little";
    EXPECT_TRUE(a.parameters.flag(AttachmentP::enabled, 2));
    const Scene all = read(attachment_with(R"("body": "many", "where": { "point": [0, 1, 0] })"));
    ASSERT_EQ(all.attachments.size(), 3u) << "one for every instance";
    EXPECT_EQ(all.attachments[2].name, "h/2");
    EXPECT_EQ(all.attachments[2].body, "many/2");
    EXPECT_MENTIONS(complaint(attachment_with(R"("where": { "point": [0, 1, 0] })")), "an attachment without \"body\"");
    EXPECT_MENTIONS(complaint(attachment_with(R"("body": "one")")), "an attachment without \"where\"");
    EXPECT_MENTIONS(complaint(attachment_with(R"("body": "one", "where": { "radius": 1 })")), "without \"where\"");
    EXPECT_MENTIONS(complaint(attachment_with(R"("body": "floor", "where": { "point": [0, 1, 0] })")),
                    "there is no body 'floor'");
    EXPECT_MENTIONS(complaint(attachment_with(R"("body": "oen", "where": { "point": [0, 1, 0] })")), "\"one\"?");
    EXPECT_MENTIONS(complaint(attachment_with(R"("body": "one", "where": { "piont": [0, 1, 0] })")), "\"point\"?");
    EXPECT_MENTIONS(complaint(attachment_with(R"("body": "one", "where": { "point": [0, 1, 0] }, "stiffness": 0)")),
                    "attachments.h.stiffness: found 0");
    EXPECT_MENTIONS(complaint(attachment_with(R"("body": "one", "where": { "point": 3 })")), "where.point");
}

TEST(SceneReader, Layers) {
    const Scene scene = read(body_with("\"layer\": \"props\", \"collides_with\": [\"ground\", \"props\"]"));
    EXPECT_EQ(scene.bodies[0].common.text(BodyP::layer), "props");
    ASSERT_EQ(scene.bodies[0].common.names(BodyP::collides_with).size(), 2u);
    EXPECT_EQ(scene.bodies[0].common.names(BodyP::collides_with)[1], "props");
    EXPECT_MENTIONS(complaint(body_with("\"collides_with\": [1]")), "found a number; expected text");
    EXPECT_MENTIONS(complaint(body_with("\"layer\": [\"props\"]")), "bodies.b.layer: ");
}

TEST(SceneReader, CollidersOfMeshesAndHeights) {
    const Scene scene =
        read(collider_with("\"shape\": \"mesh\", \"file\": \"a.obj\", \"unit\": \"cm\", \"mesh\": \"Wall\""));
    EXPECT_EQ(scene.colliders[0].asset.text(AssetP::file), "a.obj");
    EXPECT_EQ(scene.colliders[0].mesh, "Wall");
    EXPECT_MENTIONS(complaint(collider_with("\"shape\": \"mesh\"")), "a mesh collider without \"file\"");
    EXPECT_MENTIONS(complaint(collider_with("\"shape\": \"box\", \"file\": \"a.obj\"")),
                    "only for \"shape\": \"mesh\"");
    EXPECT_MENTIONS(complaint(collider_with("\"shape\": \"box\", \"mesh\": \"Wall\"")), "only for \"shape\": \"mesh\"");
    EXPECT_MENTIONS(complaint(collider_with("\"shape\": \"box\", \"heights\": [[1]]")),
                    "only for \"shape\": \"height_field\"");
    const auto heights = [](const std::string& rows) {
        return complaint(collider_with("\"shape\": \"height_field\", \"heights\": " + rows));
    };
    EXPECT_EQ(heights("[[0, 1], [1, 0]]"), "");
    EXPECT_MENTIONS(heights("[[0, 1], [1]]"), "a row of 1; expected 2 numbers as in the first row");
    EXPECT_MENTIONS(heights("[[0], [1]]"), "expected at least 2 of 2");
    EXPECT_MENTIONS(heights("[]"), "expected at least 2 of 2");
    EXPECT_MENTIONS(heights("[[0, 1], [1, true]]"), "expected a number");
    EXPECT_MENTIONS(complaint(collider_with("\"shape\": \"height_field\"")), "a height field without \"heights\"");
}

TEST(SceneReader, CamerasLookAtSomethingThatIsThere) {
    EXPECT_EQ(complaint("{ \"cameras\": { \"main\": { \"target\": [0, 1, 0] } } }"), "");
    const std::string camera = ", \"cameras\": { \"main\": { \"target\": \"bb\" } } }";
    std::string scene = body_with("\"friction\": 1");
    scene = scene.substr(0, scene.rfind('}')) + camera;
    EXPECT_MENTIONS(complaint(scene),
                    "cameras.main.target: there is no body, collider or character 'bb' (did you mean \"b\"?)");
}

TEST(SceneReader, SettingsAreLaidOver) {
    const std::string scene = body_with("\"friction\": 1");
    EXPECT_EQ(read(scene, {"bodies.b.friction=0.25"}).bodies[0].common.number(BodyP::friction), 0.25);
    EXPECT_EQ(read(scene, {"world.gravity=[0, 0, 0]"}).world.vector(WorldP::gravity), Vec3d{});
    EXPECT_EQ(read(scene, {"bodies.b.preset=jelly"}).bodies[0].own.preset(), "jelly");
    const auto set = [&](const std::string& setting) { return error_of([&] { read(scene, {setting}); }); };
    EXPECT_EQ(set("bodies.bb.friction=1"),
              "--set bodies.bb.friction: there is no 'bb' in the scene's bodies (did you mean \"b\"?)");
    EXPECT_MENTIONS(set("bodies.b.frictoin=1"), "did you mean \"friction\"?");
    EXPECT_MENTIONS(set("=1"), "expected path=value");
}

// A centimetre of jelly lies flat where a metre stands, and the user must hear of it.
TEST(SceneReader, BodiesThatCannotStandAreWarnedOf) {
    for (const bool small : {false, true}) {
        const Scene scene = read(std::string("{ \"assets\": { \"a\": { \"shape\": \"box\", \"size\": ") +
                                 (small ? "[0.01, 0.01, 0.01]" : "[1, 1, 1]") +
                                 ", \"detail\": 4 } }, \"bodies\": { \"b\": { \"asset\": \"a\" } } }");
        SceneBuilder builder(scene);
        builder.prepare();
        World world({scene.world, 1, {}});
        builder.fill(world);
        EXPECT_EQ(mentions(builder.report().warnings, "it will lie flat under its own weight"), small);
    }
}

// A scene with a preroll used to be simulated while its world was built.
TEST(SceneReader, BuildingSimulatesNothing) {
    const Scene scene = read(R"({ "world": { "preroll": 0.5 },
        "assets": { "a": { "shape": "box", "size": [1, 1, 1], "detail": 4 } },
        "bodies": { "b": { "asset": "a", "position": [0, 9, 0] } } })");
    SceneBuilder builder(scene);
    builder.prepare();
    World world({scene.world, 1, {}});
    builder.fill(world);
    const double before = world.bodies().center_of_mass(world.find_body("b")).y;
    EXPECT_NEAR(before, 9, 1e-5);
    world.preroll();
    EXPECT_NEAR(before - world.bodies().center_of_mass(world.find_body("b")).y, 0.5 * 9.81 * 0.5 * 0.5, 0.02);
    EXPECT_EQ(world.step_count(), 0u);
}

// Lines are of the value, also of one that stands alone on its line.
TEST(SceneReader, LinesOfMistakes) {
    EXPECT_MENTIONS(complaint("{\n \"world\": {\n  \"rate\": 30,\n  \"substeps\": 0\n }\n}"),
                    "s.json:4: world.substeps");
    EXPECT_MENTIONS(complaint("{\n \"world\": {\n  \"rate\":\n   0,\n  \"substeps\": 4\n }\n}"),
                    "s.json:4: world.rate");
    EXPECT_MENTIONS(complaint("{\n \"world\": {\n  \"gravity\": [\n 0,\n 0\n]\n }\n}"), "s.json:3: world.gravity");
}

// A scene changes values of the bones and joints of a creature; all others are those of its file.
TEST(SceneReader, ACreatureIsChanged) {
    const auto scene_with = [](const std::string& more) {
        return "{ \"assets\": { \"a\": { \"shape\": \"kobold\" } }, \"bodies\": { \"k\": { \"asset\": \"a\" } }" +
               more + " }";
    };
    const Scene plain = read(scene_with("")),
                changed = read(scene_with(", \"joints\": { \"k/knee left\": { \"stiffness\": 80, \"high\": 90 } }, "
                                          "\"colliders\": { \"k/head\": { \"density\": 500 } }"));
    ASSERT_EQ(plain.joints.size(), changed.joints.size());
    ASSERT_EQ(plain.colliders.size(), changed.colliders.size());
    const auto called = [](const auto& all, const char* name) {
        return std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.name == name; });
    };
    const SceneJoint &before = *called(plain.joints, "k/knee left"), &after = *called(changed.joints, "k/knee left");
    EXPECT_EQ(after.parameters.number(JointP::stiffness), 80);
    EXPECT_EQ(after.parameters.number(JointP::high), 90);
    EXPECT_EQ(after.parameters.number(JointP::low), before.parameters.number(JointP::low));
    EXPECT_EQ(after.parameters.vector(JointP::position), before.parameters.vector(JointP::position));
    EXPECT_EQ(after.parameters.text(JointP::a), "k/thigh left");
    EXPECT_EQ(called(changed.colliders, "k/head")->parameters.number(ColliderP::density), 500);
    EXPECT_EQ(called(changed.colliders, "k/head")->parameters.number(ColliderP::radius),
              called(plain.colliders, "k/head")->parameters.number(ColliderP::radius));

    EXPECT_MENTIONS(complaint(scene_with(", \"joints\": { \"k/knee lift\": {} }")), "did you mean 'k/knee left'?");
    EXPECT_MENTIONS(complaint(scene_with(",\n \"joints\": { \"k/knee left\": { \"swing_y\": 3 } }")), "s.json:2");
    EXPECT_MENTIONS(complaint(scene_with(", \"joints\": { \"k/knee left\": 3 }")), "s.json:1");
}

}  // namespace
}  // namespace scene_tests
}  // namespace pliant
