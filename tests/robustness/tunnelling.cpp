// Nothing passes through anything, at any speed.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "core/random.h"
#include "worlds.h"

namespace pliant::testing {
namespace tunnelling_tests {
namespace {

std::string text(double v) { return std::to_string(v); }

// A ball of 0.4 m against a plate of 1 mm that is ten of it wide: its centre of mass never comes to the other side.
TEST(Robustness, NothingPassesAThinPlate) {
    int shots = 0;
    for (const char* shape : {"sphere", "box", "octopus"})
        for (const int substeps : {1, 4})
            for (const double speed : {10.0, 30.0, 100.0, 300.0, 1000.0}) {
                auto world = world_of(R"({ "format": 1, "world": { "substeps": )" + std::to_string(substeps) +
                                      R"(, "gravity": [0, 0, 0] },
                    "assets": { "b": { "shape": ")" +
                                      shape + R"(", "size": [0.4, 0.4, 0.4], "detail": 12 } },
                    "colliders": { "plate": { "shape": "box", "size": [4, 0.001, 4] } },
                    "bodies": { "b": { "asset": "b", "kind": "lattice", "spacing": 0.05, "youngs_modulus": 5e4,
                                       "position": [0.05, 1, 0.02], "rotation": [20, 10, 40], "velocity": [0, )" +
                                      text(-speed) + R"(, 0] } } })");
                const BodyId b = world->find_body("b");
                double lowest = 1e9;
                for (int i = 0; i < 90; ++i) {
                    world->step();
                    const Vec3d c = world->bodies().center_of_mass(b);
                    if (std::fabs(c.x) < 2 && std::fabs(c.z) < 2) lowest = std::min(lowest, c.y);
                }
                ++shots;
                std::printf("%-8s %6g m/s, %d substeps: centre of mass down to %.4f m\n", shape, speed, substeps,
                            lowest);
                EXPECT_GT(lowest, 0) << shape << " at " << speed << " m/s with " << substeps << " substeps";
                EXPECT_FALSE(world->body(b)->quarantined);
            }
    EXPECT_EQ(shots, 30);
}

// The axis of a capsule that is thinner than a triangle of the skin, against the skin of the body.
bool axis_pierces(const World& world, BodyId id, const Vec3& a, const Vec3& b) {
    const Body& body = *world.body(id);
    const ContactSurface& skin = body.model->contact;
    const auto at = [&](u32 point) { return skin_point(skin, point, body.view.position); };
    for (const auto& t : skin.triangles) {
        const Vec3d p = at(t[0]).to<double>(), q = at(t[1]).to<double>(), r = at(t[2]).to<double>();
        const Vec3d n = cross(q - p, r - p), u = a.to<double>(), v = b.to<double>();
        const double from = dot(n, u - p), to = dot(n, v - p);
        if (from * to >= 0) continue;
        const Vec3d x = u + (v - u) * (from / (from - to));
        if (dot(cross(q - p, x - p), n) > 0 && dot(cross(r - q, x - q), n) > 0 && dot(cross(p - r, x - r), n) > 0)
            return true;
    }
    return false;
}

// A moving capsule of 2 mm radius meets a body whose skin has triangles of some 5 cm: it pushes the body or cuts past
// it, but its axis is never left inside the skin while the body is in its way.
TEST(Robustness, AThinCapsuleDoesNotPierce) {
    for (const char* shape : {"sphere", "box"})
        for (const double speed : {10.0, 30.0, 100.0, 300.0, 1000.0}) {
            auto world = world_of(R"({ "format": 1, "world": { "gravity": [0, 0, 0] },
                "assets": { "b": { "shape": ")" +
                                  std::string(shape) + R"(", "size": [0.4, 0.4, 0.4], "detail": 12 } },
                "colliders": { "pin": { "shape": "capsule", "radius": 0.002, "height": 4, "motion": "kinematic",
                    "rotation": [90, 0, 0],
                    "position": { "keys": [[0, [-2, 0.013, 0]], [)" +
                                  text(20 / speed) + R"(, [18, 0.013, 0]]] } } },
                "bodies": { "b": { "asset": "b", "kind": "lattice", "spacing": 0.05, "youngs_modulus": 1e5 } } })");
            const BodyId b = world->find_body("b");
            const ColliderId pin = world->find_collider("pin");
            int pierced = 0;
            const int steps = static_cast<int>(20 / speed * 60) + 10;
            for (int i = 0; i < steps; ++i) {
                world->step();
                const Vec3 at = world->collider(pin)->pose.position;
                pierced += axis_pierces(*world, b, at - Vec3{0, 0, 2}, at + Vec3{0, 0, 2});
            }
            std::printf("%-8s pin at %6g m/s: body moved on at %.1f m/s, axis inside in %d of %d steps\n", shape, speed,
                        world->bodies().momentum(b).x / world->bodies().mass(b), pierced, steps);
            EXPECT_EQ(pierced, 0) << shape << " at " << speed << " m/s";
            EXPECT_FALSE(world->body(b)->quarantined);
        }
}

// Two bodies fired at each other bounce or splash, but do not change places.
TEST(Robustness, BodiesDoNotPassEachOther) {
    for (const double speed : {3.0, 10.0, 30.0, 100.0, 300.0, 1000.0}) {
        auto world = world_of(R"({ "format": 1, "world": { "gravity": [0, 0, 0] },
            "assets": { "s": { "shape": "sphere", "size": [0.4, 0.4, 0.4], "detail": 12 } },
            "bodies": { "a": { "asset": "s", "kind": "lattice", "spacing": 0.05, "position": [-1, 0, 0], "velocity": [)" +
                              text(speed) +
                              R"(, 0, 0] },
                        "b": { "like": "a", "position": [1, 0.003, 0.002], "velocity": [)" +
                              text(-speed) + R"(, 0, 0] } } })");
        const BodyId a = world->find_body("a"), b = world->find_body("b");
        double least = 1e9;
        for (int i = 0; i < 60; ++i) {
            world->step();
            least = std::min(least, length(world->bodies().center_of_mass(b) - world->bodies().center_of_mass(a)));
        }
        std::printf("two balls at %g m/s each: centres come within %.3f m\n", speed, least);
        EXPECT_GT(least, 0.1);  // of 0.4 m that they are wide: flattened, but each on its own side
    }
}

// Bodies that are put into each other part at a walking pace, and do not lock.
TEST(Robustness, BodiesThatStartInsideEachOtherPart) {
    for (const char* offset : {"[0.15, 0.1, 0]", "[0.3, 0, 0]", "[0.02, 0.01, 0.03]", "[0, 0.25, 0.25]"}) {
        auto world = world_of(R"({ "format": 1, "world": { "gravity": [0, 0, 0], "sleep": { "enabled": false } },
            "assets": { "b": { "shape": "box", "size": [0.5, 0.5, 0.5] } },
            "bodies": { "a": { "asset": "b", "kind": "lattice", "drag": 0 },
                        "b": { "asset": "b", "kind": "lattice", "drag": 0, "position": )" +
                              std::string(offset) + R"( } } })");
        const BodyId a = world->find_body("a"), b = world->find_body("b");
        for (int i = 0; i < 180; ++i) world->step();
        const double apart = length(world->bodies().center_of_mass(a) - world->bodies().center_of_mass(b)),
                     speed = length(world->bodies().momentum(a)) / world->bodies().mass(a);
        std::printf("offset %-18s after 3 s: centres %.2f m apart, parting at %.2f m/s each\n", offset, apart, speed);
        EXPECT_EQ(world->statistics().contacts, 0u);
        EXPECT_GT(apart, 0.5);
        EXPECT_LT(speed, 1.5);
    }
}

}  // namespace
}  // namespace tunnelling_tests
}  // namespace pliant::testing
