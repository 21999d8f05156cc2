#include "render/camera.h"

#include <gtest/gtest.h>

#include "render/moment.h"

namespace pliant::render {
namespace camera_tests {
namespace {

constexpr float aspect = 16.0f / 9;

Vec3 in_picture(const Camera& camera, const Vec3& p) {
    const Mat4::Projected q = camera.projection(aspect, 0.01f, 1000) * camera.view() * p;
    return {q.xyz.x / q.w, q.xyz.y / q.w, q.w};
}

TEST(Cameras, FramingShowsTheWholeBoxAndLittleElse) {
    for (const Vec3& size : {Vec3{1, 1, 1}, Vec3{5, 0.1f, 0.1f}, Vec3{0.1f, 8, 0.1f}, Vec3{0.01f, 0.01f, 3}})
        for (const Vec3& from : {Vec3{0.55f, 0.42f, 1}, Vec3{0, 0.05f, 1}, Vec3{-1, 3, 0.2f}}) {
            const Box box{Vec3{3, -2, 7} - size * 0.5f, Vec3{3, -2, 7} + size * 0.5f};
            const Camera camera = framing(box, from, 0.6f, aspect);
            float most = 0;
            for (int c = 0; c < 8; ++c) {
                const Vec3 p = in_picture(camera, {c & 1 ? box.high.x : box.low.x, c & 2 ? box.high.y : box.low.y,
                                                   c & 4 ? box.high.z : box.low.z});
                EXPECT_GT(p.z, 0);
                most = std::max({most, std::fabs(p.x), std::fabs(p.y)});
            }
            EXPECT_LT(most, 1.0f);
            EXPECT_GT(most, 0.8f) << "the box fills the picture";
        }
}

TEST(Cameras, RaysGoThroughWhatIsSeenThere) {
    Camera camera;
    camera.eye = {1, 2, 5};
    camera.target = {0.3f, 0.5f, -1};
    const Vec3 point{0.7f, 0.1f, 0.4f};
    const Vec3 seen = in_picture(camera, point);
    const Vec3 ray = camera.ray(seen.x * 0.5f + 0.5f, 0.5f - seen.y * 0.5f, aspect);
    EXPECT_NEAR(length(cross(point - camera.eye, ray)), 0, 1e-5);
    EXPECT_GT(dot(point - camera.eye, ray), 0);
}

TEST(Cameras, ATurntableKeepsItsDistanceAndComesBack) {
    const Box box{{-1, 0, -2}, {1, 1, 3}};
    const float distance = turntable(box, 0, aspect).distance();
    for (double degrees = 0; degrees < 360; degrees += 30) {
        const Camera camera = turntable(box, degrees, aspect);
        EXPECT_NEAR(camera.distance(), distance, 1e-4);
        for (int c = 0; c < 8; ++c) {
            const Vec3 p = in_picture(camera, {c & 1 ? 1.0f : -1, c & 2 ? 1.0f : 0, c & 4 ? 3.0f : -2});
            EXPECT_LT(std::max(std::fabs(p.x), std::fabs(p.y)), 1.0f);
        }
    }
    EXPECT_NEAR(length(turntable(box, 360, aspect).eye - turntable(box, 0, aspect).eye), 0, 1e-4);
}

TEST(Cameras, OfASceneLookAtABodyByName) {
    const Scene scene = read_scene(R"({ "format": 1, "behaviour": 1,
        "assets": { "ball": { "shape": "sphere" } }, "bodies": { "ball": { "asset": "ball", "kind": "lattice" } },
        "cameras": {
        "body": { "position": [1, 2, 3], "target": "ball", "fov": 40 },
        "place": { "position": { "keys": [[0, [0, 0, 5]], [2, [0, 0, 9]]] }, "target": [0, 1, 0] } } })",
                                   "test", {});
    Moment moment;
    moment.bodies.resize(3);
    moment.bodies[0].name = "other";
    moment.bodies[0].bounds = {{-9, -9, -9}, {-8, -8, -8}};
    moment.bodies[1].name = "ball/0";
    moment.bodies[1].bounds = {{1, 0, 0}, {2, 1, 1}};
    moment.bodies[2].name = "ball/1";
    moment.bodies[2].bounds = {{3, 0, 0}, {4, 1, 1}};
    const Camera body = scene_camera(scene.cameras[0], moment, 0);
    EXPECT_NEAR(length(body.target - Vec3{2.5f, 0.5f, 0.5f}), 0, 1e-6);
    EXPECT_NEAR(body.fov, 0.6981317f, 1e-6);
    const Camera place = scene_camera(scene.cameras[1], moment, 1);
    EXPECT_NEAR(place.eye.z, 7, 1e-6);
    EXPECT_NEAR(place.target.y, 1, 1e-6);
}

}  // namespace
}  // namespace camera_tests
}  // namespace pliant::render
