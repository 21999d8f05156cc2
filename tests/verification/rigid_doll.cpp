// A rag doll: eleven bodies, ten joints with limits, contacts. What one joint or one box shows alone has to hold
// together.

#include <gtest/gtest.h>

#include "rigid_systems.h"

namespace pliant::testing {
namespace rigid_doll_tests {
namespace {

struct Doll {
    std::vector<RigidBodyId> bodies;
    std::vector<JointId> joints;
    std::vector<JointDef> defs;
    Rigid& r;

    Doll(Rigid& rig, const Vec3& at) : r(rig), at_(at) {
        const RigidBodyId chest = body({0.18f, 0.22f, 0.11f}, {0, 1.3f, 0}, 20),
                          hips = body({0.16f, 0.12f, 0.1f}, {0, 0.93f, 0}, 12),
                          head = body({0.09f, 0.12f, 0.1f}, {0, 1.68f, 0}, 5);
        ball(chest, {0, -0.24f, 0}, hips, {0, 0.14f, 0}, {0, -1, 0}, {0.4f, 0.4f, 0.3f});
        ball(chest, {0, 0.25f, 0}, head, {0, -0.14f, 0}, {0, 1, 0}, {0.5f, 0.5f, 0.6f});
        for (const float s : {-1.0f, 1.0f}) {
            const RigidBodyId upper = body({0.14f, 0.05f, 0.05f}, {s * 0.35f, 1.45f, 0}, 2.5f),
                              lower = body({0.13f, 0.04f, 0.04f}, {s * 0.65f, 1.45f, 0}, 1.5f),
                              thigh = body({0.07f, 0.2f, 0.07f}, {s * 0.1f, 0.58f, 0}, 7),
                              shin = body({0.055f, 0.2f, 0.055f}, {s * 0.1f, 0.16f, 0}, 4);
            ball(chest, {s * 0.2f, 0.15f, 0}, upper, {-s * 0.15f, 0, 0}, {s, 0, 0}, {1.2f, 1.2f, 0.5f});
            hinge(upper, {s * 0.15f, 0, 0}, lower, {-s * 0.15f, 0, 0}, turn({0, 1, 0}, -s * pi / 2).to<float>(), 2.2f);
            ball(hips, {s * 0.1f, -0.14f, 0}, thigh, {0, 0.21f, 0}, {0, -1, 0}, {1, 0.5f, 0.3f});
            hinge(thigh, {0, -0.21f, 0}, shin, {0, 0.21f, 0}, {}, 2.3f);
        }
    }
    float open() const {
        float worst = 0;
        for (const JointId j : joints) worst = std::max(worst, length(r.system.state(j).position));
        return worst;
    }
    float past_limits() const {  // [rad]
        float worst = 0;
        for (size_t i = 0; i < joints.size(); ++i) {
            const rigid::JointState s = r.system.state(joints[i]);
            const rigid::Axis& twist = defs[i].turn[0];
            worst = std::max({worst, twist.low - s.twist, s.twist - twist.high});
        }
        return worst;
    }
    float fastest() const {
        float most = 0;
        for (const RigidBodyId b : bodies) most = std::max({most, length(r.velocity(b)), 0.1f * length(r.spin(b))});
        return most;
    }

  private:
    RigidBodyId body(const Vec3& half, const Vec3& place, float mass) {
        bodies.push_back(r.box(half, at_ + place, mass));
        return bodies.back();
    }
    void join(const JointDef& def) { joints.push_back(r.join(def)), defs.push_back(def); }
    void ball(RigidBodyId a, const Vec3& on_a, RigidBodyId b, const Vec3& on_b, const Vec3& along, const Vec3& limits) {
        const Vec3 c = cross(Vec3{1, 0, 0}, along);  // turns x to the limb
        const Quat q = along.x < -0.9f ? turn({0, 0, 1}, pi).to<float>() : normalized(Quat{c.x, c.y, c.z, 1 + along.x});
        join(rigid::spherical({.a = a, .b = b, .frame_a = {on_a, q}, .frame_b = {on_b, q}}, limits.x, limits.y,
                              -limits.z, limits.z));
    }
    void hinge(RigidBodyId a, const Vec3& on_a, RigidBodyId b, const Vec3& on_b, const Quat& q, float most) {
        join(rigid::revolute({.a = a, .b = b, .frame_a = {on_a, q}, .frame_b = {on_b, q}}, 0, most));
    }
    Vec3 at_;
};

// It once stopped dead in the air: rows that were left over when rounds ran out got an endless impulse.
TEST(RigidDoll, FallsAndComesToRest) {
    Rigid r;
    r.floor();
    Doll doll(r, {0, 0.6f, 0});
    r.system.set_velocity(doll.bodies[2], {}, {1, 0.5f, 0});
    float open = 0, past = 0;
    for (int i = 0; i < 480; ++i) {
        r.step();
        open = std::max(open, doll.open()), past = std::max(past, doll.past_limits());
        for (const RigidBodyId b : doll.bodies) ASSERT_FALSE(r.system.is_frozen(b)) << "step " << i;
    }
    std::printf("doll: joints open by at most %.2f mm, %.2f degrees past a limit; after 8 s %.6f m/s\n", 1e3 * open,
                degrees(past), doll.fastest());
    EXPECT_LT(open, 0.008);
    EXPECT_LT(degrees(past), 3);
    EXPECT_LT(doll.fastest(), 1e-3);
}

// Driven to the pose it was made in, hung up by the head, it keeps it; limp, it lets its arms fall.
TEST(RigidDoll, LimpAndDriven) {
    for (const bool driven : {true, false}) {
        Rigid r;
        Doll doll(r, {});
        r.join(rigid::fixed({.b = doll.bodies[2], .frame_a = {r.at(doll.bodies[2]), {}}}));
        for (size_t i = 0; i < doll.joints.size(); ++i) {
            JointDef def = doll.defs[i];
            def.turn_drive = {.stiffness = 2000, .damping = 60};
            def.target.strength = driven ? 1.0f : 0.0f;
            r.system.remove_joint(doll.joints[i]);
            doll.joints[i] = r.join(def);
        }
        const float hand = r.at(doll.bodies[4]).y;
        r.run(5);
        const float fell = hand - r.at(doll.bodies[4]).y;
        std::printf("%s: the hand is %.3f m lower\n", driven ? "driven" : "limp", fell);
        if (driven) {
            EXPECT_LT(fell, 0.05f);
        } else {
            EXPECT_GT(fell, 0.3f);
        }
    }
}

}  // namespace
}  // namespace rigid_doll_tests
}  // namespace pliant::testing
