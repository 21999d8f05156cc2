// Rigid bodies among soft ones: momentum through contacts and attachments, great ratios of mass, what lies on cloth,
// and joints in scenes.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "worlds.h"

namespace pliant::testing {
namespace rigid_soft_tests {
namespace {

std::string scene(const std::string& world, const std::string& rest) {
    return R"({ "format": 1, "world": { "rate": 60)" + world + R"( },
        "assets": { "cube": { "shape": "box", "size": [0.4, 0.4, 0.4], "detail": 4 },
                    "ball": { "shape": "sphere", "size": [0.4, 0.4, 0.4], "detail": 12 },
                    "bar": { "shape": "box", "size": [0.8, 0.3, 0.3], "detail": 6 },
                    "sheet": { "shape": "plane", "size": [1, 0, 1], "detail": 16 } }, )" +
           rest + " }";
}
const std::string weightless = R"(, "gravity": [0, 0, 0])";

struct Momenta {
    Vec3d linear, angular;
    double moved = 0, turned = 0;  // sums of sizes: what errors are measured against
};

Momenta momenta(const World& world) {
    Momenta m;
    const auto add = [&](const Vec3d& linear, const Vec3d& angular) {
        m.linear += linear, m.angular += angular;
        m.moved += length(linear), m.turned += length(angular);
    };
    world.contents().bodies.each(
        [&](BodyId id, const Body&) { add(world.bodies().momentum(id), world.bodies().angular_momentum(id)); });
    world.contents().colliders.each([&](ColliderId id, const Collider& c) {
        if (c.dynamic) add(world.colliders().momentum(id), world.colliders().angular_momentum(id));
    });
    return m;
}

// The greatest changes of the whole in some steps, as shares of what moves in the beginning.
struct Drift {
    double linear = 0, angular = 0;
};
Drift drift(World& world, int steps) {
    const Momenta start = momenta(world);
    Drift d;
    for (int i = 0; i < steps; ++i) {
        world.step();
        const Momenta now = momenta(world);
        d.linear = std::max(d.linear, length(now.linear - start.linear) / start.moved);
        d.angular = std::max(d.angular, length(now.angular - start.angular) / start.turned);
    }
    return d;
}

// A rigid ball hits something soft off its middle, with friction: all that is there is theirs.
TEST(RigidSoft, MomentumOfAHitIsKept) {
    struct Case {
        const char *name, *body;
        double speed, least_gain;
        double angular;  // what matter of its own loses of its spin in a second, and a little more
    };
    const Case cases[] = {
        {"lattice", R"("asset": "ball", "spacing": 0.1, "youngs_modulus": 1e5, "drag": 0)", 2, 0.3, 5e-4},
        {"flesh", R"("asset": "ball", "kind": "flesh", "cell": 0.12, "youngs_modulus": 1e5, "drag": 0)", 2, 0.3, 0.025},
        {"cloth", R"("asset": "sheet", "kind": "cloth", "drag": 0, "air_drag": 0, "rotation": [0, 0, 90])", 2, 0.1,
         0.003},
        {"lattice, fast", R"("asset": "ball", "spacing": 0.1, "youngs_modulus": 1e4, "drag": 0)", 20, 2, 7e-4},
    };
    for (const Case& c : cases) {
        const auto world =
            world_of(scene(weightless, R"("bodies": { "soft": { )" + std::string(c.body) + R"(, "friction": 0.8 } },
                "colliders": { "ball": { "shape": "sphere", "radius": 0.15, "density": 500, "motion": "dynamic",
                    "position": [-0.5, 0.08, 0.05], "spin": [0, 300, 100], "friction": 0.8, "velocity": [)" +
                                           std::to_string(c.speed) + R"(, 0, 0] } })"));
        const Drift d = drift(*world, 60);
        const BodyId soft = world->find_body("soft");
        const double gain = length(world->bodies().momentum(soft)) / world->bodies().mass(soft);
        std::printf("%s hit at %g m/s: gets %.3f m/s; momentum %.2g, angular momentum %.2g of what moves off\n", c.name,
                    c.speed, gain, d.linear, d.angular);
        EXPECT_GT(gain, c.least_gain);
        EXPECT_LT(d.linear, 2e-5);
        EXPECT_LT(d.angular, c.angular);
    }
}

// Something soft hangs on a box that flies and spins.
TEST(RigidSoft, MomentumThroughAttachmentsIsKept) {
    struct Case {
        const char *name, *body, *hold;
    };
    const Case cases[] = {
        {"lattice", R"("asset": "bar", "spacing": 0.1, "youngs_modulus": 1e5, "damping": 0, "drag": 0)", ""},
        {"lattice by springs", R"("asset": "bar", "spacing": 0.1, "youngs_modulus": 1e5, "damping": 0, "drag": 0)",
         R"(, "stiffness": 3000, "damping": 0)"},
        {"flesh", R"("asset": "bar", "kind": "flesh", "cell": 0.12, "youngs_modulus": 1e5, "drag": 0)", ""},
        {"cloth", R"("asset": "sheet", "kind": "cloth", "drag": 0, "air_drag": 0, "position": [0.5, 0, 0])", ""},
    };
    for (const Case& c : cases) {
        const std::string at = std::string(c.name) == "cloth" ? R"({ "low": [-0.51, -1, -1], "high": [-0.49, 1, 1] })"
                                                              : R"({ "low": [-0.41, -1, -1], "high": [-0.39, 1, 1] })";
        const auto world = world_of(scene(weightless + R"(, "sleep": { "enabled": false })",
                                          R"("bodies": { "soft": { )" + std::string(c.body) + R"( } },
               "attachments": { "grip": { "body": "soft", "where": )" +
                                              at + R"(, "to": "box")" + c.hold + R"( } },
               "colliders": { "box": { "shape": "box", "size": [0.3, 0.2, 0.4], "density": 300, "motion": "dynamic",
                    "collides_with": [], "position": [-0.6, 0.05, 0], "velocity": [0, 0, 1], "spin": [50, 90, 120] } })"));
        const Drift d = drift(*world, 120);
        const Attachment& a = *world->attachment(world->find_attachment("grip"));
        double open = 0;
        for (size_t g = 0; g < a.grips.size(); ++g)
            open = std::max(
                open, double(length(world->attachments().held_at(a.id, g) - world->attachments().pulled_to(a.id, g))));
        std::printf("%s at a spinning box, %zu points: %.2g mm open; momentum %.2g, angular momentum %.2g off\n",
                    c.name, a.grips.size(), 1e3 * open, d.linear, d.angular);
        EXPECT_LT(d.linear, 2e-5);
        EXPECT_LT(d.angular, 3e-3);  // springs that have parted make some, and flesh loses some
    }
}

// 1 : 1000, the light one below and above; they come to rest and stay there.
TEST(RigidSoft, GreatRatiosOfMassRest) {
    struct Case {
        const char* name;
        double soft_density, box_mass;
        bool soft_above;
    };
    const Case cases[] = {{"1,000 kg of jelly on a box of 1 kg", 15625, 1, true},
                          {"1 kg of jelly on a box of 1,000 kg", 15.625, 1000, true},
                          {"a box of 1,000 kg on 1,000 kg of jelly", 15625, 1000, false},
                          {"a box of 1 kg on 1,000 kg of jelly", 15625, 1, false}};
    for (const Case& c : cases) {
        const double modulus = c.soft_density * 9.81 * 0.4 * 50;  // its own weight squashes it by 1 %
        const auto world = world_of(
            scene(R"(, "substeps": 8, "sleep": { "enabled": false })",
                  R"("bodies": { "jelly": { "asset": "cube", "spacing": 0.1, "damping": 0.05, "youngs_modulus": )" +
                      std::to_string(modulus) + R"(, "density": )" + std::to_string(c.soft_density) +
                      R"(, "position": [0, )" + std::string(c.soft_above ? "0.605" : "0.205") + R"(, 0] } },
               "colliders": { "floor": {}, "box": { "shape": "box", "size": [0.4, 0.4, 0.4], "motion": "dynamic",
                   "mass": )" +
                      std::to_string(c.box_mass) + R"(, "position": [0, )" +
                      std::string(c.soft_above ? "0.2" : "0.605") + R"(, 0] } })"));
        for (int i = 0; i < 240; ++i) world->step();
        const Collider& box = *world->collider(world->find_collider("box"));
        const BodyId jelly = world->find_body("jelly");
        const Vec3 there = box.pose.position;
        double fastest = 0;
        for (int i = 0; i < 120; ++i) {
            world->step();
            fastest = std::max<double>(fastest, length(world->colliders().velocity(box.id).linear));
        }
        const double top = world->bodies().center_of_mass(jelly).y - double(box.pose.position.y);
        std::printf(
            "%s: box at (%.1f, %.1f, %.1f) mm, moves %.3g mm in 2 s, at most at %.3g mm/s; jelly %.1f mm above it\n",
            c.name, 1e3 * double(box.pose.position.x), 1e3 * double(box.pose.position.y),
            1e3 * double(box.pose.position.z), 1e3 * double(length(box.pose.position - there)), 1e3 * fastest,
            1e3 * top);
        // Rigid bodies sink into each other by 1.7 g h² times how much more they bear than they weigh, or seem to: at
        // most 40 times.
        const double h = 1.0 / 480, sinks = 1.7 * 9.81 * h * h * 40;
        EXPECT_NEAR(double(box.pose.position.y), c.soft_above ? 0.2 : 0.6, c.soft_above ? sinks : 0.02);
        EXPECT_NEAR(std::fabs(top), 0.4, 0.02);
        EXPECT_LT(std::hypot(box.pose.position.x, box.pose.position.z), 0.001);
        EXPECT_LT(fastest, 1e-4);
    }
}

// A box on a sheet that hangs by its rim: what it weighs is what the attachments bear, and it stays there.
TEST(RigidSoft, ABoxRestsOnATrampoline) {
    const auto world =
        world_of(scene(R"(, "substeps": 8, "sleep": { "enabled": false })",
                       R"("bodies": { "net": { "asset": "sheet", "kind": "cloth", "stretch_stiffness": 3000,
                "hold": { "where": 0 }, "position": [0, 1, 0] } },
            "attachments": { "west": { "body": "net", "where": { "low": [-0.51, -1, -1], "high": [-0.49, 1, 1] } },
                             "east": { "body": "net", "where": { "low": [0.49, -1, -1], "high": [0.51, 1, 1] } } },
            "colliders": { "box": { "shape": "box", "size": [0.3, 0.2, 0.3], "mass": 5, "motion": "dynamic",
                "position": [0, 1.15, 0], "friction": 0.8 } })"));
    const Collider& box = *world->collider(world->find_collider("box"));
    for (int i = 0; i < 480; ++i) world->step();
    const Vec3 there = box.pose.position;
    Vec3d borne;
    for (int i = 0; i < 120; ++i) {
        world->step();
        for (const char* name : {"west", "east"})
            borne += world->attachment(world->find_attachment(name))->force.to<double>() / 120;
    }
    const double weight = 9.81 * (5 + world->bodies().mass(world->find_body("net")));
    std::printf("the box lies at %.3f m, moved %.2g mm in 2 s; the rim bears %.3f N of %.3f N\n",
                double(box.pose.position.y), 1e3 * double(length(box.pose.position - there)), borne.y, weight);
    EXPECT_NEAR(borne.y, weight, 0.01 * weight);
    EXPECT_LT(length(box.pose.position - there), 0.005f);
    EXPECT_GT(box.pose.position.y, 0.7f);
    EXPECT_LT(box.pose.position.y, 1.1f);  // it has sunk in
}

// A hinge between its limits, a motor against a limit, a joint that breaks with an event.
TEST(RigidSoft, JointsOfAScene) {
    const auto world = world_of(scene("", R"("colliders": {
            "flap": { "shape": "box", "size": [0.4, 0.05, 0.2], "motion": "dynamic", "position": [0.2, 1, 0] },
            "wheel": { "shape": "box", "size": [0.4, 0.1, 0.2], "motion": "dynamic", "mass": 1, "position": [0, 1, 2] },
            "bob": { "shape": "sphere", "radius": 0.1, "mass": 2, "motion": "dynamic", "position": [0, 1, 4] } },
        "joints": {
            "hinge": { "kind": "revolute", "b": "flap", "position": [0, 1, 0], "rotation": [0, 90, 0], "low": -30, "high": 30 },
            "motor": { "kind": "revolute", "b": "wheel", "position": [0, 1, 2], "rotation": [0, -90, 0],
                       "target_speed": 90, "max_force": 50 },
            "thread": { "kind": "distance", "b": "bob", "position": [0, 2, 4], "break_force": 25 } })"));
    size_t breaks = 0;
    for (int i = 0; i < 120; ++i) {
        world->step();
        breaks += world->events().joints.size();
        if (i != 100) continue;
        EXPECT_EQ(breaks, 0u);
        world->colliders().apply_impulse(world->find_collider("bob"), {0, -4, 0}, {0, 1, 4});
    }
    const double hinge = world->joints().state(world->find_joint("hinge")).twist * 180 / 3.14159265358979;
    const RigidVelocity wheel = world->colliders().velocity(world->find_collider("wheel"));
    std::printf("the flap hangs at %.3f degrees of 30; the motor turns at %.2f degrees/s of 90; %zu broke\n", hinge,
                double(length(wheel.angular)) * 180 / 3.14159265358979, breaks);
    EXPECT_NEAR(std::fabs(hinge), 30, 0.1);
    EXPECT_NEAR(double(length(wheel.angular)) * 180 / 3.14159265358979, 90, 0.5);
    EXPECT_EQ(breaks, 1u);
    EXPECT_TRUE(world->joint(world->find_joint("thread"))->broken);
}

// A bone in flesh holds the particles that are in it, and carries the flesh; what is not in it is free.
TEST(RigidSoft, BonesHoldFleshByOverlap) {
    const auto world = world_of(scene(
        R"(, "substeps": 8, "sleep": { "enabled": false })",
        R"("bodies": { "arm": { "asset": "bar", "kind": "flesh", "cell": 0.1, "youngs_modulus": 5e4, "position": [0, 1, 0] } },
           "colliders": { "bone": { "shape": "capsule", "radius": 0.09, "height": 0.7, "rotation": [0, 0, 90],
               "motion": "dynamic", "density": 1500, "position": [0, 1, 0] } },
           "joints": { "hook": { "kind": "spherical", "b": "bone", "position": [-0.35, 1, 0] } },
           "attachments": { "sinew": { "body": "arm", "where": { "overlap": true }, "to": "bone" } })"));
    const Attachment& sinew = *world->attachment(world->find_attachment("sinew"));
    const Body& arm = *world->body(world->find_body("arm"));
    u32 inside = 0;
    for (u32 p = 0; p < arm.view.count; ++p) {
        const Vec3 x = arm.view.position[p].xyz() - Vec3{0, 1, 0};
        const float along = std::max(std::fabs(x.x) - 0.26f, 0.0f);
        inside += along * along + x.y * x.y + x.z * x.z < 0.09f * 0.09f;
    }
    double open = 0, lowest = 1;
    for (int i = 0; i < 120; ++i) {
        world->step();
        for (size_t g = 0; g < sinew.grips.size(); ++g)
            open = std::max<double>(
                open, length(world->attachments().held_at(sinew.id, g) - world->attachments().pulled_to(sinew.id, g)));
        lowest = std::min(lowest, world->bodies().center_of_mass(arm.id).y);
    }
    std::printf("%zu of %u particles held, %u inside; at most %.2g mm off; the arm swings down to %.2f m\n",
                sinew.grips.size(), arm.view.count, inside, 1e3 * open, lowest);
    EXPECT_EQ(sinew.grips.size(), inside);
    EXPECT_LT(inside, arm.view.count / 2);
    EXPECT_LT(open, 0.0005);
    EXPECT_NEAR(lowest, 0.65, 0.03);  // with the bone, whose middle is 0.35 m below the hook then
}

// Many points of a few cells on one light body, which is thrown: what they do to each other gives nothing that was not
// there, at any rate, and they end together.
TEST(RigidSoft, HeldTogetherAtAnyRate) {
    for (const double mass : {0.3, 3.0, 300.0})
        for (const int rate : {60, 240, 480, 960}) {
            const auto world = world_of(R"({ "world": { "rate": )" + std::to_string(rate) +
                                        R"(, "gravity": [0, 0, 0], "sleep": { "enabled": false } },
                "assets": { "ball": { "shape": "sphere", "size": [0.4, 0.4, 0.4], "detail": 12 } },
                "bodies": { "soft": { "asset": "ball", "spacing": 0.1, "youngs_modulus": 1e5, "drag": 0, "position": [-0.3, 0, 0] } },
                "colliders": { "box": { "shape": "box", "size": [0.3, 0.2, 0.25], "motion": "dynamic", "position": [-0.6, 0, 0],
                                        "velocity": [2, 0, 0], "spin": [60, 120, 180], "mass": )" +
                                        std::to_string(mass) + R"( } },
                "attachments": { "grip": { "body": "soft", "where": { "low": [-0.3, -1, -1], "high": [-0.1, 1, 1] }, "to": "box" } },
                "pairs": { "no": { "between": ["soft", "box"], "collide": false } } })");
            const ColliderId box = world->find_collider("box");
            const ParticleView& soft = world->body(world->find_body("soft"))->view;
            const double start = mass * 2;  // [J] of its way, and some of its spin
            double most = 0;
            for (int i = 0; i < rate; ++i) {
                world->step();
                double energy = 0.5 * mass * double(length_squared(world->colliders().velocity(box).linear));
                for (u32 p = 0; p < soft.count; ++p)
                    energy += 0.5 * double(length_squared(soft.velocity[p].xyz())) / double(soft.position[p].w);
                most = std::max(most, energy);
            }
            std::printf("%5.1f kg at %3d Hz: of %.2f J at most %.2f J\n", mass, rate, start, most);
            EXPECT_LT(most, 1.05 * start);
        }
}

// What is thrown in after a snapshot was taken is gone when that is restored, and the bits are those of the first time.
TEST(RigidSoft, SnapshotsForgetWhatCameLater) {
    const auto world =
        world_of(scene("", R"("bodies": { "jelly": { "asset": "cube", "spacing": 0.1, "position": [0, 0.21, 0] } },
        "colliders": { "floor": {}, "crate": { "shape": "box", "size": [0.3, 0.3, 0.3], "motion": "dynamic", "position": [0, 0.7, 0] } })"));
    for (int i = 0; i < 20; ++i) world->step();
    const auto snapshot = world->save();
    for (int i = 0; i < 20; ++i) world->step();
    const u64 there = world->hash();
    world->restore(snapshot);
    ParameterSet ball(collider_table);
    ball.set("motion", "dynamic"), ball.set("position", Vec3d{1, 0.5, 0}), ball.set("velocity", Vec3d{-8, 0, 0});
    world->colliders().add("ball", {.kind = ShapeKind::sphere, .radius = 0.1f, .half_size = {}}, ball);
    for (int i = 0; i < 20; ++i) world->step();
    EXPECT_NE(world->hash(), there);
    world->restore(snapshot);
    EXPECT_FALSE(world->find_collider("ball"));
    for (int i = 0; i < 20; ++i) world->step();
    EXPECT_EQ(world->hash(), there);
}

}  // namespace
}  // namespace rigid_soft_tests
}  // namespace pliant::testing
