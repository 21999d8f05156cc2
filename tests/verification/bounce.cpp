// The bounce of a body that is one region.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "worlds.h"

namespace pliant::testing {
namespace bounce_tests {
namespace {

// One cell: eight particles, all in one region. The lower four (mass m_b) stop when they touch the floor; the upper
// four (m_t) come down further by u and are drawn to their goal, which is as far above them as the centre of mass is
// below its rest: u'' = -(a/h²) (m_b/M) u, where a/h² = 3E / (ρ s² w(w+1)). Half a swing later the upper particles go
// up as fast as they came down, the lower ones leave the floor, and the centre of mass rises with (m_t/M) v.
TEST(Verification, BounceOfOneRegion) {
    const double alpha = 0.9, speed = 0.5;
    auto world = world_of(
        R"({ "format": 1, "world": { "rate": 480, "substeps": 4, "gravity": [0, 0, 0], "sleep": { "enabled": false } },
        "assets": { "b": { "shape": "box", "size": [0.2, 0.2, 0.2] } },
        "colliders": { "floor": { "shape": "plane" } },
        "bodies": { "b": { "asset": "b", "kind": "lattice", "spacing": 0.2, "half_width": 1, "alpha": 0.9, "density": 1000,
                           "drag": 0, "damping": 0, "restitution": 0, "position": [0, 0.15, 0], "velocity": [0, -0.5, 0] } } })");
    const BodyId b = world->find_body("b");
    ASSERT_EQ(world->body(b)->view.count, 8u);
    const double mass = world->bodies().mass(b);
    double began = 0, ended = 0;
    for (int i = 0; i < 480; ++i) {
        world->step();
        const bool touches = world->statistics().contacts > 0 && world->bodies().momentum(b).y / mass > -0.99 * speed;
        if (touches && began == 0) began = world->time();
        if (world->bodies().momentum(b).y / mass > 0.99 * speed / 2 && ended == 0) ended = world->time();
    }
    const double rebound = world->bodies().momentum(b).y / mass;
    const double swing = std::sqrt(3600 * alpha * 0.5);
    std::printf("rebound %.4f m/s, closed form %.4f m/s; contact %.5f s, closed form %.5f s\n", rebound, speed / 2,
                ended - began, M_PI / swing);
    EXPECT_NEAR(rebound, speed / 2, 0.02 * speed / 2);
    EXPECT_NEAR(ended - began, M_PI / swing, 0.05 * M_PI / swing + 2.0 / 480);
}

}  // namespace
}  // namespace bounce_tests
}  // namespace pliant::testing
