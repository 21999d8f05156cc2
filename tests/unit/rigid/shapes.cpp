// Shapes, their mass, and their faults.

#include <gtest/gtest.h>

#include <functional>

#include "core/hash.h"
#include "rigid_systems.h"

namespace pliant::testing {
namespace shapes_tests {
namespace {

std::vector<Vec3> box_corners(const Vec3& half) {
    std::vector<Vec3> points;
    for (int k = 0; k < 8; ++k)
        points.push_back({k & 1 ? half.x : -half.x, k & 2 ? half.y : -half.y, k & 4 ? half.z : -half.z});
    return points;
}

TEST(RigidShapes, AHullOfABoxWeighsWhatTheBoxDoes) {
    const Vec3 half{0.3f, 0.5f, 0.2f};
    const Transform frame{{1, 2, 3}, turn({0.6, 0, 0.8}, 0.7).to<float>()};
    const auto box = rigid::mass_properties(rigid::box(half, frame)),
               hull = rigid::mass_properties(rigid::hull(box_corners(half), frame));
    EXPECT_NEAR(box.volume, 8 * 0.3 * 0.5 * 0.2, 1e-7);
    EXPECT_NEAR(hull.volume, box.volume, 1e-6);
    EXPECT_LT(length(hull.center - box.center), 1e-5);
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) EXPECT_NEAR(hull.inertia(i, j), box.inertia(i, j), 1e-6);
}

// Mass properties of a capsule against points thrown at it.
TEST(RigidShapes, CapsuleAgainstRandomPoints) {
    const double r = 0.3, half = 0.5;
    const auto exact = rigid::mass_properties(rigid::capsule(float(r), float(half)));
    u64 state = 1;
    const auto random = [&] { return double(mix(state++) >> 11) / 9007199254740992.0 * 2 - 1; };
    double hits = 0, across = 0, along = 0;
    const int n = 400000;
    for (int i = 0; i < n; ++i) {
        const Vec3d p{r * random(), (r + half) * random(), r * random()};
        const double y = std::max(std::fabs(p.y) - half, 0.0);
        if (p.x * p.x + y * y + p.z * p.z > r * r) continue;
        ++hits;
        across += p.y * p.y + p.z * p.z;
        along += p.x * p.x + p.z * p.z;
    }
    const double cell = 8 * r * r * (r + half) / n;
    std::printf("volume %.5f of %.5f, inertia across %.6f of %.6f, along %.6f of %.6f\n", hits * cell, exact.volume,
                across * cell, exact.inertia(0, 0), along * cell, exact.inertia(1, 1));
    EXPECT_NEAR(hits * cell, exact.volume, 0.005 * exact.volume);
    EXPECT_NEAR(across * cell, exact.inertia(0, 0), 0.01 * exact.inertia(0, 0));
    EXPECT_NEAR(along * cell, exact.inertia(1, 1), 0.01 * exact.inertia(1, 1));
}

// Two balls as a dumb-bell: Steiner, and the centre between them; the own frame stays where the artist has it.
TEST(RigidShapes, CompoundsAddUp) {
    const float r = 0.1f, d = 0.5f;
    const auto shape =
        rigid::make_shape({rigid::sphere(r, {{1 - d, 2, 0}, {}}), rigid::sphere(r, {{1 + d, 2, 0}, {}})}, "dumb-bell");
    const double ball = 4.0 / 3 * pi * r * r * r, own = 0.4 * ball * r * r;
    EXPECT_NEAR(shape->volume, 2 * ball, 1e-7);
    EXPECT_LT(length(shape->mass_frame.position - Vec3{1, 2, 0}), 1e-6f);
    const Vec3 i = shape->inertia;
    EXPECT_NEAR(std::min({i.x, i.y, i.z}), 2 * own, 1e-8);
    EXPECT_NEAR(std::max({i.x, i.y, i.z}), 2 * (own + ball * d * d), 1e-6);
    EXPECT_NEAR(shape->radius, d + r, 1e-6);
    Rigid rig;
    const Transform pose{{5, 6, 7}, turn({0, 1, 0}, 0.8).to<float>()};
    const RigidBodyId id = rig.system.add_body({.shape = shape, .pose = pose}, "dumb-bell");
    EXPECT_LT(length(rig.at(id) - pose.position), 1e-5f);
}

std::string error_of(const std::function<void()>& f) {
    try {
        f();
    } catch (const Error& e) {
        return e.what();
    }
    return "";
}
#define EXPECT_ERROR(part, ...) \
    EXPECT_NE(error_of([&] { __VA_ARGS__; }).find(part), std::string::npos) << error_of([&] { __VA_ARGS__; })

TEST(RigidShapes, BadInputGetsASentence) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    EXPECT_ERROR("no pieces", rigid::make_shape({}, "thing"));
    EXPECT_ERROR("radius", rigid::make_shape({rigid::sphere(0)}, "thing"));
    EXPECT_ERROR("radius", rigid::make_shape({rigid::sphere(nan)}, "thing"));
    EXPECT_ERROR("half the size", rigid::make_shape({rigid::box({1, -1, 1})}, "thing"));
    EXPECT_ERROR("half height", rigid::make_shape({rigid::capsule(1, -1)}, "thing"));
    EXPECT_ERROR("no volume", rigid::hull(std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}));
    EXPECT_ERROR("no volume", rigid::hull(std::vector<Vec3>{}));
    EXPECT_ERROR("not a finite", rigid::hull(std::vector<Vec3>{{0, nan, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}));
    Rigid r;
    EXPECT_ERROR("no shape", r.system.add_body({}, "thing"));
    EXPECT_ERROR("planes or triangles", r.add({rigid::plane()}, {}));
    EXPECT_ERROR("density", r.add({rigid::sphere(1)}, {.density = 0}));
    EXPECT_ERROR("mass", r.add({rigid::sphere(1)}, {.mass = -1}));
    EXPECT_ERROR("friction", r.add({rigid::sphere(1)}, {.friction = nan}));
    EXPECT_ERROR("restitution", r.add({rigid::sphere(1)}, {.restitution = 2}));
    EXPECT_ERROR("pose", r.add({rigid::sphere(1)}, {.pose = {{nan, 0, 0}, {}}}));
    const RigidBodyId a = r.ball(1, {}), b = r.ball(1, {3, 0, 0});
    EXPECT_ERROR("two bodies", r.join({.a = a, .b = a}));
    EXPECT_ERROR("two bodies", r.join({.a = a}));
    EXPECT_ERROR("the lower first", r.join(rigid::revolute({.a = a, .b = b}, 1, -1)));
    EXPECT_ERROR("the lower first", r.join(rigid::spherical({.a = a, .b = b}, -0.1f, 1, 0, 0)));
    JointDef swing = rigid::spherical({.a = a, .b = b}, 1, 1, 0, 0);
    swing.turn[1] = {rigid::AxisMode::limited, 0.1f, 0.5f};
    EXPECT_ERROR("a range that holds 0", r.join(swing));
    EXPECT_ERROR("breaks at", r.join({.a = a, .b = b, .break_force = 0}));
    EXPECT_ERROR("pulley", r.join(rigid::pulley({.a = a, .b = b}, {}, {}, -1)));
    r.system.remove_body(b);
    EXPECT_ERROR("none of this id", r.system.pose(b));
    EXPECT_NE(r.ball(1, {}), b);
}

}  // namespace
}  // namespace shapes_tests
}  // namespace pliant::testing
