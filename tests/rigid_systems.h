// Small systems of rigid bodies for tests.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/trig.h"
#include "rigid/system.h"

namespace pliant::testing {

using rigid::BodyDef;
using rigid::JointDef;
using rigid::JointId;
using rigid::Motion;
using rigid::RigidBodyId;
using rigid::System;

constexpr float gravity_size = 9.81f;
const Vec3 down{0, -gravity_size, 0};

// A system, one thread, and steps of 1/60 s in ten substeps unless said otherwise.
struct Rigid {
    System system;
    Team team{1};
    float seconds = 1 / 60.0f;
    u32 substeps = 10;
    Vec3 gravity = down;

    explicit Rigid(const rigid::Settings& settings = {}) : system(settings) {}

    RigidBodyId add(std::vector<rigid::Piece> pieces, BodyDef def) {
        def.shape = rigid::make_shape(std::move(pieces), "test");
        return system.add_body(def, "test");
    }
    RigidBodyId floor(float friction = 0.5f, float restitution = 0) {
        return add({rigid::plane()}, {.motion = Motion::fixed, .friction = friction, .restitution = restitution});
    }
    RigidBodyId box(const Vec3& half, const Vec3& at, float mass = 1) {
        return add({rigid::box(half)}, {.pose = {at, {}}, .mass = mass});
    }
    RigidBodyId ball(float radius, const Vec3& at, float mass = 1) {
        return add({rigid::sphere(radius)}, {.pose = {at, {}}, .mass = mass});
    }
    JointId join(const JointDef& def) { return system.add_joint(def, "joint"); }

    void step() { system.step(seconds, substeps, gravity, team); }
    void run(float time) {
        for (int i = 0, n = static_cast<int>(std::lround(time / seconds)); i < n; ++i) step();
    }
    float fastest() const {
        float most = 0;
        for (const RigidVelocity& v : system.bodies().velocity) most = std::max(most, length(v.linear));
        return most;
    }
    size_t touching() const {
        size_t count = 0;
        for (const rigid::PatchState& patch : system.contacts()) count += patch.count() > 0;
        return count;
    }
    Vec3 at(RigidBodyId id) const { return system.pose(id).position; }
    Vec3 velocity(RigidBodyId id) const { return system.velocity(id).linear; }
    Vec3 spin(RigidBodyId id) const { return system.velocity(id).angular; }

    // Of all that is dynamic, about the origin.
    Vec3d momentum() const {
        return sum([](double m, const Vec3d&, const Vec3d& v, const Vec3d&) { return v * m; });
    }
    Vec3d angular_momentum() const {
        return sum(
            [](double m, const Vec3d& x, const Vec3d& v, const Vec3d& turning) { return cross(x, v) * m + turning; });
    }
    double energy() const {
        return sum([&](double m, const Vec3d& x, const Vec3d& v, const Vec3d&) {
                   return Vec3d{0.5 * m * dot(v, v) - m * dot(gravity.to<double>(), x), 0, 0};
               }).x +
               spinning_energy();
    }
    double spinning_energy() const {
        double e = 0;
        const rigid::Bodies& b = system.bodies();
        for (u32 i = 1; i < b.size(); ++i)
            if (b.inverse_mass[i] > 0) e += 0.5 * dot(b.velocity[i].angular.to<double>(), spin_momentum(i));
        return e;
    }
    Vec3d spin_momentum(u32 i) const {
        const rigid::Bodies& b = system.bodies();
        const Quatd q = b.pose[i].rotation.to<double>();
        const Vec3d w = conjugate(q) * b.velocity[i].angular.to<double>(), inverse = b.inverse_inertia[i].to<double>();
        return q * Vec3d{w.x / inverse.x, w.y / inverse.y, w.z / inverse.z};
    }

  private:
    template <class F>
    Vec3d sum(F&& f) const {
        Vec3d total;
        const rigid::Bodies& b = system.bodies();
        for (u32 i = 1; i < b.size(); ++i)
            if (b.inverse_mass[i] > 0)
                total += f(1.0 / b.inverse_mass[i], b.pose[i].position.to<double>(), b.velocity[i].linear.to<double>(),
                           spin_momentum(i));
        return total;
    }
};

inline Quat quarter_turn(const Vec3& axis) { return turn(axis.to<double>(), pi / 2).to<float>(); }

// Rows of unit boxes, one fewer in each. Returns the box at the top.
inline RigidBodyId add_pyramid(Rigid& r, int base, const rigid::Piece& box = rigid::box({0.5f, 0.5f, 0.5f})) {
    r.floor();
    const auto shape = rigid::make_shape({box}, "box");
    RigidBodyId top;
    for (int row = 0; row < base; ++row)
        for (int k = 0; k < base - row; ++k) {
            const float x =
                0.505f * static_cast<float>(row) + 1.01f * static_cast<float>(k) - 0.505f * static_cast<float>(base);
            top = r.system.add_body({.shape = shape, .pose = {{x, 0.5f + static_cast<float>(row), 0}, {}}, .mass = 1},
                                    "box");
        }
    return top;
}

}  // namespace pliant::testing
