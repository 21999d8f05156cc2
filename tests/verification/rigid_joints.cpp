// Joints of rigid bodies: what they keep, where they stop, what they drive, when they break.

#include <gtest/gtest.h>

#include <functional>

#include "rigid_systems.h"

namespace pliant::testing {
namespace rigid_joints_tests {
namespace {

// How far a joint's locked axes are off, at worst, while a box that hangs by it is thrown about for two seconds.
struct Errors {
    double position = 0, rotation = 0;
};

Errors worst_errors(const std::function<JointDef(JointDef)>& kind) {
    Rigid r;
    const RigidBodyId a = r.box({0.2f, 0.1f, 0.1f}, {0, 0, 0}, 2), b = r.box({0.2f, 0.15f, 0.1f}, {0.6f, 0, 0}, 1);
    // The first hangs by a ball joint, so that both sides of the joint move.
    r.join(rigid::spherical({.b = a, .frame_a = {{-0.3f, 0, 0}, {}}, .frame_b = {{-0.3f, 0, 0}, {}}}));
    const Transform frame_a{{0.3f, 0, 0}, turn({0, 0, 1}, 0.4).to<float>()},
        frame_b{{-0.3f, 0, 0}, turn({0, 0, 1}, 0.4).to<float>()};
    const JointDef def = kind({.a = a, .b = b, .frame_a = frame_a, .frame_b = frame_b});
    const JointId joint = r.join(def);
    r.system.set_velocity(b, {0, 0, 2}, {3, 1, 2});
    Errors worst;
    for (int i = 0; i < 120; ++i) {
        r.step();
        const rigid::JointState s = r.system.state(joint);
        const float turn[3] = {s.twist, s.swing.y, s.swing.z};
        for (int k = 0; k < 3; ++k) {
            if (def.move[k].mode == rigid::AxisMode::locked)
                worst.position = std::max(worst.position, double(std::fabs(s.position[k])));
            if (def.turn[k].mode == rigid::AxisMode::locked)
                worst.rotation = std::max(worst.rotation, double(std::fabs(turn[k])));
        }
    }
    return worst;
}

// Free slides end somewhere, or what falls along them is soon too fast for any bound.
JointDef within(JointDef def) {
    for (rigid::Axis& axis : def.move)
        if (axis.mode == rigid::AxisMode::free) axis = {rigid::AxisMode::limited, -0.3f, 0.3f};
    return def;
}

TEST(RigidJoints, KeepWhatTheyLock) {
    const std::pair<const char*, std::function<JointDef(JointDef)>> kinds[] = {
        {"fixed", [](JointDef d) { return rigid::fixed(d); }},
        {"spherical", [](JointDef d) { return rigid::spherical(d); }},
        {"revolute", [](JointDef d) { return rigid::revolute(d); }},
        {"prismatic", [](JointDef d) { return rigid::prismatic(d, -0.2f, 0.2f); }},
        {"cylindrical", [](JointDef d) { return within(rigid::cylindrical(d)); }},
        {"point on line", [](JointDef d) { return within(rigid::point_on_line(d)); }},
        {"point in plane", [](JointDef d) { return within(rigid::point_in_plane(d)); }},
    };
    for (const auto& [name, kind] : kinds) {
        const Errors e = worst_errors(kind);
        std::printf("%-15s worst error %.3f mm, %.4f degrees\n", name, 1e3 * e.position, degrees(e.rotation));
        EXPECT_LT(e.position, 0.4e-3) << name;
        EXPECT_LT(e.rotation, 0.5e-3) << name;
    }
}

TEST(RigidJoints, DistanceHoldsBothEnds) {
    Rigid r;
    const RigidBodyId ball = r.ball(0.05f, {0.8f, 0, 0});
    r.join(rigid::distance({.b = ball}, 0.5f, 1));
    double longest = 0;
    for (int i = 0; i < 240; ++i) {
        r.step();
        longest = std::max(longest, double(length(r.at(ball))));
    }
    std::printf("rope of 1 m: at most %.5f m\n", longest);
    EXPECT_NEAR(longest, 1, 1e-4);
    r.gravity = {};
    r.system.set_pose(ball, {{0, -0.8f, 0}, {}});
    r.system.set_velocity(ball, {0, 3, 0}, {});
    float shortest = 1;
    for (int i = 0; i < 60; ++i) {
        r.step();
        shortest = std::min(shortest, length(r.at(ball)));
    }
    std::printf("pushed against its least length of 0.5 m: %.5f m\n", shortest);
    EXPECT_NEAR(shortest, 0.5, 1e-4);
}

// Atwood's machine: a = g (m2 - m1) / (m1 + m2) for ratio 1; momentum of the rope is shared 1 : ratio.
TEST(RigidJoints, PulleyIsAtwoodsMachine) {
    Rigid r;
    const RigidBodyId light = r.ball(0.1f, {-1, 0, 0}, 1), heavy = r.ball(0.1f, {1, 0, 0}, 3);
    r.join(rigid::pulley({.a = light, .b = heavy}, {-1, 5, 0}, {1, 5, 0}, 10));
    r.run(1);
    const double wanted = 9.81 * (3 - 1) / (3 + 1);
    std::printf("Atwood: %.4f m/s after 1 s, closed form %.4f; rope %.5f m of 10\n", r.velocity(light).y, wanted,
                10 - r.at(light).y - r.at(heavy).y);
    EXPECT_NEAR(r.velocity(light).y, wanted, 1e-4 * wanted);
    EXPECT_NEAR(r.at(light).y + r.at(heavy).y, 0, 1e-4);
}

// A bar that falls from the horizontal about its end stops at its limit, and lies there still.
TEST(RigidJoints, HingeStopsAtItsLimit) {
    Rigid r;
    const RigidBodyId bar = r.box({0.5f, 0.05f, 0.05f}, {0.5f, 0, 0});
    const Quat along_z = turn({0, 1, 0}, -pi / 2).to<float>();  // x of the joint along z of the world
    const float low = float(radians(-60));
    const JointId hinge =
        r.join(rigid::revolute({.b = bar, .frame_a = {{}, along_z}, .frame_b = {{-0.5f, 0, 0}, along_z}}, low, 0.1f));
    float lowest = 0;
    for (int i = 0; i < 180; ++i) {
        r.step();
        lowest = std::min(lowest, r.system.state(hinge).twist);
    }
    std::printf("limit -60 degrees: lowest %.4f, at rest %.4f degrees, spin %.5f rad/s\n", degrees(lowest),
                degrees(r.system.state(hinge).twist), length(r.spin(bar)));
    EXPECT_NEAR(degrees(lowest), -60, 1e-3);
    EXPECT_NEAR(degrees(r.system.state(hinge).twist), -60, 1e-3);
    EXPECT_LT(length(r.spin(bar)), 1e-5);
}

TEST(RigidJoints, SlideStopsAtItsLimit) {
    Rigid r;
    const RigidBodyId box = r.box({0.1f, 0.1f, 0.1f}, {});
    const Quat along_y = turn({0, 0, 1}, pi / 2).to<float>();
    const JointId slide =
        r.join(rigid::prismatic({.b = box, .frame_a = {{}, along_y}, .frame_b = {{}, along_y}}, -2, 1));
    float lowest = 0;
    for (int i = 0; i < 120; ++i) {
        r.step();
        lowest = std::min(lowest, r.system.state(slide).position.x);
    }
    std::printf("slide to -2 m: lowest %.6f, at rest %.6f m\n", lowest, r.system.state(slide).position.x);
    EXPECT_NEAR(lowest, -2, 1e-5);
    EXPECT_NEAR(r.system.state(slide).position.x, -2, 1e-5);
}

// A bar on a ball joint swings round and round inside a cone, and does not twist past its range.
TEST(RigidJoints, ConeAndTwist) {
    Rigid r;
    r.gravity = {};
    const RigidBodyId bar = r.box({0.5f, 0.05f, 0.05f}, {0.5f, 0, 0});
    const float y = float(radians(40)), z = float(radians(20)), twist = float(radians(30));
    const JointId joint = r.join(rigid::spherical({.b = bar, .frame_b = {{-0.5f, 0, 0}, {}}}, y, z, -twist, twist));
    double most = 0, most_twist = 0, reached_y = 0, reached_z = 0;
    for (const Vec3& push : {Vec3{6, 5, 3}, Vec3{-6, -5, 4}, Vec3{4, 0, 6}, Vec3{0, -6, -6}}) {
        r.system.set_velocity(bar, cross(push, r.at(bar)), push);
        for (int i = 0; i < 120; ++i) {
            r.step();
            const rigid::JointState s = r.system.state(joint);
            most = std::max(most, double(std::hypot(s.swing.y / y, s.swing.z / z)));
            most_twist = std::max(most_twist, double(std::fabs(s.twist)));
            reached_y = std::max(reached_y, double(std::fabs(s.swing.y)));
            reached_z = std::max(reached_z, double(std::fabs(s.swing.z)));
        }
    }
    std::printf("cone 40 x 20 degrees: reached %.1f x %.1f, at most %.4f of its border; twist %.2f of 30 degrees\n",
                degrees(reached_y), degrees(reached_z), most, degrees(most_twist));
    EXPECT_LT(most, 1.001);
    EXPECT_GT(degrees(reached_y), 39);
    EXPECT_GT(degrees(reached_z), 19);
    EXPECT_NEAR(degrees(most_twist), 30, 0.02);
}

// A mass on a spring: T = 2π √(m/K); an arm on a torsion spring: T = 2π √(I/K).
TEST(RigidJoints, SpringsHaveTheirFrequency) {
    Rigid r;
    r.gravity = {};
    r.substeps = 40;
    const auto period = [&](const std::function<float()>& value) {
        double first = 0, last = 0, time = 0;
        int count = 0;
        float before = value();
        for (int i = 0; i < 600 && count < 6; ++i) {
            r.step();
            time += r.seconds;
            const float now = value();
            if (before < 0 && now >= 0) {
                const double t = time - r.seconds * now / (now - before);
                if (count++ == 0) first = t;
                last = t;
            }
            before = now;
        }
        return (last - first) / 5;
    };
    const RigidBodyId box = r.box({0.1f, 0.1f, 0.1f}, {0.2f, 0, 0}, 2);
    JointDef slide = rigid::prismatic({.b = box});
    slide.move_drive[0].stiffness = 200;
    r.join(slide);
    const double linear = period([&] { return r.at(box).x; });
    const double wanted = 2 * pi * std::sqrt(2 / 200.0);
    r.system.remove_body(box);

    const RigidBodyId arm = r.box({0.5f, 0.05f, 0.05f}, {0.5f, 0, 0}, 1);
    JointDef hinge = rigid::revolute(
        {.b = arm, .frame_a = {{}, quarter_turn({0, 1, 0})}, .frame_b = {{-0.5f, 0, 0}, quarter_turn({0, 1, 0})}});
    hinge.turn_drive.stiffness = 20;
    const JointId joint = r.join(hinge);
    r.system.set_velocity(arm, {0, 0.5f, 0}, {0, 0, 1});
    const double turning = period([&] { return r.system.state(joint).twist; });
    const double inertia = (1 + 0.01) / 12 + 0.25, wanted_turning = 2 * pi * std::sqrt(inertia / 20);
    std::printf("spring: %.4f s, closed form %.4f s; torsion spring: %.4f s, closed form %.4f s\n", linear, wanted,
                turning, wanted_turning);
    EXPECT_NEAR(linear, wanted, 5e-4 * wanted);
    EXPECT_NEAR(turning, wanted_turning, 5e-4 * wanted_turning);
}

// A driven arm reaches the pose against gravity, to K's sag; limp, it hangs down. A motor that is too weak holds what
// it can: it gives its greatest torque and no more.
TEST(RigidJoints, MotorsReachThePose) {
    Rigid r;
    const RigidBodyId arm = r.box({0.5f, 0.05f, 0.05f}, {0.5f, 0, 0}, 1);
    const Quat along_z = turn({0, 1, 0}, -pi / 2).to<float>();
    JointDef def = rigid::revolute({.b = arm, .frame_a = {{}, along_z}, .frame_b = {{-0.5f, 0, 0}, along_z}});
    def.turn_drive = {.stiffness = 2000, .damping = 100};
    def.target.rotation = turn({1, 0, 0}, 0.5).to<float>();
    const JointId joint = r.join(def);
    r.run(3);
    const double reached = r.system.state(joint).twist, sag = 0.5 * 9.81 * cosine(reached) / 2000;
    std::printf("driven to 0.5 rad: %.5f rad, closed form %.5f rad\n", reached, 0.5 - sag);
    EXPECT_NEAR(reached, 0.5 - sag, 3e-5);
    def.target.strength = 0;
    r.system.set_target(joint, def.target);
    r.system.set_velocity(arm, {}, {});
    float lowest = 0;
    for (int i = 0; i < 120; ++i) {
        r.step();
        lowest = std::min(lowest, r.at(arm).y);
    }
    std::printf("limp: it falls to %.4f m below the hinge\n", -lowest);
    EXPECT_LT(lowest, -0.49);
}

// A motor of at most M newton metres lifts an arm to where m g L/2 cos θ = M and stalls; one with more runs at its
// speed.
TEST(RigidJoints, MotorsHoldTheirTorque) {
    for (const float most : {3.0f, 8.0f}) {
        Rigid r;
        const RigidBodyId arm = r.box({0.5f, 0.05f, 0.05f}, {0, -0.5f, 0}, 1);
        r.system.set_pose(arm, {{0, -0.5f, 0}, turn({0, 0, 1}, -pi / 2).to<float>()});
        const Quat along_z = turn({0, 1, 0}, -pi / 2).to<float>();
        JointDef def = rigid::revolute({.b = arm, .frame_a = {{}, along_z}, .frame_b = {{-0.5f, 0, 0}, along_z}});
        def.turn_drive = {.damping = 1000, .max_force = most};
        def.target.angular_velocity = {0.5f, 0, 0};
        r.join(def);
        r.run(4);
        double angle = 0;  // the mean over many swings: nothing damps it
        for (int i = 0; i < 1200; ++i) {
            r.step();
            angle += std::atan2(r.at(arm).y, r.at(arm).x) / 1200;
        }
        if (most < 0.5f * 9.81f) {
            const double wanted = -std::acos(most / (0.5 * 9.81));
            std::printf("%.0f N m: stalls at %.4f rad, closed form %.4f rad\n", most, angle, wanted);
            EXPECT_NEAR(angle, wanted, 0.005);
        } else {
            std::printf("%.0f N m: turns at %.4f rad/s\n", most, r.spin(arm).z);
            EXPECT_NEAR(r.spin(arm).z, 0.5, 0.01);
        }
    }
}

// A weight hangs by a joint that breaks at a force between its weight and more.
TEST(RigidJoints, BreakAtTheirForce) {
    for (const float share : {0.95f, 1.05f}) {
        Rigid r;
        const RigidBodyId weight = r.box({0.1f, 0.1f, 0.1f}, {0, -1, 0}, 10);
        const float load = 10 * gravity_size;
        JointDef def = rigid::spherical({.b = weight, .frame_b = {{0, 1, 0}, {}}});
        def.break_force = share * load;
        const JointId joint = r.join(def);
        r.run(1);
        std::printf("breaks at %.0f %% of its load: %s; load %.3f N, weight %.3f N\n", 100 * share,
                    r.system.is_broken(joint) ? "broken" : "holds", r.system.joint_force(joint), load);
        EXPECT_EQ(r.system.is_broken(joint), share < 1);
        if (share > 1) {
            EXPECT_NEAR(r.system.joint_force(joint), load, 1e-3f * load);
        }
    }
}

// Ten links of 1 kg and a ball of 1,000 kg, let go from the side: joints stay closed.
TEST(RigidJoints, ChainWithAHeavyEnd) {
    Rigid r;
    RigidBodyId before;
    std::vector<JointId> joints;
    for (int i = 0; i < 10; ++i) {
        const RigidBodyId link = r.box({0.1f, 0.03f, 0.03f}, {0.1f + 0.2f * float(i), 0, 0}, 1);
        const float left = i == 0 ? 0 : 0.1f;
        joints.push_back(r.join(
            rigid::spherical({.a = before, .b = link, .frame_a = {{left, 0, 0}, {}}, .frame_b = {{-0.1f, 0, 0}, {}}})));
        before = link;
    }
    const RigidBodyId ball = r.ball(0.3f, {2.3f, 0, 0}, 1000);
    joints.push_back(r.join(
        rigid::spherical({.a = before, .b = ball, .frame_a = {{0.1f, 0, 0}, {}}, .frame_b = {{-0.3f, 0, 0}, {}}})));
    double worst = 0, last = 0;
    for (int i = 0; i < 600; ++i) {
        r.step();
        last = 0;
        for (const JointId j : joints) last = std::max(last, double(length(r.system.state(j).position)));
        worst = std::max(worst, last);
    }
    std::printf("chain with 1,000 kg at its end: joints open by at most %.2f mm, after 10 s %.2f mm\n", 1e3 * worst,
                1e3 * last);
    EXPECT_LT(worst, 4e-4);
    EXPECT_LT(last, 1e-4);
}

// A bar M that hangs by two bars m of length L, all hinged: the joint that closes the ring is in no tree. It swings
// without turning, with T = 2π √((M + 2 m/3) L / ((M + m) g)).
TEST(RigidJoints, RingsStayClosed) {
    Rigid r;
    const Quat q = quarter_turn({0, 1, 0});
    const RigidBodyId left = r.box({0.02f, 0.5f, 0.02f}, {0, -0.5f, 0}),
                      right = r.box({0.02f, 0.5f, 0.02f}, {1, -0.5f, 0}),
                      bar = r.box({0.5f, 0.05f, 0.05f}, {0.5f, -1, 0}, 5);
    std::vector<JointId> joints;
    const auto hinge = [&](RigidBodyId a, const Vec3& on_a, RigidBodyId b, const Vec3& on_b) {
        joints.push_back(r.join(rigid::revolute({.a = a, .b = b, .frame_a = {on_a, q}, .frame_b = {on_b, q}})));
    };
    hinge({}, {0, 0, 0}, left, {0, 0.5f, 0});
    hinge({}, {1, 0, 0}, right, {0, 0.5f, 0});
    hinge(left, {0, -0.5f, 0}, bar, {-0.5f, 0, 0});
    hinge(right, {0, -0.5f, 0}, bar, {0.5f, 0, 0});
    const float spin = 0.3f;
    r.system.set_velocity(bar, {spin, 0, 0}, {});
    for (const RigidBodyId side : {left, right}) r.system.set_velocity(side, {0.5f * spin, 0, 0}, {0, 0, spin});
    double worst = 0, tilt = 0, first = 0, last = 0;
    int swings = 0;
    float before = 0;
    for (int i = 1; swings <= 4 && i < 1000; ++i) {
        r.step();
        for (const JointId j : joints) worst = std::max(worst, double(length(r.system.state(j).position)));
        tilt = std::max(tilt, double(std::fabs((r.system.pose(bar).rotation * Vec3{1, 0, 0}).y)));
        const float now = r.at(bar).x - 0.5f;
        if (before < 0 && now >= 0) {
            last = (i - now / (now - before)) * r.seconds;
            if (swings++ == 0) first = last;
        }
        before = now;
    }
    const double angle = spin / std::sqrt(6 * 9.81 / (5 + 2.0 / 3));
    const double wanted = 2 * pi * std::sqrt((5 + 2.0 / 3) / (6 * 9.81)) * (1 + angle * angle / 16);
    std::printf("ring of bars: period %.4f s, closed form %.4f s; open by at most %.3f mm, tilted by %.3f degrees\n",
                (last - first) / (swings - 1), wanted, 1e3 * worst, degrees(tilt));
    EXPECT_NEAR((last - first) / (swings - 1), wanted, 2e-3 * wanted);
    EXPECT_LT(worst, 1e-3);
    EXPECT_LT(degrees(tilt), 0.1);
}

// What joints do between two bodies changes neither momentum nor angular momentum.
TEST(RigidJoints, KeepMomentum) {
    Rigid r;
    r.gravity = {};
    RigidBodyId before;
    for (int i = 0; i < 6; ++i) {
        const RigidBodyId link = r.box({0.1f, 0.05f, 0.03f}, {0.2f * float(i), 0, 0}, 1 + float(i % 3));
        r.system.set_velocity(link, {0, float(i), 1}, {1, float(i), 2});
        if (before)
            r.join(rigid::spherical(
                {.a = before, .b = link, .frame_a = {{0.1f, 0, 0}, {}}, .frame_b = {{-0.1f, 0, 0}, {}}}, 0.6f, 0.4f,
                -0.3f, 0.3f));
        before = link;
    }
    const Vec3d momentum = r.momentum(), angular = r.angular_momentum();
    r.run(5);
    std::printf("after 5 s: momentum off by %.1e, angular momentum by %.1e of what it was\n",
                length(r.momentum() - momentum) / length(momentum),
                length(r.angular_momentum() - angular) / length(angular));
    EXPECT_LT(length(r.momentum() - momentum), 1e-5 * length(momentum));
    EXPECT_LT(length(r.angular_momentum() - angular), 1e-4 * length(angular));
}

}  // namespace
}  // namespace rigid_joints_tests
}  // namespace pliant::testing
