// Flesh against what mechanics says of it.

#include <gtest/gtest.h>

#include <cstdio>

#include "body/motion_limits.h"
#include "core/random.h"
#include "flesh_block.h"
#include "reference/flesh_reference.h"

namespace pliant::testing {
namespace flesh_tests {
namespace {

// The fast solver against the plain one: eight at a time, in float, is the same as one after another in double. A block
// that hangs and swings by a face; what differs is rounding, which grows with the swing.
TEST(Flesh, IsWhatTheReferenceIs) {
    FleshBlock block({.size = {1, 0.4f, 0.4f}, .cells = {6, 3, 3}, .small_steps = 1, .substep = 1.0f / 600});
    std::vector<TetPoints> order;
    for (size_t i = 0; i < block.model->clusters.tet.size(); ++i) {
        const u32 tet = block.model->clusters.tet[i];
        if (i % 8 == 0 || tet != block.model->clusters.tet[i - i % 8]) order.push_back(block.model->tets[tet]);
    }
    ASSERT_EQ(order.size(), block.model->tets.size());
    reference::Flesh plain(block.model->rest, order, 2e4, 0.45, 1000);
    block.each([](const Vec3& x) { return x.x < -0.49f; },
               [&](u32 p) { block.position[p].w = 0, plain.inverse_mass[p] = 0; });
    double most = 0, moved = 0;
    for (int i = 0; i < 120; ++i) {
        block.step({0, -9.81f, 0});
        plain.step(1.0 / 600, {0, -9.81, 0});
    }
    for (u32 p = 0; p < block.view.count; ++p) {
        const Vec3 x = block.position[p].xyz();
        most = std::max(most, (plain.position[p] - reference::Vector(x.x, x.y, x.z)).norm());
        moved = std::max(moved, static_cast<double>(length(x - block.model->rest[p])));
    }
    std::printf("after moving %.3f m: %.2e m apart\n", moved, most);
    EXPECT_GT(moved, 0.1);
    EXPECT_LT(most, 1e-5);
}

// The correction of a very soft tet is its force: with the softness s -> ∞ it is x_i -= w_i / (mu s) dPsi/dx_i. Psi is
// that of Smith et al. 2018, written as they do, and its slope is found by central differences of step e in double
// precision: e² of the third derivative, 1e-9 here. What is left is rounding of the correction, which is in single
// precision: of some dozen operations, 6e-8 each, on terms that cancel to a tenth.
TEST(Flesh, ForcesAreTheGradientOfTheEnergy) {
    Random random(3);
    const double mu = 3, lambda = 7, softness = 1e9, step = 1e-5;
    double worst = 0;
    for (int trial = 0; trial < 200; ++trial) {
        reference::Matrix rest, f;
        do {
            for (int i = 0; i < 9; ++i)
                rest(i / 3, i % 3) = (i % 4 == 0) + static_cast<double>(random.real(-0.3f, 0.3f));
            for (int i = 0; i < 9; ++i) f(i / 3, i % 3) = (i % 4 == 0) + static_cast<double>(random.real(-0.5f, 0.5f));
        } while (rest.determinant() < 0.3 || f.determinant() < 0.1 || f.squaredNorm() < 1.2);
        const reference::Matrix inverse = rest.inverse();
        Four8 x[4];
        reference::Vector at[4];
        at[0] = reference::Vector::Zero();
        for (int k = 1; k < 4; ++k) at[k] = f * rest.col(k - 1);
        flesh::TetGroup group{};
        flesh::TetRestGroup rest_group;
        for (int k = 0; k < 4; ++k) {
            float rounded[3];
            for (int c = 0; c < 3; ++c)
                rounded[c] = static_cast<float>(at[k](c)), at[k](c) = static_cast<double>(rounded[c]);
            x[k] = {splat(rounded[0]), splat(rounded[1]), splat(rounded[2]),
                    splat(0.5f + 0.25f * static_cast<float>(k))};
            for (int c = 0; c < 3 && k < 3; ++c)
                std::fill_n(rest_group.inverse[3 * k + c], lane_count, static_cast<float>(inverse(k, c)));
        }
        flesh::set_metric(group, rest_group);
        Vec3x8 correction[4];
        const TetMetric8 metric = flesh::metric_of(group);
        neo_hookean_correction(x, metric, edges_of(x, metric), splat(static_cast<float>(softness)),
                               splat(static_cast<float>(mu / lambda)), correction);
        const auto energy = [&] {
            reference::Matrix edges;
            for (int k = 1; k < 4; ++k) edges.col(k - 1) = at[k] - at[0];
            const reference::Matrix g = edges * inverse;
            const double l = lambda + mu, j = g.determinant() - 1 - mu / l;
            return mu / 2 * (g.squaredNorm() - 3) + l / 2 * j * j;
        };
        double size = 0, off = 0;
        for (int k = 0; k < 4; ++k)
            for (int c = 0; c < 3; ++c) {
                const double here = at[k](c);
                at[k](c) = here + step;
                const double up = energy();
                at[k](c) = here - step;
                const double slope = (up - energy()) / (2 * step);
                at[k](c) = here;
                const f32x8 moved = c == 0 ? correction[k].x : c == 1 ? correction[k].y : correction[k].z;
                const double force =
                    -static_cast<double>(lane(moved, 0)) * mu * softness / static_cast<double>(lane(x[k].w, 0));
                size = std::max(size, std::fabs(slope)), off = std::max(off, std::fabs(force - slope));
            }
        worst = std::max(worst, off / size);
    }
    std::printf("corrections and differences of the energy: %.1e of the largest apart\n", worst);
    EXPECT_LT(worst, 3e-6);
}

// Pulled at both ends, free to become thinner. Lateral stretch t of the material at axial stretch s:
//   P_lateral = mu t + (lambda + mu) (s t² - 1 - mu / (lambda + mu)) s t = 0
double lateral_stretch(double s, double nu) {
    const Lame l = lame(1, nu);
    const double m = l.lambda + l.mu, gamma = 1 + l.mu / m;
    return std::sqrt((gamma * m * s - l.mu) / (m * s * s));
}

struct Pulled {
    double stretch, lateral, volume, force;
};
// With a pull per cross-section, until nothing moves.
Pulled pull(double nu, double stress) {
    FleshBlock b({.size = {1, 0.5f, 0.5f},
                  .cells = {6, 3, 3},
                  .youngs_modulus = 1e5,
                  .poisson_ratio = nu,
                  .small_steps = 1,
                  .substep = 1.0f / 960});
    // Corners of the end faces bear what the triangles of the boundary around them have.
    std::vector<double> area(b.view.count, 0);
    for (const auto& t : b.model->contact.triangles) {
        u32 p[3];
        for (size_t k = 0; k < 3; ++k) p[k] = b.model->contact.particle[t[k]];
        const Vec3 n =
            cross(b.model->rest[p[1]] - b.model->rest[p[0]], b.model->rest[p[2]] - b.model->rest[p[0]]) * 0.5f;
        for (const u32 q : p) area[q] += n.x / 3;
    }
    for (int i = 0; i < 4000; ++i) {
        for (u32 p = 0; p < b.view.count; ++p)
            if (std::fabs(std::fabs(b.model->rest[p].x) - 0.5f) < 1e-5f)
                b.velocity[p].x += static_cast<float>(stress * area[p] * b.settings.substep / b.matter->mass(p));
        b.step({}, 4);
    }
    Pulled out{};
    const auto right = b.mean([](const Vec3&x) { return x.x > 0.499f; }),
               left = b.mean([](const Vec3&x) { return x.x < -0.499f; });
    const auto top = b.mean([](const Vec3&x) { return x.y > 0.249f; }),
               bottom = b.mean([](const Vec3&x) { return x.y < -0.249f; });
    out.stretch = right.x - left.x, out.lateral = (top.y - bottom.y) / 0.5, out.volume = b.volume() / 0.25;
    return out;
}

TEST(Flesh, StretchedGivesYoungsModulusAndPoissonsRatioBack) {
    for (const double nu : {0.0, 0.3, 0.45, 0.49}) {
        const double stress = 1000;  // 1 %
        const Pulled p = pull(nu, stress);
        const double e = stress / (p.stretch - 1), ratio = -(p.lateral - 1) / (p.stretch - 1);
        std::printf("nu %.3f: E %.0f Pa of 100000, nu %.4f\n", nu, e, ratio);
        EXPECT_NEAR(e / 1e5, 1, 0.01) << nu;
        EXPECT_NEAR(ratio, nu, 0.008) << nu;
    }
}

TEST(Flesh, StretchedFarChangesItsVolumeAsTheMaterialDoes) {
    for (const double nu : {0.3, 0.45, 0.49})
        for (const double stress : {5e3, 1e4, 2e4}) {
            const Pulled p = pull(nu, stress);
            const double t = lateral_stretch(p.stretch, nu), exact = p.stretch * t * t;
            std::printf("nu %.2f stretch %.4f: volume %.5f, of the material %.5f, of linear elasticity %.5f\n", nu,
                        p.stretch, p.volume, exact, 1 + (1 - 2 * nu) * (p.stretch - 1));
            EXPECT_NEAR(p.volume, exact, 3e-4) << nu;
            if (nu > 0.48) {
                EXPECT_NEAR(p.volume, 1 + (1 - 2 * nu) * (p.stretch - 1), 1.5e-3);
            }
        }
}

// A cantilever under its own weight: tip deflection q L⁴ / 8 E I + q L² / 2 k G A (Timoshenko, k = 5/6). Linear tets
// are too stiff in bending, the less the finer they are.
TEST(Flesh, CantileverBendsAsBeamTheorySays) {
    const double length = 1, side = 0.2, e = 2e6, nu = 0.3, density = 1000, g = 2.5;
    const double q = density * g * side * side, i = side * side * side * side / 12, shear = e / (2 * (1 + nu));
    const double theory = q * length * length * length * length / (8 * e * i) +
                          q * length * length / (2 * (5.0 / 6) * shear * side * side);
    double before = 1;
    for (const i32 n : {2, 4, 6, 8}) {
        FleshBlock b({.size = {1, 0.2f, 0.2f},
                      .cells = {5 * n, n, n},
                      .youngs_modulus = e,
                      .poisson_ratio = nu,
                      .small_steps = static_cast<u32>(2 * n),
                      .substep = 1.0f / 240});
        b.each([](const Vec3& x) { return x.x < -0.499f; }, [&](u32 p) { b.position[p].w = 0; });
        double mean = 0;
        for (int s = 0; s < 720; ++s) {
            b.step({0, static_cast<float>(-g), 0}, 12);
            if (s >= 600) mean -= b.mean([](const Vec3& x) { return x.x > 0.499f; }).y / 120;
        }
        const double error = mean / theory - 1;
        std::printf("%d cells across: tip %.5f m, beam theory %.5f m, %.1f %%\n", n, mean, theory, 100 * error);
        EXPECT_LT(std::fabs(error), std::fabs(before));
        before = error;
    }
    EXPECT_LT(std::fabs(before), 0.08);
}

// Nothing from outside: what it has of both momenta it keeps, damped or not.
TEST(Flesh, KeepsItsMomenta) {
    for (const double damping : {0.0, 0.05}) {
        FleshBlock b({.cells = {5, 5, 5}, .damping = damping, .small_steps = 10});
        Random random(5);
        const double spin = 3;
        for (u32 p = 0; p < b.view.count; ++p) {
            const Vec3 x = b.position[p].xyz();
            b.velocity[p].set_xyz(Vec3{0.1f, 0.2f, 0} + cross(Vec3{0, 3, 0}, x) +
                                  Vec3{random.real(-1, 1), random.real(-1, 1), random.real(-1, 1)});
        }
        const Vec3d p0 = b.momentum(), l0 = b.angular_momentum();
        for (int i = 0; i < 240; ++i) b.step();
        const double dp = length(b.momentum() - p0) / 1000, dl = length(b.angular_momentum() - l0) / length(l0);
        // Steps h along tangents of a circle lose (spin h)² of the angular momentum each, whatever is projected.
        const double h = 1.0 / 1200, integrator = spin * spin * h * h * 2400;
        std::printf(
            "damping %.2f: velocity of the centre changed by %.1e m/s, angular momentum by %.4f of itself in 2 s; "
            "the integrator loses %.4f\n",
            damping, dp, dl, integrator);
        EXPECT_LT(dp, 1e-4);
        EXPECT_NEAR(dl, integrator, 0.2 * integrator);
    }
}

// Young's modulus, damping and time: a column let go swings as long and dies out as fast whatever the mesh.
TEST(Flesh, DampingDoesNotDependOnTheMesh) {
    for (const i32 n : {2, 4, 8}) {
        FleshBlock b({.size = {0.25f, 1, 0.25f},
                      .cells = {n, 4 * n, n},
                      .youngs_modulus = 1e5,
                      .poisson_ratio = 0.3,
                      .damping = 0.01,
                      .small_steps = 20});
        b.each([](const Vec3& x) { return x.y > 0.499f; }, [&](u32 p) { b.position[p].w = 0; });
        double low = 1, high = -1;
        for (int i = 0; i < 300; ++i) {
            b.step({0, -9.81f, 0});
            const double y = -0.5 - b.mean([](const Vec3& x) { return x.y < -0.499f; }).y;
            if (i >= 240) low = std::min(low, y), high = std::max(high, y);
        }
        // omega = pi/2 sqrt(E / density) / L; amplitude exp(-omega² damping t / 2) from 0.049 m, at 2.2 s
        const double omega = 1.5708 * 10, amplitude = 0.04905 * std::exp(-omega * omega * 0.01 / 2 * 2.2);
        std::printf("%d cells: swings by %.4f m about %.4f m; continuous rod %.4f about 0.0491\n", n, (high - low) / 2,
                    (high + low) / 2, amplitude);
        EXPECT_NEAR((high + low) / 2, 0.0491, 0.0015);
        EXPECT_GT((high - low) / 2, 0.5 * amplitude);
        EXPECT_LT((high - low) / 2, 3.3 * amplitude);
    }
}

// Motion limits hold in every small step: a block that falls stays within its distance of where a guide has it.
TEST(Flesh, KeepsToItsMotionLimits) {
    FleshBlock b({.cells = {3, 3, 3}});
    std::vector<MotionLimit> motion_limits(b.view.count);
    for (u32 p = 0; p < b.view.count; ++p) {
        motion_limits[p].from.set_xyz(b.model->rest[p]), motion_limits[p].to.set_xyz(b.model->rest[p]);
        motion_limits[p].from.w = b.model->rest[p].x > 0 ? 0.1f : MotionLimit::unlimited;
    }
    b.matter->motion_limits()->set_motion_limits(motion_limits);
    for (int i = 0; i < 60; ++i) b.step({0, -9.81f, 0});
    float furthest = 0, free = 0;
    for (u32 p = 0; p < b.view.count; ++p) {
        float& most = b.model->rest[p].x > 0 ? furthest : free;
        most = std::max(most, length(b.position[p].xyz() - b.model->rest[p]));
    }
    std::printf("held within %.6f m, the other half hangs %.3f m\n", furthest, free);
    EXPECT_LT(furthest, 0.1f + 1e-6f);
    EXPECT_GT(furthest, 0.0999f);
    EXPECT_GT(free, 0.11f);
    EXPECT_EQ(b.inverted(), 0);
}

// Whatever was done to its shape, it comes back to it. (Turned inside out as a whole at a Poisson ratio of 0.48 it does
// not: a few tets stay tangled.)
TEST(Flesh, RecoversFromBeingCrushed) {
    struct Case {
        const char* name;
        Vec3 (*put)(const Vec3&);
    };
    const Case cases[] = {{"in one point",
                           [](const Vec3&) {
                               return Vec3{0.3f, 0.2f, 0.1f};
                           }},
                          {"inside out",
                           [](const Vec3& x) {
                               return Vec3{-x.x, x.y, x.z};
                           }},
                          {"through its middle", [](const Vec3& x) { return -x; }},
                          {"in a plane",
                           [](const Vec3& x) {
                               return Vec3{x.x, 0, x.z};
                           }},
                          {"a hundredth as high", [](const Vec3& x) {
                               return Vec3{x.x, 0.01f * x.y, x.z};
                           }}};
    for (const Case& c : cases)
        for (const double nu : {0.3, 0.45}) {
            FleshBlock b({.cells = {5, 5, 5}, .poisson_ratio = nu, .damping = 0.03});
            for (u32 p = 0; p < b.view.count; ++p) b.position[p].set_xyz(c.put(b.position[p].xyz()));
            int steps = 0;
            for (; steps < 1200 && (b.most_edge_strain() > 0.02 || b.inverted() > 0); ++steps) b.step();
            std::printf("%s, nu %.2f: back after %.2f s; edges strained by %.3f, %d inverted, volume %.4f\n", c.name,
                        nu, steps / 120.0, b.most_edge_strain(), b.inverted(), b.volume());
            EXPECT_LT(steps, 1200) << c.name << " " << nu;
        }
}

}  // namespace
}  // namespace flesh_tests
}  // namespace pliant::testing
