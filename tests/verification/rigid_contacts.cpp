// Contacts of rigid bodies against closed forms: friction, restitution, momentum, mass ratios, speed, meshes.

#include <gtest/gtest.h>

#include <string>

#include "rigid_systems.h"

namespace pliant::testing {
namespace rigid_contacts_tests {
namespace {

// On a slope of angle θ a box sticks while tan θ < μ, and slides at a = g (sin θ - μ cos θ) beyond.
TEST(RigidContacts, FrictionOnASlope) {
    const double mu = 0.5, critical = std::atan(mu);
    for (const double share : {0.98, 1.02, 1.5}) {
        Rigid r;
        const double angle = share * critical;
        const Quat tilt = turn({0, 0, 1}, -angle).to<float>();
        r.add({rigid::plane()}, {.motion = Motion::fixed, .pose = {{}, tilt}, .friction = float(mu)});
        const RigidBodyId box = r.add({rigid::box({0.5f, 0.2f, 0.3f})},
                                      {.pose = {tilt * Vec3{0, 0.2f, 0}, tilt}, .mass = 2, .friction = float(mu)});
        r.run(2);
        const double moved = length(r.at(box) - tilt * Vec3{0, 0.2f, 0});
        const double wanted = share < 1 ? 0 : 0.5 * 9.81 * (std::sin(angle) - mu * std::cos(angle)) * 4;
        std::printf("%.2f of the angle of friction: slid %.5f m in 2 s, closed form %.5f m\n", share, moved, wanted);
        EXPECT_NEAR(moved, wanted, share < 1 ? 1e-4 : 0.001 * wanted + 0.002);
    }
}

// Dropped from a height H it comes back to e² H.
TEST(RigidContacts, RestitutionHeights) {
    for (const float e : {0.0f, 0.5f, 0.8f, 1.0f}) {
        Rigid r;
        r.floor(0.5f, e);
        const RigidBodyId ball = r.ball(0.1f, {0, 1.1f, 0});
        float highest = 0;
        bool hit = false;
        for (int i = 0; i < 600; ++i) {
            r.system.step(1 / 600.0f, 1, down, r.team);
            hit |= r.velocity(ball).y > 0 || (e == 0 && r.at(ball).y < 0.101f);
            if (hit) highest = std::max(highest, r.at(ball).y - 0.1f);
        }
        std::printf("restitution %.1f: %.4f m of 1 m, closed form %.4f m\n", e, highest, e * e);
        EXPECT_TRUE(hit);
        // It leaves at the end of the substep in which it came: late by up to h, at 4.4 m/s 7 mm.
        EXPECT_NEAR(highest, e * e, 0.004);
    }
}

// Balls and boxes thrown at each other without gravity: nothing of the momentum is lost.
TEST(RigidContacts, KeepMomentum) {
    Rigid r;
    r.gravity = {};
    for (int i = 0; i < 24; ++i) {
        const Vec3 at{float(i % 3) * 0.7f, float(i / 3 % 3) * 0.7f, float(i / 9) * 0.7f};
        const RigidBodyId id =
            i % 2 ? r.ball(0.25f, at, 1 + float(i % 5)) : r.box({0.2f, 0.3f, 0.15f}, at, 1 + float(i % 4));
        r.system.set_velocity(id, (Vec3{0.7f, 0.7f, 0.7f} - at) * 2.0f, {float(i % 3), float(i % 2), 1});
    }
    const Vec3d momentum = r.momentum(), angular = r.angular_momentum();
    double size = 0;
    for (u32 i = 1; i < r.system.bodies().size(); ++i)
        size += length(r.system.bodies().velocity[i].linear) / r.system.bodies().inverse_mass[i];
    size_t most = 0;
    for (int i = 0; i < 180; ++i) {
        r.step();
        most = std::max(most, r.touching());
    }
    std::printf("%zu contacts at once: momentum off by %.1e, angular momentum by %.1e of all that moves\n", most,
                length(r.momentum() - momentum) / size, length(r.angular_momentum() - angular) / size);
    EXPECT_GT(most, 10u);
    EXPECT_LT(length(r.momentum() - momentum), 1e-5 * size);
    EXPECT_LT(length(r.angular_momentum() - angular), 1e-3 * size);
}

// 1 kg on 1,000 kg, and 1,000 kg on 1 kg: what is light hardly resists what is heavy within one round, and gives way
// until the spring of an overlap does, by about 3 ratios g h², where it counts as at least a fortieth of what squeezes
// it.
TEST(RigidContacts, MassRatiosRest) {
    for (const bool heavy_on_top : {false, true}) {
        Rigid r;
        r.floor();
        const RigidBodyId lower = r.box({0.5f, 0.5f, 0.5f}, {0, 0.5f, 0}, heavy_on_top ? 1.0f : 1000.0f);
        const RigidBodyId upper = r.box({0.5f, 0.5f, 0.5f}, {0, 1.5f, 0}, heavy_on_top ? 1000.0f : 1.0f);
        r.run(10);
        const double sink = 1.5 - r.at(upper).y, speed = std::max(length(r.velocity(upper)), length(r.velocity(lower)));
        std::printf("%s on top: sank by %.2f mm, aside %.2f mm, %.5f m/s after 10 s\n",
                    heavy_on_top ? "1,000 kg" : "1 kg", 1e3 * sink, 1e3 * std::hypot(r.at(upper).x, r.at(upper).z),
                    speed);
        EXPECT_LT(sink, heavy_on_top ? 4.5e-3 : 1.5e-4);
        EXPECT_LT(speed, 2e-3);
        EXPECT_LT(std::hypot(r.at(upper).x, r.at(upper).z), heavy_on_top ? 1.5e-3 : 1e-4);
    }
}

// Fast things and a thin wall.
TEST(RigidContacts, NothingTunnels) {
    using rigid::Piece;
    const std::vector<Vec3> corners{{0.1f, 0, 0}, {-0.1f, 0, 0.1f}, {-0.1f, 0, -0.1f}, {0, 0.15f, 0}};
    const std::pair<const char*, Piece> things[] = {{"ball", rigid::sphere(0.05f)},
                                                    {"box", rigid::box({0.05f, 0.03f, 0.04f})},
                                                    {"capsule", rigid::capsule(0.03f, 0.05f)},
                                                    {"hull", rigid::hull(corners)}};
    auto triangles = std::make_shared<MeshShape>(std::vector<Vec3>{{0, -2, -2}, {0, 2, -2}, {0, 2, 2}, {0, -2, 2}},
                                                 std::vector<std::array<u32, 3>>{{0, 1, 2}, {0, 2, 3}}, false);
    const std::pair<const char*, Piece> walls[] = {{"box of 2 cm", rigid::box({0.01f, 2, 2})},
                                                   {"sheet", rigid::mesh(triangles)}};
    for (const auto& [wall_name, wall] : walls)
        for (const auto& [name, thing] : things)
            for (const float speed : {10.0f, 100.0f, 1000.0f}) {
                if (speed > 100 && wall.shape.kind == ShapeKind::mesh)
                    continue;  // a sheet has no inside to be driven out of
                Rigid r;
                r.gravity = {};
                r.substeps = 4;
                r.add({wall}, {.motion = Motion::fixed});
                const RigidBodyId id = r.add({thing}, {.pose = {{-3, 0.1f, 0.05f}, turn({0, 0, 1}, 0.3).to<float>()},
                                                       .velocity = {speed, 0.1f * speed, 0},
                                                       .angular_velocity = {20, 10, 5}});
                float farthest = -3;
                for (int i = 0; i < 60; ++i) {
                    r.step();
                    farthest = std::max(farthest, r.at(id).x);
                }
                EXPECT_LT(farthest, 0) << name << " against a " << wall_name << " at " << speed << " m/s";
            }
}

// A ball that rolls over a flat floor of many triangles goes straight on, as on a plane.
TEST(RigidContacts, NoBumpsOnAFlatMesh) {
    std::vector<Vec3> points;
    std::vector<std::array<u32, 3>> triangles;
    const u32 n = 40;
    for (u32 j = 0; j <= n; ++j)
        for (u32 i = 0; i <= n; ++i) points.push_back({0.25f * float(i) - 5, 0, 0.25f * float(j) - 5});
    for (u32 j = 0; j < n; ++j)
        for (u32 i = 0; i < n; ++i) {
            const u32 a = j * (n + 1) + i, b = a + 1, c = a + n + 1, d = c + 1;
            triangles.push_back({a, c, d}), triangles.push_back({a, d, b});
        }
    const auto mesh = std::make_shared<MeshShape>(points, triangles, false);
    const std::pair<const char*, rigid::Piece> things[] = {{"ball", rigid::sphere(0.2f)},
                                                           {"box", rigid::box({0.3f, 0.1f, 0.2f})}};
    for (const auto& [name, thing] : things) {
        Rigid r;
        r.add({rigid::mesh(mesh)},
              {.motion = Motion::fixed, .friction = thing.hull || thing.shape.radius > 0 ? 0.5f : 0.0f});
        const float height = thing.shape.radius > 0 ? thing.shape.radius : thing.shape.half_size.y;
        const RigidBodyId id =
            r.add({thing}, {.pose = {{-4, height, -0.03f}, {}},
                            .velocity = {3, 0, 0.02f},
                            .angular_velocity = thing.shape.radius > 0 ? Vec3{0, 0, -3 / 0.2f} : Vec3{},
                            .mass = 1});
        float lowest = 1, highest = 0;
        for (int i = 0; i < 140; ++i) {
            r.step();
            lowest = std::min(lowest, r.at(id).y), highest = std::max(highest, r.at(id).y);
        }
        std::printf("%s over 37 triangles: height %.5f … %.5f m (%.2f), speed %.4f m/s of 3, aside %.4f m/s of 0.02\n",
                    name, lowest, highest, height, r.velocity(id).x, r.velocity(id).z);
        EXPECT_NEAR(lowest, height, 1e-4);
        EXPECT_NEAR(highest, height, 1e-4);
        EXPECT_NEAR(r.velocity(id).x, 3, 1e-3);
        EXPECT_NEAR(r.velocity(id).z, 0.02, 0.006);
    }
}

// A cylinder-like capsule and a ball come to roll: v = 5/7 v0 for a ball that starts sliding.
TEST(RigidContacts, SlidingBallComesToRoll) {
    Rigid r;
    r.floor(0.3f);
    const RigidBodyId ball =
        r.add({rigid::sphere(0.1f)}, {.pose = {{0, 0.1f, 0}, {}}, .velocity = {7, 0, 0}, .mass = 1, .friction = 0.3f});
    r.run(3);
    std::printf("ball thrown at 7 m/s rolls at %.4f m/s, closed form 5 m/s; spin %.3f of %.3f\n", r.velocity(ball).x,
                -r.spin(ball).z, r.velocity(ball).x / 0.1);
    EXPECT_NEAR(r.velocity(ball).x, 5, 1e-3);
    EXPECT_NEAR(-r.spin(ball).z * 0.1, r.velocity(ball).x, 1e-3);
}

// A pyramid of 210 boxes stands for ten seconds.
TEST(RigidContacts, PyramidStands) {
    Rigid r;
    const RigidBodyId top = add_pyramid(r, 20);
    const Vec3 began = r.at(top);
    r.run(10);
    const Vec3 moved = r.at(top) - began;
    std::printf("210 boxes after 10 s: top sank by %.2f mm, moved aside %.2f mm, fastest %.6f m/s\n", -1e3 * moved.y,
                1e3 * std::hypot(moved.x, moved.z), r.fastest());
    EXPECT_LT(-moved.y, 0.006);
    EXPECT_LT(std::hypot(moved.x, moved.z), 0.003);
    EXPECT_LT(r.fastest(), 1e-3);
}

// The same boxes as hulls go through GJK and stand as well.
TEST(RigidContacts, HullsStandLikeBoxes) {
    std::vector<Vec3> corners;
    for (int k = 0; k < 8; ++k) corners.push_back({k & 1 ? 0.5f : -0.5f, k & 2 ? 0.5f : -0.5f, k & 4 ? 0.5f : -0.5f});
    double sink[2];
    for (const int hulls : {0, 1}) {
        Rigid r;
        const RigidBodyId top =
            hulls ? add_pyramid(r, 10, rigid::hull(corners)) : add_pyramid(r, 10, rigid::box({0.5f, 0.5f, 0.5f}));
        r.run(5);
        sink[hulls] = 9.5 - r.at(top).y;
        EXPECT_LT(r.fastest(), 1e-3);
    }
    std::printf("55 boxes sank by %.2f mm, the same as hulls by %.2f mm\n", 1e3 * sink[0], 1e3 * sink[1]);
    EXPECT_LT(sink[0], 1.6e-3);
    EXPECT_NEAR(sink[1], sink[0], 1e-4);
}

// Two hundred boxes, balls, capsules and hulls fall into a bin and come to rest, all of them inside.
TEST(RigidContacts, PileComesToRest) {
    Rigid r;
    r.floor();
    for (int s = 0; s < 4; ++s) {
        const Quat q = turn({0, 1, 0}, s * pi / 2).to<float>();
        r.add({rigid::box({2, 3, 0.1f})}, {.motion = Motion::fixed, .pose = {q * Vec3{0, 3, 1.6f}, q}});
    }
    const std::vector<Vec3> roof{{0.3f, 0, 0.3f}, {-0.3f, 0, 0.3f}, {0.3f, 0, -0.3f}, {-0.3f, 0, -0.3f}, {0, 0.4f, 0}};
    const rigid::Piece pieces[] = {rigid::box({0.3f, 0.2f, 0.25f}), rigid::sphere(0.25f), rigid::capsule(0.15f, 0.2f),
                                   rigid::hull(roof)};
    std::vector<RigidBodyId> bodies;
    for (int i = 0; i < 200; ++i) {
        const Vec3 at{-1 + 0.65f * float(i % 4), 0.5f + 0.55f * float(i / 16), -1 + 0.65f * float(i / 4 % 4)};
        bodies.push_back(r.add({pieces[i % 4]}, {.pose = {at, turn({0, 0.6, 0.8}, 0.1 * i).to<float>()}}));
    }
    r.run(8);
    for (const RigidBodyId id : bodies) {
        const Vec3 p = r.at(id);
        // The origin of a roof lies on its base: where that leans on a wall, it is as deep in it as what presses there.
        EXPECT_TRUE(std::fabs(p.x) < 1.501f && std::fabs(p.z) < 1.501f && p.y > -0.01f)
            << p.x << " " << p.y << " " << p.z;
    }
    std::printf("pile of 200: %zu patches, fastest %.5f m/s after 8 s\n", r.touching(), r.fastest());
    EXPECT_LT(r.fastest(), 0.05);
}

// Every pair of shapes comes to rest on each other.
TEST(RigidContacts, AllShapesRestOnEachOther) {
    const std::vector<Vec3> roof{{0.4f, 0, 0.4f},    {-0.4f, 0, 0.4f},    {0.4f, 0, -0.4f},    {-0.4f, 0, -0.4f},
                                 {0.3f, 0.3f, 0.3f}, {-0.3f, 0.3f, 0.3f}, {0.3f, 0.3f, -0.3f}, {-0.3f, 0.3f, -0.3f}};
    const Quat lying = turn({0, 0, 1}, pi / 2).to<float>();
    const std::pair<const char*, std::vector<rigid::Piece>> uppers[] = {
        {"box", {rigid::box({0.2f, 0.1f, 0.2f})}},
        {"capsule", {rigid::capsule(0.1f, 0.2f, {{}, lying})}},
        {"hull", {rigid::hull(roof)}},
        {"compound", {rigid::box({0.2f, 0.05f, 0.2f}), rigid::box({0.05f, 0.2f, 0.05f}, {{0, 0.2f, 0}, {}})}}};
    for (const auto& [name, pieces] : uppers)
        for (const bool on_hull : {false, true}) {
            Rigid r;
            r.floor();
            const RigidBodyId base =
                on_hull ? r.add({rigid::hull(roof)}, {.pose = {{0, 0.01f, 0}, {}}, .mass = 5})
                        : r.add({rigid::box({0.4f, 0.15f, 0.4f})}, {.pose = {{0, 0.16f, 0}, {}}, .mass = 5});
            const RigidBodyId id = r.add(pieces, {.pose = {{0, 0.45f, 0}, {}}, .mass = 1});
            r.run(4);
            const double speed = std::max(length(r.velocity(id)) + length(r.spin(id)), length(r.velocity(base)));
            std::printf("%-8s on a %s: at height %.4f m, %.5f m/s\n", name, on_hull ? "hull" : "box", r.at(id).y,
                        speed);
            EXPECT_GT(r.at(id).y, 0.28);
            // Nothing brakes a capsule that rolls: what the landing gave it, it keeps.
            EXPECT_LT(speed, name == std::string("capsule") ? 0.3 : 1e-4) << name;
        }
}

}  // namespace
}  // namespace rigid_contacts_tests
}  // namespace pliant::testing
