// Pictures look as they did, and every switch changes what it should.
#include "pictures.h"

#include <cstdlib>
#include <filesystem>

namespace pliant::render {
namespace pictures_tests {
namespace {

using testing::change;
using testing::picture_of;
using testing::small_world;

// A picture that was looked at when it was stored. Drivers round differently and smooth edges differently: 0.0004
// between Mesa's two software renderers. A camera turned by two degrees makes 0.017, shadows left out 0.008.
constexpr double tolerance = 0.005;

TEST(Pictures, AFixedSceneLooksAsItDid) {
    const std::string stored = std::string(PLIANT_SOURCE_DIR) + "/tests/pictures/small_world.png";
    const Image now = picture_of(*small_world(), {});
    if (std::getenv("PLIANT_STORE_PICTURES")) save_png(now, stored);
    const Image then = load_image(stored);
    RecordProperty("difference", std::to_string(difference(now, then)));
    EXPECT_LT(difference(now, then), tolerance);

    Camera turned = testing::small_camera();
    turned.target.x += 0.09f;  // two degrees
    EXPECT_GT(difference(picture_of(*small_world(), {}, turned), then), 2 * tolerance);
    Look matt;
    matt.shadows = false;
    EXPECT_GT(difference(picture_of(*small_world(), matt), then), tolerance)
        << "a picture without shadows must not pass";
}

TEST(Pictures, TheSameMomentTwiceIsTheSameBits) {
    const auto world = small_world();
    EXPECT_EQ(picture_of(*world, {}).rgba, picture_of(*world, {}).rgba);
}

TEST(Pictures, SwitchesOfShading) {
    const auto world = small_world();
    const Image usual = picture_of(*world, {});
    const auto changed = [&](auto&& set) {
        Look look;
        set(look);
        return change(usual, picture_of(*world, look)).pixels;
    };
    EXPECT_GT(changed([](Look& l) { l.gloss = false; }), 500u);
    EXPECT_GT(changed([](Look& l) { l.shadows = false; }), 500u);
    EXPECT_GT(changed([](Look& l) { l.wireframe = true; }), 500u);
    EXPECT_EQ(changed([](Look&) {}), 0u);
}

TEST(Pictures, WithoutBackgroundOnlyThingsAndTheirShadowAreThere) {
    Look look;
    look.background = false;
    const Image image = picture_of(*small_world(), look);
    EXPECT_EQ(image.at(0, 0)[3], 0) << "the sky";
    EXPECT_EQ(image.at(0, image.height - 1)[3], 0) << "the floor away from everything";
    u64 opaque = 0, shadow = 0;
    for (size_t p = 0; p < image.rgba.size(); p += 4) {
        opaque += image.rgba[p + 3] == 255;
        shadow += image.rgba[p + 3] > 60 && image.rgba[p + 3] < 200 && image.rgba[p] < 8;
    }
    EXPECT_GT(opaque, 3000u);
    EXPECT_GT(shadow, 100u);
}

TEST(Pictures, HiddenBodiesAreNotThereAndSelectedOnesHaveAnOutline) {
    const auto world = small_world();
    const BodyId ball = world->find_body("ball");
    const Image usual = picture_of(*world, {});
    Look look;
    look.hidden = [ball](BodyId id) { return id == ball; };
    EXPECT_GT(change(usual, picture_of(*world, look)).pixels, 800u);
    Look selected;
    selected.selected = {ball};
    const auto c = change(usual, picture_of(*world, selected));
    EXPECT_GT(c.pixels, 50u);
    EXPECT_LT(c.pixels, 900u) << "an outline, not the whole body";
}

// The inside of a sheet that is seen from behind is lit like its front, not black.
TEST(Pictures, BothSidesOfASheetAreLit) {
    const auto world = pliant::testing::world_of(R"({ "format": 1, "behaviour": 1,
      "assets": { "sheet": { "shape": "plane", "size": [1, 0, 1] } },
      "bodies": { "sheet": { "asset": "sheet", "kind": "lattice", "spacing": 0.1, "rotation": [80, 0, 0], "color": [0.8, 0.8, 0.8] } } })");
    world->step();
    Camera front, back;
    front.eye = {0, 0, 3};
    back.eye = {0, 0, -3};
    const auto light = [&](const Camera& camera) {
        const Image image = picture_of(*world, {}, camera);
        return int{image.at(testing::width / 2, testing::height / 2)[1]};
    };
    EXPECT_GT(light(front), 60);
    EXPECT_GT(light(back), 60);
}

TEST(Pictures, AnEmptyWorldIsAPictureToo) {
    const World world{WorldSettings{}};
    const Image image = picture_of(world, {});
    EXPECT_EQ(image.width, testing::width);
    EXPECT_EQ(image.at(5, 5)[3], 255);
}

TEST(Pictures, SizesThatCannotBeAreSaid) {
    Moment moment;
    EXPECT_THROW(testing::renderer().draw(moment, {}, {}, 0, 10), Error);
    EXPECT_THROW(testing::renderer().draw(moment, {}, {}, 1000000, 10), Error);
    testing::renderer().draw(moment, {}, {}, 1, 1);
    EXPECT_EQ(testing::renderer().read().rgba.size(), 4u);
}

}  // namespace
}  // namespace pictures_tests
}  // namespace pliant::render
