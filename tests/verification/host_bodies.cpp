// Rigid bodies of the host's own: what they are given keeps momentum, whether they move once a step or in every
// substep.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "rigid/hosted.h"
#include "worlds.h"

namespace pliant::testing {
namespace host_bodies_tests {
namespace {

// The smallest integrator that a host could have: impulses first, then the way. Its spin is kept as angular momentum.
struct HostBody {
    double mass;
    Vec3d inertia, center;  // principal moments; the centre of mass in the frame of the collider
    Vec3d at, velocity, turning;
    Quatd rotation;

    Vec3d spin() const {
        const Vec3d l = conjugate(rotation) * turning;
        return rotation * Vec3d{l.x / inertia.x, l.y / inertia.y, l.z / inertia.z};
    }
    void take(const rigid::HostImpulse& given) {
        velocity += given.impulse.to<double>() / mass;
        turning += given.angular_impulse.to<double>();
    }
    void move(double seconds) {
        at += velocity * seconds;
        const Vec3d w = spin() * (0.5 * seconds);
        const Quatd q = rotation, d = Quatd{w.x, w.y, w.z, 0} * q;
        rotation = normalized(Quatd{q.x + d.x, q.y + d.y, q.z + d.z, q.w + d.w});
    }
    rigid::HostState state() const {
        const Vec3d origin = at - rotation * center;
        return {{origin.to<float>(), rotation.to<float>()},
                velocity.to<float>(),
                spin().to<float>(),
                static_cast<float>(mass),
                inertia.to<float>(),
                {center.to<float>(), {}}};
    }
    Vec3d momentum() const { return velocity * mass; }
    Vec3d angular_momentum() const { return turning + cross(at, momentum()); }
};

enum class Way { step, substep };

// The greatest change of the momentum of all, as shares of the host's at the start.
struct Result {
    double linear = 0, angular = 0;
    Vec3d at, velocity;
};

Result play(const std::string& rest, Way way) {
    const auto world =
        world_of(R"({ "format": 1, "world": { "rate": 60, "gravity": [0, 0, 0], "sleep": { "enabled": false } },
        "assets": { "ball": { "shape": "sphere", "size": [0.4, 0.4, 0.4], "detail": 12 } }, )" +
                 rest + " }");
    const ColliderId box = world->find_collider("box");
    HostBody host{3, {0.02, 0.03, 0.04}, {0.02, 0.01, 0}, {-0.6, 0.08, 0.03}, {2, 0, 0}, {0.05, -0.03, 0.06}, {}};
    const auto go = [&](double seconds) {
        host.take(world->colliders().host_impulse(box));
        host.move(seconds);
        world->colliders().set_host_state(box, host.state());
    };
    world->colliders().set_host_state(box, host.state());
    if (way == Way::substep) world->on_substep(go);
    const auto sums = [&] {
        std::pair<Vec3d, Vec3d> sum{host.momentum(), host.angular_momentum()};
        world->contents().bodies.each([&](BodyId id, const Body&) {
            sum.first += world->bodies().momentum(id), sum.second += world->bodies().angular_momentum(id);
        });
        world->contents().colliders.each([&](ColliderId id, const Collider& c) {
            if (c.dynamic && id != box)
                sum.first += world->colliders().momentum(id), sum.second += world->colliders().angular_momentum(id);
        });
        return sum;
    };
    const auto before = sums();
    Result r;
    for (int i = 0; i < 60; ++i) {
        world->step();
        if (way == Way::step) go(1.0 / 60);
        const auto now = sums();
        r.linear = std::max(r.linear, length(now.first - before.first) / length(host.momentum()));
        r.angular = std::max(r.angular, length(now.second - before.second) / length(before.second));
    }
    r.at = host.at, r.velocity = host.velocity;
    return r;
}

const std::string host_box = R"("box": { "shape": "box", "size": [0.3, 0.2, 0.25], "motion": "host" })";

const std::string held_jelly =
    R"("bodies": { "soft": { "asset": "ball", "spacing": 0.1, "youngs_modulus": 1e5, "drag": 0,
    "position": [-0.3, 0.08, 0.03] } }, "colliders": { )" +
    host_box + R"( }, "attachments": { "grip": { "body": "soft",
    "where": { "low": [-0.3, -1, -1], "high": [-0.1, 1, 1] }, "to": "box" } }, "pairs": { "no": { "between": ["soft", "box"],
    "collide": false } })";

TEST(HostBodies, MomentumIsKept) {
    struct Case {
        const char* name;
        std::string rest;
        double angular;
    };
    const std::string hit = R"("bodies": { "soft": { "asset": "ball", "spacing": 0.1, "youngs_modulus": 1e5, "drag": 0,
        "friction": 0.8 } }, "colliders": { )" +
                            host_box + " }";
    const std::string joined = R"("colliders": { )" + host_box + R"(, "ball": { "shape": "sphere", "radius": 0.1,
        "motion": "dynamic", "position": [-0.3, 0.1, 0] } }, "joints": { "hinge": { "kind": "spherical", "a": "box",
        "b": "ball", "position": [-0.45, 0.1, 0] } })";
    const std::string struck = R"("colliders": { )" + host_box + R"(, "ball": { "shape": "sphere", "radius": 0.15,
        "motion": "dynamic", "position": [0, 0.1, 0], "restitution": 0.5 } })";
    const Case cases[] = {{"hits jelly", hit, 4e-4},
                          {"holds jelly", held_jelly, 4e-3},
                          {"hinged to a ball", joined, 6e-5},
                          {"hits a ball", struck, 1.5e-3}};
    for (const Case& c : cases)
        for (const Way way : {Way::step, Way::substep}) {
            const Result r = play(c.rest, way);
            std::printf(
                "%s, %s: momentum %.2g, angular momentum %.2g off; the host's moves at (%.3f, %.3f, %.3f) m/s\n",
                c.name, way == Way::step ? "each step" : "each substep", r.linear, r.angular, r.velocity.x,
                r.velocity.y, r.velocity.z);
            EXPECT_LT(r.linear, 4e-5);
            EXPECT_LT(r.angular, c.angular);
            EXPECT_LT(r.velocity.x, 1.9);
        }
}

// A box that the host moves in every substep goes where one goes that is the world's own.
TEST(HostBodies, MovesAsTheWorldsOwn) {
    const auto run = [](bool hosted) {
        const auto world =
            world_of(R"({ "format": 1, "world": { "rate": 60 },
            "assets": { "cube": { "shape": "box", "size": [0.5, 0.4, 0.5], "detail": 4 } },
            "bodies": { "jelly": { "asset": "cube", "spacing": 0.1, "youngs_modulus": 5e4, "position": [0, 0.201, 0] } },
            "colliders": { "floor": {}, "box": { "shape": "box", "size": [0.2, 0.2, 0.2], "motion": ")" +
                     std::string(hosted ? "host" : "dynamic") + R"(", "mass": 4, "position": [0, 0.6, 0] } } })");
        const ColliderId box = world->find_collider("box");
        HostBody host{4, {4.0 / 6 * 0.04, 4.0 / 6 * 0.04, 4.0 / 6 * 0.04}, {}, {0, 0.6, 0}, {}, {}, {}};
        if (hosted) {
            world->colliders().set_host_state(box, host.state());
            world->on_substep([&](double h) {
                host.velocity.y -= 9.81 * h;  // as the world did: its gravity is not among what is given
                host.take(world->colliders().host_impulse(box));
                host.move(h);
                world->colliders().set_host_state(box, host.state());
            });
        }
        std::vector<double> heights;
        for (int i = 0; i < 120; ++i) world->step(), heights.push_back(double(world->collider(box)->pose.position.y));
        return heights;
    };
    const std::vector<double> own = run(false), hosts = run(true);
    double off = 0, low = 1;
    for (size_t i = 0; i < own.size(); ++i) {
        off = std::max(off, std::fabs(own[i] - hosts[i]));
        low = std::min(low, own[i]);
    }
    std::printf("a box on jelly for 2 s: down to %.1f mm, comes to %.1f mm; the host's is at most %.3f mm elsewhere\n",
                1e3 * low, 1e3 * own.back(), 1e3 * off);
    EXPECT_LT(off, 1e-3);
    EXPECT_NEAR(own.back(), 0.5, 0.02);
}

// What was given, mass and inertia are part of a snapshot; and giving one state twice is giving it once.
TEST(HostBodies, ASnapshotHasThem) {
    const std::string text =
        R"({ "format": 1, "assets": { "cube": { "shape": "box", "size": [0.5, 0.4, 0.5], "detail": 4 } },
        "bodies": { "jelly": { "asset": "cube", "spacing": 0.1, "position": [0, 0.201, 0] } },
        "colliders": { "floor": {}, )" +
        host_box + " } }";
    const auto start = [&](World& world) {
        HostBody host{5, {0.02, 0.03, 0.04}, {0.02, 0.01, 0}, {0, 0.55, 0}, {}, {0.01, 0.02, 0}, {}};
        world.colliders().set_host_state(world.find_collider("box"), host.state());
    };
    const auto first = world_of(text), second = world_of(text);
    start(*first);
    for (int i = 0; i < 20; ++i) first->step();
    second->restore(first->save());
    const ColliderId box = first->find_collider("box");
    EXPECT_GT(first->colliders().host_impulse(box).impulse.y, 0.5f);
    EXPECT_EQ(first->colliders().host_impulse(box).impulse, second->colliders().host_impulse(box).impulse);
    EXPECT_EQ(first->colliders().host_impulse(box).angular_impulse,
              second->colliders().host_impulse(box).angular_impulse);
    for (int i = 0; i < 20; ++i) first->step(), second->step();
    EXPECT_EQ(first->hash(), second->hash());
    HostBody nothing{0, {}, {}, {}, {}, {}, {}};
    EXPECT_THROW(first->colliders().set_host_state(box, nothing.state()), Error);
    EXPECT_EQ(first->hash(), second->hash());
}

}  // namespace
}  // namespace host_bodies_tests
}  // namespace pliant::testing
