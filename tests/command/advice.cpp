// What validate says about scenes that are valid and yet not what their authors meant.
#include "command.h"

namespace pliant {
namespace advice_tests {
namespace {

struct Advice : CommandTest {
    // What validate prints of a scene with these sections.
    std::string said(const std::string& sections, const std::vector<std::string>& options = {"--advise"}) {
        write_text(folder / "scene.json", "{ " + sections + " }");
        std::vector<std::string> words = {"validate", "scene.json"};
        words.insert(words.end(), options.begin(), options.end());
        const Outcome o = pliant(words);
        EXPECT_EQ(o.code, done) << o.err;
        return o.out;
    }
    static bool has(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

    const std::string assets = R"("assets": { "box": { "shape": "box", "size": [0.4, 0.4, 0.4], "detail": 2 },
        "cloth": { "shape": "plane", "size": [1, 0, 1], "detail": 20 } }, )";
    const std::string floor = R"(, "colliders": { "floor": { "shape": "plane" } })";
};

// Of bodies that share a model only the first was described, whatever the others' parameters.
TEST_F(Advice, EveryBodyOfASharedModelIsDescribed) {
    const std::string text = said(assets + R"("bodies": {
        "first": { "asset": "box", "spacing": 0.1, "position": [0, 1, 0] },
        "second": { "asset": "box", "spacing": 0.1, "position": [1, 1, 0] },
        "light": { "asset": "box", "spacing": 0.1, "position": [2, 1, 0], "gravity_scale": 0.1 } })" + floor);
    EXPECT_TRUE(has(text, "first and second: Young's modulus")) << text;
    EXPECT_TRUE(has(text, "light: Young's modulus")) << text;
    const std::string many = said(assets + R"("bodies": {
        "crowd": { "asset": "box", "spacing": 0.1,
        "instances": [{ "position": [0, 1, 0] }, { "position": [1, 1, 0] }, { "position": [2, 1, 0] },
                      { "position": [3, 1, 0] }] } })" + floor);
    EXPECT_TRUE(has(many, "crowd/0, crowd/1 and 2 more: Young's modulus")) << many;
}

// They were called static.
TEST_F(Advice, KeysOfADynamicColliderAreSaidToBeOfADynamicOne) {
    const std::string scene = assets + R"("bodies": { "a": { "asset": "box", "spacing": 0.1, "position": [0, 1, 0] } },
        "colliders": { "floor": { "shape": "plane" }, "crate": { "shape": "box", "position": [3, 1, 0],
            "motion": ")";
    const std::string keys = R"(", "rotation": { "keys": [[0, [0, 0, 0]], [1, [0, 90, 0]]] } } })";
    const std::string dynamic = said(scene + "dynamic" + keys), still = said(scene + "static" + keys);
    EXPECT_TRUE(has(dynamic, "crate: its keys have no effect: it is dynamic")) << dynamic;
    EXPECT_FALSE(has(dynamic, "it is static")) << dynamic;
    EXPECT_TRUE(has(still, "crate: its keys have no effect: it is static")) << still;
}

// The sag was a fact among others.
TEST_F(Advice, ABodyTooSoftToCarryItselfIsAWarning) {
    const std::string scene = assets + R"("bodies": { "jelly": { "asset": "box", "spacing": 0.1,
        "position": [0, 1, 0], "youngs_modulus": )";
    const std::string soft = said(scene + "200 } }" + floor, {}), firm = said(scene + "5e4 } }" + floor, {});
    EXPECT_TRUE(has(soft, "warning: jelly: youngs_modulus 200 Pa is too soft to carry its own weight")) << soft;
    EXPECT_FALSE(has(firm, "too soft")) << firm;
    const std::string free = said("\"world\": { \"gravity\": [0, 0, 0] }, " + scene + "200 } }" + floor, {});
    EXPECT_FALSE(has(free, "too soft")) << free;
}

TEST_F(Advice, AHoldThatCatchesNothingIsSaid) {
    const std::string scene = assets + R"("bodies": { "flag": { "asset": "cloth", "kind": "cloth",
        "position": [0, 2, 0], "hold": )";
    const std::string none = said(scene + R"({ "low": [4, 4, 4], "high": [5, 5, 5] } })" + "}" + floor, {});
    EXPECT_TRUE(has(none, "warning: flag: hold catches none of its particles")) << none;
    EXPECT_TRUE(has(none, "hold.low [4, 4, 4] and hold.high [5, 5, 5]")) << none;
    EXPECT_TRUE(has(none, "it reaches from [")) << none;
    const std::string some = said(scene + R"({ "low": [-1, -1, -1], "high": [1, 1, 1] } })" + "}" + floor, {});
    EXPECT_FALSE(has(some, "hold catches")) << some;
}

TEST_F(Advice, AnAttachmentFarFromItsBodyIsSaid) {
    const std::string scene = assets + R"("bodies": { "a": { "asset": "box", "spacing": 0.1, "position": [0, 1, 0] } },
        "attachments": { "hook": { "body": "a", "where": { "point": )";
    const std::string far = said(scene + "[0, 3, 0] } } }" + floor, {});
    const std::string near = said(scene + "[0, 0.2, 0] } } }" + floor, {});
    EXPECT_TRUE(has(far, "warning: hook: nothing of a is near where.point [0, 3, 0]; it holds the nearest")) << far;
    EXPECT_FALSE(has(near, "nothing of a")) << near;
}

TEST_F(Advice, ABodyThatBeginsInsideACapsuleIsSaid) {
    const std::string scene = assets + R"("bodies": { "cape": { "asset": "cloth", "kind": "cloth",
        "position": [0, 1, 0] } }, "colliders": { "chest": { "shape": "capsule", "radius": 0.15, "height": 0.6,
        "position": [0, 1, )";
    const std::string inside = said(scene + "0.05] } }", {}), beside = said(scene + "2] } }", {});
    EXPECT_TRUE(has(inside, "warning: cape: it begins inside chest, by 0.1")) << inside;
    EXPECT_FALSE(has(beside, "it begins inside")) << beside;
    const std::string ignoring = assets + R"("bodies": { "cape": { "asset": "cloth", "kind": "cloth",
        "position": [0, 1, 0], "ignores": ["chest"] } }, )" + scene.substr(scene.find("\"colliders\""));
    for (const std::string& apart : {scene + "0.05], \"sensor\": true } }", ignoring + "0.05] } }",
                                     scene + "0.05], \"collides_with\": [\"others\"] } }"}) {
        const std::string text = said(apart, {});
        EXPECT_FALSE(has(text, "it begins inside")) << text;
    }
}

TEST_F(Advice, AThicknessBeyondTheMeshIsSaid) {
    const std::string scene = assets + R"("bodies": { "a": { "asset": "cloth", "kind": "cloth", "position": [0, 1, 0],
        "thickness": )";
    const std::string thick = said(scene + "0.06 } }" + floor), thin = said(scene + "0.01 } }" + floor);
    EXPECT_TRUE(has(thick, "a: thickness 0.06 m is more than half the distance between its points")) << thick;
    EXPECT_FALSE(has(thin, "is more than half")) << thin;
}

TEST_F(Advice, ASpacingBeyondThePartsOfABodyIsSaid) {
    const std::string scene = R"("assets": { "plate": { "shape": "box", "size": [1, 0.1, 1], "detail": 4 } },
        "bodies": { "plate": { "asset": "plate", "kind": "lattice", "position": [0, 1, 0], "spacing": )";
    const std::string coarse = said(scene + "0.25 } }" + floor), fine = said(scene + "0.05 } }" + floor);
    EXPECT_TRUE(has(coarse, "plate: its spacing of 0.25 m is more than its parts are thick on")) << coarse;
    EXPECT_TRUE(has(coarse, "a spacing of 0.07 m would fit")) << coarse;
    EXPECT_FALSE(has(fine, "its spacing of")) << fine;
}

// The sentence had radians: "a limit from 1.047198 to 0.523599".
TEST_F(Advice, LimitsOfJointsAreSaidInDegrees) {
    write_text(folder / "joint.json", R"({ "colliders": { "a": { "shape": "box", "motion": "dynamic" } },
        "joints": { "hinge": { "kind": "revolute", "b": "a", "low": 60, "high": 30 } } })");
    const Outcome o = pliant({"validate", "joint.json"});
    EXPECT_EQ(o.code, bad_input);
    EXPECT_TRUE(has(o.err, "a limit from 60° to 30°")) << o.err;
}

}  // namespace
}  // namespace advice_tests
}  // namespace pliant
