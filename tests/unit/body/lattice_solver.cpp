// The fast solver against the plain reference, and what must hold of any step.

#include <gtest/gtest.h>

#include "body/lattice/lattice.h"
#include "body/lattice/lattice_matter.h"
#include "lattices.h"
#include "reference/lattice_reference.h"

namespace pliant::lattice {
namespace lattice_solver_tests {
namespace {

struct Sample {
    std::shared_ptr<LatticeModel> model;
    ParameterSet parameters{table};
    std::unique_ptr<LatticeMatter> matter;
    Array<Float4> position, previous, velocity;
    Array<std::byte> scratch;
    ParticleView view{};

    Sample(LatticeMesh mesh, int w, double share, double damping_time, float h) {
        model = make_model(std::move(mesh), {}, w);
        // A modulus that gives this share of the way in this substep.
        const double shape = static_cast<double>(model->mean_spacing2()) * w * (w + 1) / 3;
        parameters.set(P::youngs_modulus, share * 1000 * shape / (static_cast<double>(h) * h));
        parameters.set(P::damping, damping_time);
        matter = std::make_unique<LatticeMatter>(model, parameters);
        for (auto* a : {&position, &previous, &velocity}) a->resize(model->particle_count + 16);
        view = {position.data(), previous.data(), velocity.data(), model->particle_count};
        scratch.resize(matter->scratch_bytes());
        matter->place(view, {});
        matter->begin_step(parameters, 0, h, true);
    }
    void substep(float h, const Vec3& gravity = {}) {
        for (u32 phase = 0; phase < matter->predict_phases(); ++phase)
            for (u32 block = 0; block < matter->predict_blocks(phase); ++block)
                matter->predict(phase, block, view, {h, gravity, {}, 0}, scratch.data());
        matter->end_substep(view);
    }
};

double share_of_damping(double share, double tau, double h) {
    const double c = tau * share / (h * h) * h;
    return c / (1 + c);
}

TEST(LatticeSolver, EqualsTheReference) {
    Random random(11);
    double worst = 0, worst_damped = 0;
    for (int trial = 0; trial < 30; ++trial) {
        const LatticeMesh mesh =
            trial % 3 == 0 ? testing::box_lattice(5, 3, 4) : testing::random_lattice(random, 7, 0.25);
        const int w = 1 + static_cast<int>(random.below(3));
        const float h = 1.0f / 240;
        const double share = random.between(0.05, 1), tau = trial % 2 ? 0.01 : 0;
        Sample fast(mesh, w, share, tau, h);
        reference::Lattice plain(mesh, w, 1000);
        // Somewhere far off, turned, deformed by a third of a cell, moving by metres a second.
        const Quat turned =
            normalized(Quat{random.real(-1, 1), random.real(-1, 1), random.real(-1, 1), random.real(-1, 1)});
        fast.matter->place(fast.view, {{{3, -2, 5}, turned}, {1, 2, 3}, {2, -3, 4}});
        for (u32 p = 0; p < fast.view.count; ++p) {
            const Vec3 noise{random.real(-0.03f, 0.03f), random.real(-0.03f, 0.03f), random.real(-0.03f, 0.03f)};
            Vec3 at = fast.view.position[p].xyz() + noise;
            if (trial % 5 == 4) at.y = -2 + 0.3f * (at.y + 2);  // crushed
            fast.view.position[p].set_xyz(at);
            fast.view.velocity[p].set_xyz(fast.view.velocity[p].xyz() + noise * 20.0f);
            const Vec3 x = fast.view.position[p].xyz(), v = fast.view.velocity[p].xyz();
            plain.position[p] = {x.x, x.y, x.z};
            plain.velocity[p] = {v.x, v.y, v.z};
        }
        for (int step = 0; step < 5; ++step) {
            fast.substep(h, {0, -9.81f, 0});
            plain.substep(h, share, tau > 0 ? share_of_damping(share, tau, h) : 0, {0, -9.81, 0},
                          std::min(0.7 * (1 / share - 1), 20.0));
        }
        for (u32 p = 0; p < fast.view.count; ++p) {
            const Vec3 x = fast.view.position[p].xyz();
            (tau > 0 ? worst_damped : worst) =
                std::max(tau > 0 ? worst_damped : worst, (reference::Vector(x.x, x.y, x.z) - plain.position[p]).norm());
        }
    }
    // Positions of size 8 m have a float spacing of 5e-7 m; five substeps add up to a few of those.
    EXPECT_LT(worst, 5e-6);
    EXPECT_LT(worst_damped, 5e-6);
    std::printf("largest difference after 5 substeps: %.2g m undamped, %.2g m damped\n", worst, worst_damped);
}

TEST(LatticeSolver, FarFromTheOrigin) {
    // Ten kilometres away a float is 1 mm wide. What is computed must be what the rounded positions mean: the same body
    // near the origin with the same rounded shape gets the same velocities.
    Random random(12);
    const LatticeMesh mesh = testing::random_lattice(random, 7, 0.2);
    const float h = 1.0f / 240;
    Sample near(mesh, 2, 0.5, 0.01, h), far(mesh, 2, 0.5, 0.01, h);
    const Vec3 away{8192, 4096, -8192};
    near.matter->place(near.view, {});
    far.matter->place(far.view, {{away, {}}, {}, {}});
    for (u32 p = 0; p < near.view.count; ++p) near.view.position[p].set_xyz(far.view.position[p].xyz() - away);
    near.substep(h), far.substep(h);
    for (u32 p = 0; p < near.view.count; ++p) {
        // The kick is (share / h) times a displacement of 1 mm: 0.06 m/s; it must agree to float digits of that.
        EXPECT_LT(length(near.view.velocity[p].xyz() - far.view.velocity[p].xyz()), 2e-4f);
    }
}

TEST(LatticeSolver, RigidMotionCausesNoForce) {
    Random random(13);
    const LatticeMesh mesh = testing::box_lattice(8, 6, 7);
    const float h = 1.0f / 240;
    for (const double tau : {0.0, 0.02}) {
        Sample s(mesh, 2, 1.0, tau, h);
        for (int trial = 0; trial < 20; ++trial) {
            const Quat turned =
                normalized(Quat{random.real(-1, 1), random.real(-1, 1), random.real(-1, 1), random.real(-1, 1)});
            const Vec3 v{random.real(-5, 5), random.real(-5, 5), random.real(-5, 5)},
                spin{random.real(-5, 5), random.real(-5, 5), random.real(-5, 5)};
            s.matter->place(s.view, {{{1, 2, 3}, turned}, v, spin});
            std::vector<Vec3> before;
            for (u32 p = 0; p < s.view.count; ++p) before.push_back(s.view.velocity[p].xyz());
            s.substep(h);
            for (u32 p = 0; p < s.view.count; ++p) {
                // The whole way to a goal, in a substep. Position, turned rest position and goal are each off by the
                // rounding of a number of size 4 (2.4e-7 m), in three directions.
                EXPECT_LT(length(s.view.velocity[p].xyz() - before[p]), 6 * 2.4e-7f / h);
            }
        }
    }
}

TEST(LatticeSolver, KeepsMomentum) {
    Random random(14);
    const LatticeMesh mesh = testing::random_lattice(random, 8, 0.2);
    const float h = 1.0f / 240;
    for (const double tau : {0.0, 0.01}) {
        Sample s(mesh, 2, 0.8, tau, h);
        s.matter->place(s.view, {{}, {1, 2, 3}, {4, -3, 5}});
        for (u32 p = 0; p < s.view.count; ++p)
            s.view.position[p].set_xyz(s.view.position[p].xyz() + Vec3{random.real(-0.02f, 0.02f),
                                                                       random.real(-0.02f, 0.02f),
                                                                       random.real(-0.02f, 0.02f)});
        const auto momenta = [&] {
            Vec3d linear, angular;
            for (u32 p = 0; p < s.view.count; ++p) {
                const Vec3d v = s.view.velocity[p].xyz().to<double>() * s.matter->mass(p);
                linear += v;
                angular += cross(s.view.position[p].xyz().to<double>(), v);
            }
            return std::pair{linear, angular};
        };
        const auto [linear, angular] = momenta();
        for (int i = 0; i < 240; ++i) s.substep(h);
        const auto [linear_after, angular_after] = momenta();
        const double drift = length(linear_after - linear) / length(linear),
                     turn_drift = length(angular_after - angular) / length(angular);
        std::printf("drift in one second, damping %.2f s: momentum %.1e, angular momentum %.1e\n", tau, drift,
                    turn_drift);
        // A relative rounding of 6e-8 a substep, 240 times in the same direction, is 1.4e-5; a few of those.
        EXPECT_LT(drift, 1e-5);
        EXPECT_LT(turn_drift, 1e-4);
    }
}

TEST(LatticeSolver, SameBitsOnAllInstructionSets) {
    Random random(15);
    const LatticeMesh mesh = testing::random_lattice(random, 9, 0.2);
    std::vector<std::vector<Float4>> results;
    for (const Isa isa : {Isa::v2, Isa::v3}) {
        set_active_isa(isa);
        Sample s(mesh, 3, 0.9, 0.01, 1.0f / 240);
        s.matter->place(s.view, {{}, {1, 0, 0}, {3, 9, 2}});
        for (int i = 0; i < 50; ++i) s.substep(1.0f / 240, {0, -9.81f, 0});
        results.emplace_back(s.view.position, s.view.position + s.view.count);
    }
    set_active_isa(best_isa());
    EXPECT_EQ(0, std::memcmp(results[0].data(), results[1].data(), results[0].size() * sizeof(Float4)));
}

}  // namespace
}  // namespace lattice_solver_tests
}  // namespace pliant::lattice
