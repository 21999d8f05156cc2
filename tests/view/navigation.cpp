// The camera: how drags move it, and that projected places are right.
#include "pliant/view/navigation.h"

#include <gtest/gtest.h>

#include "core/random.h"

namespace pliant::view {
namespace navigation_tests {
namespace {

const View view{1200, 800};

Camera random_camera(Random& random) {
    Camera c;
    c.target = {random.real(-2, 2), random.real(-2, 2), random.real(-2, 2)};
    c.eye = c.target + Vec3{random.real(-5, 5), random.real(-2, 4), random.real(1, 5)};
    c.fov = random.real(0.3f, 1.4f);
    return c;
}

TEST(Navigation, OrbitKeepsDistanceAndTarget) {
    Random random(1);
    for (int i = 0; i < 200; ++i) {
        const Camera c = random_camera(random);
        const Camera o = orbited(c, random.real(-900, 900), random.real(-900, 900), view);
        EXPECT_NEAR(o.distance(), c.distance(), 1e-4f * c.distance());
        EXPECT_EQ(o.target, c.target);
        EXPECT_GT(o.up().y, 0.01f) << "never upside down";
    }
}

TEST(Navigation, PanMovesWhatIsUnderTheMouseAlong) {
    Random random(2);
    for (int i = 0; i < 200; ++i) {
        const Camera c = random_camera(random);
        const float dx = random.real(-200, 200), dy = random.real(-200, 200);
        const auto before = on_screen(c, c.target, view), after = on_screen(panned(c, dx, dy, view), c.target, view);
        ASSERT_TRUE(before && after);
        EXPECT_NEAR(after->x - before->x, dx, 0.05);
        EXPECT_NEAR(after->y - before->y, dy, 0.05);
    }
}

TEST(Navigation, ZoomAtTheMouseKeepsThePlaceThere) {
    Random random(3);
    for (int i = 0; i < 200; ++i) {
        const Camera c = random_camera(random);
        const float x = random.real(0.1f, 0.9f), y = random.real(0.1f, 0.9f);
        const Vec3 ray = c.ray(x, y, view.aspect());
        const Vec3 place = c.eye + ray * (c.distance() / dot(ray, c.forward()));
        const Camera z = zoomed_at(c, random.real(0.5f, 2), x, y, view);
        const auto seen = on_screen(z, place, view);
        ASSERT_TRUE(seen);
        EXPECT_NEAR(seen->x, x * view.width, 0.5);
        EXPECT_NEAR(seen->y, y * view.height, 0.5);
    }
}

TEST(Navigation, OnScreenIsTheInverseOfARay) {
    Random random(4);
    for (int i = 0; i < 200; ++i) {
        const Camera c = random_camera(random);
        const float x = random.real(0, 1), y = random.real(0, 1);
        const auto seen = on_screen(c, c.eye + c.ray(x, y, view.aspect()) * random.real(0.5f, 50), view);
        ASSERT_TRUE(seen);
        EXPECT_NEAR(seen->x, x * view.width, 0.1);
        EXPECT_NEAR(seen->y, y * view.height, 0.1);
    }
    const Camera c;
    EXPECT_FALSE(on_screen(c, c.eye - c.forward(), view)) << "behind the camera";
}

TEST(Navigation, FramingShowsAllOfTheBoxFromTheSameSide) {
    Random random(5);
    for (int i = 0; i < 100; ++i) {
        const Camera c = random_camera(random);
        Box box;
        box.add(Vec3{random.real(-3, 0), random.real(-3, 0), random.real(-3, 0)});
        box.add(Vec3{random.real(0.1f, 3), random.real(0.1f, 3), random.real(0.1f, 3)});
        const Camera f = framed(c, box, view);
        EXPECT_GT(dot(f.forward(), c.forward()), 0.999f);
        for (int corner = 0; corner < 8; ++corner) {
            const Vec3 p{corner & 1 ? box.low.x : box.high.x, corner & 2 ? box.low.y : box.high.y,
                         corner & 4 ? box.low.z : box.high.z};
            const auto seen = on_screen(f, p, view);
            ASSERT_TRUE(seen);
            EXPECT_TRUE(seen->x >= 0 && seen->x <= view.width && seen->y >= 0 && seen->y <= view.height);
        }
    }
    EXPECT_EQ(framed(Camera{}, Box{}, view).eye, Camera{}.eye) << "nothing to frame";
}

TEST(Navigation, ButtonsAsInBlenderAndMaya) {
    using enum MouseButton;
    for (const NavigationStyle style : {NavigationStyle::blender, NavigationStyle::maya}) {
        EXPECT_EQ(motion_of(style, left, {}), Motion::none) << "for bodies and handles";
        EXPECT_EQ(motion_of(style, left, {.alt = true}), Motion::orbit) << "no middle button is needed";
        EXPECT_EQ(motion_of(style, left, {.shift = true, .alt = true}), Motion::pan);
        EXPECT_EQ(motion_of(style, left, {.control = true, .alt = true}), Motion::zoom);
    }
    EXPECT_EQ(motion_of(NavigationStyle::blender, middle, {}), Motion::orbit);
    EXPECT_EQ(motion_of(NavigationStyle::blender, middle, {.shift = true}), Motion::pan);
    EXPECT_EQ(motion_of(NavigationStyle::blender, middle, {.control = true}), Motion::zoom);
    EXPECT_EQ(motion_of(NavigationStyle::maya, middle, {.alt = true}), Motion::pan);
    EXPECT_EQ(motion_of(NavigationStyle::maya, right, {.alt = true}), Motion::zoom);
}

}  // namespace
}  // namespace navigation_tests
}  // namespace pliant::view
