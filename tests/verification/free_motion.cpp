// Bodies that nothing touches: free fall, momentum, and no force from a rigid motion.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "core/random.h"
#include "worlds.h"

namespace pliant::testing {
namespace free_motion_tests {
namespace {

const char* const octopus_in_space = R"({ "format": 1, "world": { "gravity": [0, 0, 0], "sleep": { "enabled": false } },
    "assets": { "o": { "shape": "octopus" } },
    "bodies": { "o": { "asset": "o", "kind": "lattice", "spacing": 0.06, "youngs_modulus": 1e5, "damping": DAMPING, "drag": 0,
                       "velocity": [1, 0.5, -2], "spin": [100, 250, 60] } } })";

std::string with(std::string text, const std::string& word, const std::string& by) {
    return text.replace(text.find(word), word.size(), by);
}

// y(t) = y0 - g t²/2. The step is symplectic Euler, y_n = y0 - g h² n(n+1)/2: it is ahead of the closed form by g t h/2
// exactly, and only rounding (2^-24 of a position of 100 m, n times) may be added to that.
TEST(Verification, FreeFall) {
    auto world = world_of(R"({ "format": 1, "world": { "rate": 60, "substeps": 4 },
        "assets": { "b": { "shape": "box" } },
        "bodies": { "b": { "asset": "b", "kind": "lattice", "spacing": 0.25, "drag": 0, "position": [0, 100, 0] } } })");
    const BodyId b = world->find_body("b");
    const double y0 = world->bodies().center_of_mass(b).y, g = 9.81, h = 1.0 / 240;
    for (int i = 0; i < 120; ++i) world->step();
    const double t = world->time(), fallen = y0 - world->bodies().center_of_mass(b).y;
    const double closed = g * t * t / 2, ahead = g * t * h / 2;
    std::printf("free fall of %g s: %.6f m, closed form %.6f m, step's own lead %.6f m\n", t, fallen, closed, ahead);
    EXPECT_NEAR(fallen, closed + ahead, 480 * 100 * 6e-8);
    EXPECT_NEAR(world->bodies().momentum(b).y / world->bodies().mass(b), -g * t, 480 * 20 * 6e-8);
}

// No outer force: linear and angular momentum stay. Rounding alone may move them; stated as drift per second.
TEST(Verification, MomentumOfASpinningBody) {
    for (const char* damping : {"0", "0.02"}) {
        auto world = world_of(with(octopus_in_space, "DAMPING", damping));
        const BodyId o = world->find_body("o");
        for (int i = 0; i < 30; ++i) world->step();  // the spin stretches the arms first
        const Vec3d c = world->bodies().center_of_mass(o), p = world->bodies().momentum(o);
        const Vec3d spin = world->bodies().angular_momentum(o) - cross(c, p);
        const double seconds = 5;
        for (int i = 0; i < 60 * seconds; ++i) world->step();
        const Vec3d c1 = world->bodies().center_of_mass(o), p1 = world->bodies().momentum(o);
        const Vec3d spin1 = world->bodies().angular_momentum(o) - cross(c1, p1);
        const double linear = length(p1 - p) / length(p) / seconds,
                     angular = length(spin1 - spin) / length(spin) / seconds;
        std::printf("damping %s s: drift per second of momentum %.1e, of angular momentum %.1e\n", damping, linear,
                    angular);
        EXPECT_LT(linear, 1e-5);   // 240 substeps of 2^-24 each, were they all to add up: 1.4e-5
        EXPECT_LT(angular, 1e-3);  // the rotation of a region is exact to about 1e-6 in each of 240 substeps
    }
}

TEST(Verification, ARigidMotionCausesNoForce) {
    Random random(3);
    for (int trial = 0; trial < 20; ++trial) {
        auto world = world_of(with(octopus_in_space, "DAMPING", "0.01"));
        const BodyId o = world->find_body("o");
        const Quat turned =
            normalized(Quat{random.real(-1, 1), random.real(-1, 1), random.real(-1, 1), random.real(-1, 1)});
        world->bodies().reset(o, {{{random.real(-5, 5), random.real(-5, 5), random.real(-5, 5)}, turned}, {}, {}});
        const ParticleView& view = world->body(o)->view;
        std::vector<Vec3> before;
        for (u32 p = 0; p < view.count; ++p) before.push_back(view.position[p].xyz());
        for (int i = 0; i < 10; ++i) world->step();
        float moved = 0;
        for (u32 p = 0; p < view.count; ++p) moved = std::max(moved, length(view.position[p].xyz() - before[p]));
        // 40 substeps, in each of which positions of some 6 m are rounded to 2^-22 m.
        EXPECT_LT(moved, 40 * 6 * 1.2e-7f);
    }
}

}  // namespace
}  // namespace free_motion_tests
}  // namespace pliant::testing
