// Rigid bodies that nothing touches, and pendulums and tops, against closed forms.

#include <gtest/gtest.h>

#include "rigid_systems.h"

namespace pliant::testing {
namespace rigid_motion_tests {
namespace {

// x = v t - g t² / 2. Symplectic Euler is late by g h t / 2: that is all its error.
TEST(RigidMotion, ThrownAndFalling) {
    Rigid r;
    const RigidBodyId ball = r.ball(0.1f, {0, 10, 0}, 3);
    r.system.set_velocity(ball, {1, 2, 0}, {});
    r.run(1);
    const double wanted = 10 + 2 - 0.5 * 9.81, late = 0.5 * 9.81 / 600;
    std::printf("height after 1 s %.5f m, closed form %.5f m, Euler's error %.5f m\n", r.at(ball).y, wanted, late);
    EXPECT_NEAR(r.at(ball).y, wanted - late, 2e-4);
    EXPECT_NEAR(r.at(ball).x, 1, 1e-4);
}

// A body that spins about its middle axis tumbles over and over (Dzhanibekov), and keeps its angular momentum.
TEST(RigidMotion, FreeBodyKeepsItsAngularMomentum) {
    Rigid r;
    r.gravity = {};
    const RigidBodyId body =
        r.add({rigid::box({0.5f, 0.3f, 0.1f})}, {.angular_velocity = {0.01f, 8, 0.01f}, .mass = 2});
    const Vec3d before = r.angular_momentum();
    const double energy = r.energy();
    double worst = 0, worst_energy = 0;
    int tumbles = 0;
    float up = 1;
    for (int i = 0; i < 1200; ++i) {
        r.step();
        worst = std::max(worst, length(r.angular_momentum() - before) / length(before));
        worst_energy = std::max(worst_energy, std::fabs(r.energy() / energy - 1));
        const float now = (r.system.pose(body).rotation * Vec3{0, 1, 0}).y;
        if (now * up < 0) ++tumbles, up = now;
    }
    std::printf("20 s, %d tumbles: angular momentum off by %.1e, energy by %.1e of what it was\n", tumbles, worst,
                worst_energy);
    EXPECT_GE(tumbles, 4);
    EXPECT_LT(worst, 2e-5);  // rounding of 12,000 substeps
    EXPECT_LT(worst_energy, 1e-4);
}

// A heavy top on a pivot precesses at Ω = m g r / (I ω), I about its axis, where Ω is small against ω.
TEST(RigidMotion, TopPrecesses) {
    Rigid r;
    const float radius = 0.2f, half = 0.02f, arm = 0.25f, mass = 1, spin = 150;
    // A disc: a hull with 32 corners on its rim, axis x.
    std::vector<Vec3> points;
    for (int i = 0; i < 32; ++i)
        for (const float x : {-half, half})
            points.push_back({x, radius * static_cast<float>(cosine(2 * pi * i / 32)),
                              radius * static_cast<float>(sine(2 * pi * i / 32))});
    const RigidBodyId top =
        r.add({rigid::hull(points)}, {.pose = {{arm, 1, 0}, {}}, .angular_velocity = {spin, 0, 0}, .mass = mass});
    r.join(rigid::spherical({.b = top, .frame_a = {{0, 1, 0}, {}}, .frame_b = {{-arm, 0, 0}, {}}}));
    const u32 n = System::number(top);
    const Vec3 inertia = r.system.bodies().inverse_inertia[n];
    const double axial = 1 / std::min({inertia.x, inertia.y, inertia.z});
    const double wanted = mass * 9.81 * arm / (axial * spin);
    // Started with the precession, so that it does not nod.
    r.system.set_velocity(top, {0, 0, static_cast<float>(-wanted * arm)}, {spin, static_cast<float>(wanted), 0});
    const double time = 2;
    r.run(static_cast<float>(time));
    const Vec3 at = r.at(top);
    const double angle = std::atan2(-at.z, at.x);
    std::printf("precession %.4f rad/s, closed form %.4f rad/s; sagged by %.1f mm, arm %.4f m\n", angle / time, wanted,
                1e3 * (1 - at.y), std::hypot(at.x, at.z));
    EXPECT_NEAR(angle / time, wanted, 5e-4 * wanted);
    EXPECT_NEAR(at.y, 1, 3e-4);
}

double period_of(Rigid& r, RigidBodyId body, int periods) {
    // Mean time between passages through the lowest point, left to right.
    double first = -1, last = -1, time = 0;
    int count = 0;
    float before = r.at(body).x;
    for (int i = 0; i < 100000 && count <= periods; ++i) {
        r.step();
        const float now = r.at(body).x;
        const double t = time + r.seconds * (before < 0 && now >= 0 ? -before / (now - before) : 0);
        if (before < 0 && now >= 0) {
            if (count++ == 0) first = t;
            last = t;
        }
        before = now;
        time += r.seconds;
    }
    return (last - first) / periods;
}

// T = 2π √(L/g) (1 + θ²/16), for a ball that is small against its string; 2/5 r² adds to L² of a real one.
TEST(RigidMotion, PendulumPeriod) {
    Rigid r;
    r.seconds = 1 / 240.0f;
    r.substeps = 4;
    const double angle = 0.2, length = 1, radius = 0.02;
    const RigidBodyId bob = r.ball(float(radius), {float(-sine(angle)), float(-cosine(angle)), 0}, 1);
    // The ball is tied by its centre, and does not turn.
    r.join(rigid::distance({.b = bob}, 1, 1));
    const double wanted = 2 * pi * std::sqrt(length / 9.81) * (1 + angle * angle / 16);
    const double energy = r.energy();
    const double found = period_of(r, bob, 5);
    std::printf("simple pendulum: %.5f s, closed form %.5f s; energy lost in 10 s: %.2e of the swing's\n", found,
                wanted, (energy - r.energy()) / (9.81 * (1 - cosine(angle))));
    EXPECT_NEAR(found, wanted, 1e-4 * wanted);
    EXPECT_NEAR(r.energy(), energy, 1e-4 * 9.81 * (1 - cosine(angle)));
}

// A bar that turns about its end: T = 2π √(I / (m g d)), I = m (L² + w²)/12 + m d², d = L/2.
TEST(RigidMotion, CompoundPendulumPeriod) {
    Rigid r;
    r.seconds = 1 / 240.0f;
    r.substeps = 4;
    const double angle = 0.2, length = 1, width = 0.1, d = length / 2;
    const Quat tilt = turn({0, 0, 1}, -angle).to<float>();
    const Vec3 center = tilt * Vec3{0, float(-d), 0};
    const RigidBodyId bar = r.add({rigid::box({0.05f, 0.5f, 0.05f})}, {.pose = {center, tilt}, .mass = 1});
    const Transform hinge{{}, quarter_turn({0, 1, 0})};  // x of the joint along z of the world
    r.join(rigid::revolute({.b = bar, .frame_a = hinge, .frame_b = {{0, float(d), 0}, hinge.rotation}}));
    const double inertia = (length * length + width * width) / 12 + d * d;
    const double wanted = 2 * pi * std::sqrt(inertia / (9.81 * d)) * (1 + angle * angle / 16);
    const double energy = r.energy(), swing = 9.81 * d * (1 - cosine(angle));
    const double found = period_of(r, bar, 5);
    std::printf("bar about its end: %.5f s, closed form %.5f s; energy lost: %.2e of the swing's\n", found, wanted,
                (energy - r.energy()) / swing);
    EXPECT_NEAR(found, wanted, 1e-4 * wanted);
    EXPECT_NEAR(r.energy(), energy, 1e-4 * swing);
}

}  // namespace
}  // namespace rigid_motion_tests
}  // namespace pliant::testing
