// Weights of bones, as files have them and as maps of scenes.
#include "cook/bone_weights.h"

#include <gtest/gtest.h>

#include "assets/character_file.h"
#include "verification/characters.h"
#include "worlds.h"

namespace pliant {
namespace bone_weights_tests {

// The weight of a bone is the share by which it moves a point.
TEST(BoneWeights, AreThoseOfTheSkin) {
    const testing::Tube tube = testing::make_tube();
    const Character character = load_character(testing::tube_file(), {}).character;
    const char* names[] = {"Hips", "Spine", "Head"};
    for (size_t b = 0; b < 3; ++b) {
        const std::vector<float> values = bone_weights(character, names[b]);
        for (size_t v = 0; v < tube.weights.size(); ++v)
            EXPECT_NEAR(values[testing::hat_vertices + v], tube.weights[v][b], 1e-6f);
    }
    try {
        bone_weights(character, "Hip");
        FAIL();
    } catch (const Error& e) {
        EXPECT_NE(std::string(e.what()).find("Hips"), std::string::npos) << e.what();
    }
}

// In a scene, for a part of the file: two bones together are what both move.
TEST(BoneWeights, InAScene) {
    const auto world = testing::world_of(R"({ "assets": { "tube": { "file": ")" + testing::tube_file() + R"(" } },
        "bodies": { "b": { "asset": "tube", "mesh": "Tube", "kind": "jiggle",
            "frequency": { "bone": ["Spine", "Head"], "low": 1, "high": 5 } } } })");
    const testing::Tube tube = testing::make_tube();
    const Body& body = *world->body(world->find_body("b"));
    const Attribute& made = body.model->surface.attributes.back();
    printf("%s\n", made.name.c_str());
    ASSERT_EQ(made.values.size(), tube.weights.size());
    for (size_t v = 0; v < made.values.size(); ++v)
        EXPECT_NEAR(made.values[v], tube.weights[v][1] + tube.weights[v][2], 1e-6f);
    EXPECT_THROW(testing::world_of(R"({ "assets": { "box": { "shape": "box" } }, "bodies": { "b": { "asset": "box",
        "kind": "jiggle", "frequency": { "bone": "Head", "low": 1, "high": 5 } } } })"),
                 Error);
}

}  // namespace bone_weights_tests
}  // namespace pliant
