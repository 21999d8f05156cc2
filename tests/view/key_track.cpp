#include "pliant/view/key_track.h"

#include <gtest/gtest.h>

#include "assets/scene.h"
#include "core/error.h"
#include "pliant/view/selection.h"

namespace pliant::view {
namespace key_track_tests {
namespace {

const char* const keyed_scene = R"({
  "assets": { "ball": { "shape": "sphere", "detail": 6 } },
  "bodies": { "bob": { "asset": "ball", "spacing": 0.2, "gravity_scale": { "keys": [[0, 1], [2, 0]] },
    "youngs_modulus": { "height": "y", "low": { "keys": [[0, 1e4], [1, 2e4]] }, "high": 1e5 } } },
  "colliders": {
    "press": { "shape": "box", "motion": "kinematic",
      "position": { "keys": [[0, [0, 1, 0]],   [1, [0, 0.3, 0]], [3, [0, 1, 0]]], "ease": "smooth" } } } }
)";

class KeyTracks : public ::testing::Test {
  protected:
    std::string text = keyed_scene;

    std::vector<KeyTrack> tracks(const Selection& thing) const {
        const Scene scene = read_scene(text, "s.json", {});
        const std::string of = thing.what == Selection::What::body ? "bodies." : "colliders.";
        std::vector<KeyTrack> all;
        for (const ParameterSet* set : parameter_sets(scene, thing))
            for (KeyTrack& t :
                 key_tracks(*set, [&](std::string_view p) { return of + thing.name + "." + std::string(p); }))
                all.push_back(t);
        return all;
    }
    KeyTrack press() const { return tracks({Selection::What::collider, "press"}).at(0); }
    template <class F>
    void edit(F&& how) {
        Editor editor(text);
        how(editor);
        read_scene(text, "s.json", {});  // whatever is done, it can be read
    }
};

TEST_F(KeyTracks, FindAllThatHasKeys) {
    const std::vector<KeyTrack> of_bob = tracks({Selection::What::body, "bob"});
    ASSERT_EQ(of_bob.size(), 2u);
    EXPECT_EQ(of_bob[0].path, "bodies.bob.youngs_modulus.low");  // of its kind first
    EXPECT_EQ(of_bob[1].path, "bodies.bob.gravity_scale");
    EXPECT_EQ(of_bob[1].components(), 1u);
    EXPECT_EQ(press().components(), 3u);
    EXPECT_TRUE(tracks({Selection::What::body, "missing"}).empty());
}

// The dialog for parameters put every key behind all others: a scene that could not be read any more.
TEST_F(KeyTracks, AKeyBeforeOthersComesBeforeThem) {
    edit([&](Editor& e) { put_key(e, press(), 0.5, {0, 2, 0}); });
    EXPECT_EQ(press().keys.times, (std::vector<double>{0, 0.5, 1, 3}));
    EXPECT_EQ(press().keys.at(0.5).y, 2);
    edit([&](Editor& e) { put_key(e, press(), 4, {0, 5, 0}); });
    EXPECT_EQ(press().keys.times.back(), 4);
}

TEST_F(KeyTracks, AtTheTimeOfAKeyThatOneGetsTheValue) {
    edit([&](Editor& e) { put_key(e, press(), 1.0004, {0, 7, 0}); });
    EXPECT_EQ(press().keys.times.size(), 3u);
    EXPECT_EQ(press().keys.at(1).y, 7);
}

TEST_F(KeyTracks, ADragStaysBetweenItsNeighbours) {
    double at = 0;
    edit([&](Editor& e) { at = move_key(e, press(), 1, 99, {0, 0.4, 0}); });
    EXPECT_LT(at, 3);
    EXPECT_EQ(press().keys.values[1].y, 0.4);
    edit([&](Editor& e) { at = move_key(e, press(), 1, -5, {0, 0.4, 0}); });
    EXPECT_GT(at, 0);
    edit([&](Editor& e) { at = move_key(e, press(), 0, -5, {0, 0.4, 0}); });
    EXPECT_EQ(at, 0);
    edit([&](Editor& e) { at = move_key(e, press(), 2, 50, {0, 0.4, 0}); });
    EXPECT_EQ(at, 50);
}

TEST_F(KeyTracks, OnlyTheKeyThatIsMeantIsTouched) {
    edit([&](Editor& e) { move_key(e, press(), 1, 1.5, {0, 0.25, 0}); });
    EXPECT_NE(text.find("[[0, [0, 1, 0]],   [1.5, [0, 0.25, 0]], [3, [0, 1, 0]]], \"ease\": \"smooth\""),
              std::string::npos)
        << text;
}

TEST_F(KeyTracks, TheLastKeyLeavesItsValue) {
    for (int left = 3; left > 1; --left) edit([&](Editor& e) { remove_key(e, press(), 0); });
    EXPECT_EQ(press().keys.times, std::vector<double>{3});
    edit([&](Editor& e) { remove_key(e, press(), 0); });
    EXPECT_TRUE(tracks({Selection::What::collider, "press"}).empty());
    EXPECT_NE(text.find("\"position\": [0, 1, 0]"), std::string::npos) << text;
}

TEST_F(KeyTracks, EaseAndLoopComeAndGo) {
    edit([&](Editor& e) { set_ease(e, press(), Ease::linear); });
    EXPECT_EQ(press().keys.ease, Ease::linear);
    EXPECT_EQ(text.find("ease"), std::string::npos);
    edit([&](Editor& e) { set_ease(e, press(), Ease::step); });
    EXPECT_EQ(press().keys.ease, Ease::step);
    edit([&](Editor& e) { set_key_loop(e, press(), true); });
    EXPECT_TRUE(press().keys.loop);
    edit([&](Editor& e) { set_key_loop(e, press(), false); });
    EXPECT_FALSE(press().keys.loop);
}

TEST_F(KeyTracks, ValuesAreBroughtIntoTheirRange) {
    const Scene scene = read_scene(text, "s.json", {});
    const Parameter& friction = *scene.bodies[0].common.table().find("friction");
    EXPECT_EQ(allowed_value(friction, {-3, 0, 0}).x, friction.low);
    EXPECT_EQ(allowed_value(friction, {std::nan(""), 0, 0}).x, friction.initial.x);
    const Parameter& enabled = *scene.bodies[0].common.table().find("hold.enabled");
    EXPECT_EQ(allowed_value(enabled, {0.7, 0, 0}).x, 1);
    edit([&](Editor& e) { begin_keys(e, "bodies.bob.hold.enabled", enabled, 0.25, {1, 0, 0}); });
    EXPECT_NE(text.find("[0.25, true]"), std::string::npos) << text;
    edit([&](Editor& e) { begin_keys(e, "bodies.bob.friction", friction, 0.25, {-1, 0, 0}); });
    EXPECT_NE(text.find("\"friction\": { \"keys\": [[0.25, 0]] }"), std::string::npos) << text;
}

TEST_F(KeyTracks, EndsOfMapsMoveToo) {
    const KeyTrack low = tracks({Selection::What::body, "bob"}).at(0);
    edit([&](Editor& e) { move_key(e, low, 1, 1.5, {3e4, 0, 0}); });
    EXPECT_EQ(tracks({Selection::What::body, "bob"}).at(0).keys.at(2).x, 3e4);
}

}  // namespace
}  // namespace key_track_tests
}  // namespace pliant::view
