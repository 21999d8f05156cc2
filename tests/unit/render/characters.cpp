// Characters are drawn where their bones take them, after the bodies, whose numbers stay what they were.
#include "pictures.h"
#include "tube.h"

namespace pliant::render {
namespace characters_tests {
namespace {

using testing::change;
using testing::picture_of;

TEST(CharactersInPictures, AreDrawnAndMove) {
    const std::unique_ptr<World> world = testing::small_world();
    Look look;
    look.legend = false;
    look.shadows = false;
    const Image without = picture_of(*world, look);
    ParameterSet parameters(character_table);
    parameters.set("clip", "Wave");
    parameters.set("scale", 0.15);
    parameters.set("position", Vec3d{0.5, 0, 0.3});
    const CharacterId id =
        world->characters().add("ada", make_character_model(pliant::testing::tube_character()), std::move(parameters));
    const Image with = picture_of(*world, look);
    EXPECT_GT(change(without, with).pixels, 300u);

    Moment moment;
    take_moment(*world, look.layers, moment);
    EXPECT_EQ(moment.bodies.size(), world->contents().bodies.size());
    ASSERT_EQ(moment.characters.size(), 1u);
    EXPECT_EQ(moment.characters[0].name, "ada");
    EXPECT_EQ(moment.characters[0].positions.size(), moment.characters[0].surface->positions.size());
    const Box box = moment.bounds(), own = moment.characters[0].bounds;
    EXPECT_LE(box.low.x, own.low.x);
    EXPECT_GE(box.high.y, own.high.y);

    const Image before = picture_of(*world, look);
    EXPECT_EQ(change(with, before).pixels, 0u);
    world->characters().seek(id, 1);
    EXPECT_GT(change(before, picture_of(*world, look)).pixels, 100u);
    EXPECT_TRUE(world->characters().remove(id));
    EXPECT_EQ(change(without, picture_of(*world, look)).pixels, 0u);
}

// A camera may look at one by name.
TEST(CharactersInPictures, CamerasFindThem) {
    const std::unique_ptr<World> world = testing::small_world();
    ParameterSet parameters(character_table);
    parameters.set("position", Vec3d{7, 0, 0});
    world->characters().add("ada", make_character_model(pliant::testing::tube_character()), std::move(parameters));
    Moment moment;
    take_moment(*world, LayerSet::usual(), moment);
    SceneCamera camera;
    camera.parameters.set("target", "ada");
    EXPECT_NEAR(scene_camera(camera, moment, 0).target.x, 7, 1);
}

}  // namespace
}  // namespace characters_tests
}  // namespace pliant::render
