// Joints that are driven by a character's clip, and bones that are drawn to a target through their joints.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "characters.h"
#include "core/trig.h"
#include "rigid/rotation_vector.h"
#include "worlds.h"

namespace pliant::testing {
namespace driven_joints_tests {
namespace {

double degrees_between(const Quat& a, const Quat& b) {
    return double(length(rigid::rotation_vector(a * conjugate(b)))) * 180 / pi;
}

// Two capsules that stand as Hips and Spine of the tube do, and a joint between them.
std::string two_bones(const std::string& joint, const std::string& clip = "Bend") {
    return R"({ "world": { "gravity": [0, 0, 0] }, "assets": { "tube": { "file": ")" + tube_file() + R"(" } },
        "characters": { "ada": { "asset": "tube", "scale": 0.5, "clip": ")" +
           clip + R"(", "loop": true, "collider": "none" } },
        "colliders": {
            "lower": { "shape": "capsule", "radius": 0.05, "height": 0.6, "motion": "kinematic", "position": [0.15, 0.35, 0] },
            "upper": { "shape": "capsule", "radius": 0.05, "height": 0.6, "motion": "dynamic", "mass": 1, "position": [0.15, 1.05, 0] } },
        "joints": { "waist": { "a": "lower", "b": "upper", "position": [0.15, 0.7, 0], "rotation": [20, -40, 70], )" +
           joint + " } } }";
}

// However the joint's own axes are turned, the upper one turns in the world as the bone does since it was at rest.
TEST(DrivenJoints, FollowAClip) {
    const auto world =
        world_of(two_bones(R"("kind": "spherical", "follow": "ada/Spine", "stiffness": 400, "damping": 4)"));
    const Collider& upper = *world->collider(world->find_collider("upper"));
    const CharacterInstance& ada = *world->character(world->find_character("ada"));
    const u32 spine = ada.character().find_node("Spine"), hips = ada.character().find_node("Hips");
    const Quat at_rest = rotation_from_degrees(Vec3d{0, 30, 0}).to<float>();
    double off = 0, bent = 0;
    for (int i = 0; i < 180; ++i) {
        world->step();
        if (i < 30) continue;  // it begins at rest, and the clip does not
        const Quat bone =
            at_rest * conjugate(ada.frames[hips].rotation) * ada.frames[spine].rotation * conjugate(at_rest);
        bent = std::max(bent, degrees_between(bone, {}));
        off = std::max(off, degrees_between(bone, upper.pose.rotation));
    }
    std::printf("a clip that bends by %.1f degrees is followed within %.2f degrees\n", bent, off);
    EXPECT_GT(bent, 40);
    // Measured: 3.00. A spring follows what accelerates from behind, so a bound of 0 would be wrong; how far behind
    // depends on the clip, and 2 % are left for a compiler's rounding.
    EXPECT_LT(off, 3.05);
}

// From driven to limp: with no strength the joint does nothing.
TEST(DrivenJoints, AreLimpWithoutStrength) {
    const auto world = world_of(two_bones(R"("kind": "spherical", "follow": "ada/Spine", "stiffness": 400, "damping": 4,
        "strength": { "keys": [[0, 0], [1, 0], [1.2, 1]] })"));
    const Collider& upper = *world->collider(world->find_collider("upper"));
    double limp = 0, driven = 0;
    for (int i = 0; i < 180; ++i) {
        world->step();
        (world->time() < 1 ? limp : driven) =
            std::max(world->time() < 1 ? limp : driven, degrees_between(upper.pose.rotation, {}));
    }
    std::printf("limp it turns by %.3g degrees, driven by %.1f\n", limp, driven);
    EXPECT_LT(limp, 1e-3);
    EXPECT_GT(driven, 40);
}

TEST(DrivenJoints, ABoneThatIsNotThereIsSaid) {
    const auto complaint = [](const std::string& joint) {
        try {
            world_of(two_bones(joint));
        } catch (const Error& e) {
            return std::string(e.what());
        }
        return std::string("none");
    };
    EXPECT_NE(complaint(R"("kind": "spherical", "follow": "ada/Spin")").find("did you mean \"ada/Spine\"?"),
              std::string::npos);
    EXPECT_NE(complaint(R"("kind": "spherical", "follow": "eva/Spine")").find("there is no bone 'eva/Spine'"),
              std::string::npos)
        << complaint(R"("kind": "spherical", "follow": "eva/Spine")");
    EXPECT_NE(complaint(R"("kind": "fixed", "follow": "ada/Spine")").find("only for"), std::string::npos);
    EXPECT_NE(complaint(R"("kind": "spherical", "follow": "ada/Spine", "target": [1, 2, 3])").find("beside a target"),
              std::string::npos);
}

// An arm of two hinged capsules of half a metre, hung at a post.
std::string arm(const std::string& reach, const std::string& more = "") {
    return R"({ "world": { "substeps": 8 }, "colliders": {
        "upper": { "shape": "capsule", "radius": 0.04, "height": 0.5, "motion": "dynamic", "mass": 1, "position": [0, 1.75, 0] },
        "lower": { "shape": "capsule", "radius": 0.04, "height": 0.5, "motion": "dynamic", "mass": 1, "position": [0, 1.25, 0] })" +
           more + R"( },
        "joints": { "shoulder": { "kind": "spherical", "b": "upper", "position": [0, 2, 0] },
            "elbow": { "kind": "revolute", "a": "upper", "b": "lower", "position": [0, 1.5, 0], "low": 0, "high": 100, "damping": 0.05 },
            "hand": { "kind": "reach", "b": "lower", "position": [0, 1, 0], "stiffness": 2000, "damping": 60, )" +
           reach + " } } }";
}
Vec3 hand_of(const World& world) { return world.collider(world.find_collider("lower"))->pose * Vec3{0, -0.25f, 0}; }

TEST(Reach, AHandComesToItsTarget) {
    const auto world = world_of(arm(
        R"("target": { "keys": [[0, [0, 1, 0]], [1, [0.1, 1.4, 0.4]], [3, [0.1, 1.4, 0.4]], [4, [-0.5, 1.6, 0.2]]] })"));
    double elbow = 0;
    const auto measure = [&](const Vec3& target, int steps) {
        for (int i = 0; i < steps; ++i) {
            world->step();
            elbow = std::min(elbow, double(world->joints().state(world->find_joint("elbow")).twist));
        }
        const double off = double(length(hand_of(*world) - target));
        std::printf("at %.1f s the hand is %.2f mm from its target\n", world->time(), 1e3 * off);
        return off;
    };
    // What it weighs stretches the pull: at most 2 kg at 2000 N/m.
    EXPECT_LT(measure({0.1f, 1.4f, 0.4f}, 180), 9.81 * 2 / 2000 + 1e-3);
    EXPECT_LT(measure({-0.5f, 1.6f, 0.2f}, 180), 9.81 * 2 / 2000 + 1e-3);
    std::printf("the elbow was bent the wrong way by %.2f degrees\n", -elbow * 180 / pi);
    EXPECT_GT(elbow, -0.02);
}

// Three light bones, whose joints may turn by 60 degrees, are drawn to places metres away: they would turn by more than
// that within a substep, from one limit past the other, and overshot by up to 12 degrees.
TEST(Reach, LimitsHoldWhenATargetFarAwayPulls) {
    const auto most_turn = [](const std::string& limits, const std::string& target) {
        std::string bones, joints;
        for (int b = 0; b < 3; ++b) {
            const std::string name = "b" + std::to_string(b), above = "b" + std::to_string(b - 1);
            bones += std::string(b ? ", \"" : "\"") + name + R"(": { "shape": "capsule", "radius": 0.03, "height": 0.3,
                "motion": "dynamic", "mass": 0.2, "position": [0, )" +
                     std::to_string(1.85 - 0.3 * b) + ", 0] }";
            joints += "\"j" + std::to_string(b) + "\": { " + limits + (b ? ", \"a\": \"" + above + "\"" : "") +
                      ", \"b\": \"" + name + "\", \"position\": [0, " + std::to_string(2 - 0.3 * b) + ", 0] }, ";
        }
        const auto world = world_of("{ \"colliders\": { " + bones + " }, \"joints\": { " + joints +
                                    R"("hand": { "kind": "reach", "b": "b2", "position": [0, 1.1, 0],
                "stiffness": 2000, "damping": 20, "target": )" +
                                    target + " } } }");
        double most = 0;
        for (int i = 0; i < 240; ++i) {
            world->step();
            for (const char* name : {"j0", "j1", "j2"}) {
                const rigid::JointState state = world->joints().state(world->find_joint(name));
                most = std::max({most, std::fabs(double(state.twist)), double(length(state.swing))});
            }
        }
        return most * 180 / pi;
    };
    for (const char* target : {"[0.5, 1.5, -2.4]", "[-2, 4, 1]", "[2.5, 3, 2.5]", "[0, 5, -1]", "[1, 0.5, 3]"}) {
        const double hinge = most_turn(R"("kind": "revolute", "low": -60, "high": 60)", target),
                     cone = most_turn(R"("kind": "spherical", "swing_y": 60, "twist_low": -60, "twist_high": 60,
                                         "rotation": [0, 0, -90])",
                                      target);
        std::printf("to %s: hinges turn by %.2f degrees at most, cones by %.2f\n", target, hinge, cone);
        EXPECT_LT(hinge, 60.1) << target;
        EXPECT_LT(cone, 60.1) << target;
    }
}

// Too far away: the arm is stretched towards it, and its joints hold.
TEST(Reach, ATargetOutOfReachStretchesTheArm) {
    const auto world = world_of(arm(R"("target": [3, 2, 0], "max_force": 300)"));
    for (int i = 0; i < 300; ++i) world->step();
    const Vec3 hand = hand_of(*world);
    const double open = double(length(world->joints().state(world->find_joint("shoulder")).position));
    std::printf("the hand is at (%.4f, %.4f, %.4f) m; the shoulder opens by %.3g mm\n", double(hand.x), double(hand.y),
                double(hand.z), 1e3 * open);
    EXPECT_NEAR(double(hand.x), 1, 0.003);
    EXPECT_NEAR(double(hand.y), 2, 0.08);  // 20 N of weight in its middle against 300 N
    EXPECT_LT(open, 1e-4);
}

// The most that it gives is the most that it holds: a weight of 1 kg by 9.81 N.
TEST(Reach, IsLimitedByItsForce) {
    for (const double most : {9.0, 10.6}) {
        const auto world = world_of(
            R"({ "colliders": { "ball": { "shape": "sphere", "radius": 0.1, "motion": "dynamic", "mass": 1, "position": [0, 5, 0] } },
            "joints": { "hand": { "kind": "reach", "b": "ball", "stiffness": 1000, "damping": 20, "max_force": )" +
            std::to_string(most) + " } } }");
        const ColliderId ball = world->find_collider("ball");
        for (int i = 0; i < 60; ++i) world->step();
        const double before = double(world->colliders().velocity(ball).linear.y);
        for (int i = 0; i < 60; ++i) world->step();
        const double gains = before - double(world->colliders().velocity(ball).linear.y),
                     low = 5 - double(world->collider(ball)->pose.position.y);
        std::printf("with at most %.1f N a kilogram that has fallen by %.4f m falls by %.4f m/s faster in a second\n",
                    most, low, gains);
        EXPECT_NEAR(gains, most < 9.81 ? 9.81 - most : 0, 1e-3);
        if (most > 9.81) {
            EXPECT_NEAR(low, 0.00981, 1e-5);
        }
    }
}

// To a collider, which is moved, and to a bone of a character.
TEST(Reach, CollidersAndBonesAreTargets) {
    const auto world = world_of(arm(
        R"("a": "lamp", "target": [0, 0.1, 0])",
        R"(, "lamp": { "shape": "sphere", "radius": 0.05, "motion": "kinematic", "position": { "keys": [[0, [0, 1, 0]], [1, [0.3, 1.2, 0.3]]] }, "collides_with": [] })"));
    for (int i = 0; i < 240; ++i) world->step();
    const double off = double(length(hand_of(*world) - Vec3{0.3f, 1.3f, 0.3f}));
    std::printf("from its place on a lamp the hand is %.2f mm away\n", 1e3 * off);
    EXPECT_LT(off, 0.0105);

    const auto led = world_of(R"({ "assets": { "tube": { "file": ")" + tube_file() + R"(" } },
        "characters": { "ada": { "asset": "tube", "scale": 0.5, "clip": "Bend", "loop": true, "collider": "none" } },
        "colliders": { "ball": { "shape": "sphere", "radius": 0.05, "motion": "dynamic", "mass": 1, "position": [0.15, 1.4, 0] } },
        "joints": { "hand": { "kind": "reach", "b": "ball", "follow": "ada/Head", "stiffness": 4000, "damping": 40 } } })");
    const CharacterInstance& ada = *led->character(led->find_character("ada"));
    const u32 head = ada.character().find_node("Head");
    double farthest = 0, way = 0;
    const Vec3 start = ada.frames[head].position;
    for (int i = 0; i < 180; ++i) {
        led->step();
        if (i < 30) continue;
        farthest = std::max(farthest, double(length(led->collider(led->find_collider("ball"))->pose.position -
                                                    ada.frames[head].position)));
        way = std::max(way, double(length(ada.frames[head].position - start)));
    }
    std::printf("a head that goes %.2f m far is followed within %.1f mm\n", way, 1e3 * farthest);
    EXPECT_GT(way, 0.2);
    EXPECT_LT(farthest, 0.06);
}

// Nothing but parameters, which a snapshot has; and the origin may be shifted.
TEST(Reach, SnapshotsAndShiftedOrigins) {
    const std::string scene = arm(R"("target": { "keys": [[0, [0, 1, 0]], [1, [0.1, 1.4, 0.4]]] })");
    const auto first = world_of(scene), second = world_of(scene);
    for (int i = 0; i < 40; ++i) first->step();
    second->restore(first->save());
    for (int i = 0; i < 40; ++i) first->step(), second->step();
    EXPECT_EQ(first->hash(), second->hash());
    second->shift_origin({10, 0, 0});
    for (int i = 0; i < 100; ++i) first->step(), second->step();
    EXPECT_LT(length(hand_of(*first) - Vec3{10, 0, 0} - hand_of(*second)), 1e-3f);
    // A new target is in the coordinates that there are now.
    const Vec3d target{-0.3, 1.5, 0.3};
    first->joints().set_parameter(first->find_joint("hand"), "target", target);
    second->joints().set_parameter(second->find_joint("hand"), "target", target - Vec3d{10, 0, 0});
    for (int i = 0; i < 200; ++i) first->step(), second->step();
    EXPECT_LT(length(hand_of(*first) - target.to<float>()), 0.02f);
    EXPECT_LT(length(hand_of(*first) - Vec3{10, 0, 0} - hand_of(*second)), 1e-3f);
}

}  // namespace
}  // namespace driven_joints_tests
}  // namespace pliant::testing
