// Each formula against the constraint that it solves: gradients against differences, errors that go to zero, momentum
// that is kept. Closed forms where there are any.

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "constraint/attachment.h"
#include "constraint/bend.h"
#include "constraint/contact.h"
#include "constraint/distance.h"
#include "constraint/neo_hookean.h"
#include "constraint/oscillator.h"
#include "constraint/plastic.h"
#include "constraint/rigid.h"
#include "constraint/tet_damping.h"
#include "core/random.h"

namespace pliant {
namespace formulas_tests {
namespace {

Vec3 random_vector(Random& r, float size = 1) {
    return {r.real(-size, size), r.real(-size, size), r.real(-size, size)};
}
Vec3x8 splat(const Vec3& v) { return {pliant::splat(v.x), pliant::splat(v.y), pliant::splat(v.z)}; }
Vec3 first(const Vec3x8& v) { return {lane(v.x, 0), lane(v.y, 0), lane(v.z, 0)}; }

TEST(DistanceConstraint, RigidPairsEndAtTheirLength) {
    Random random(1);
    for (int i = 0; i < 200; ++i) {
        const Vec3 a = random_vector(random), b = random_vector(random);
        const float wa = random.real(0, 2), wb = random.real(0.1f, 2), rest = random.real(0.1f, 2);
        const Vec3 c =
            first(distance_correction(splat(b - a), pliant::splat(rest), pliant::splat(wa + wb), pliant::splat(0.0f)));
        const Vec3 a1 = a + c * wa, b1 = b - c * wb;
        // Rounded at 1 m; the direction between close points loses digits.
        EXPECT_NEAR(length(b1 - a1), rest, 3e-6f);
        // m_a Δa + m_b Δb = 0, times both inverse masses.
        EXPECT_LT(length((a1 - a) * wb + (b1 - b) * wa), 1e-6f) << "momentum";
        EXPECT_LT(length(cross(c, b - a)), 1e-5f) << "along the line between them";
    }
}

// With compliance the multiplier λ solves C(x + w λ n) + compliance/h² λ = 0: for one pair it does so exactly.
TEST(DistanceConstraint, SoftPairsObeyTheirCompliance) {
    Random random(2);
    for (int i = 0; i < 200; ++i) {
        const Vec3 a = random_vector(random),
                   b = a + direction(random_vector(random), Vec3{1, 0, 0}) * random.real(0.5f, 2);
        const float w = random.real(0.5f, 3), softness = random.real(0, 5), rest = 1;
        const Vec3 c =
            first(distance_correction(splat(b - a), pliant::splat(rest), pliant::splat(w), pliant::splat(softness)));
        const float lambda = dot(c, direction(b - a, Vec3{}));  // [m kg]: at a, along n
        const float left = length(b - a) - rest - w * lambda;
        EXPECT_NEAR(left - softness * lambda, 0, 2e-6f * (1 + softness));
    }
}

TEST(DistanceConstraint, LimitsLeaveWhatIsNearAlone) {
    Random random(3);
    for (int i = 0; i < 100; ++i) {
        const Vec3 way = random_vector(random);
        const float rest = random.real(0.01f, 2);
        const Vec3 c = first(limit_correction(splat(way), pliant::splat(rest), pliant::splat(1.0f)));
        EXPECT_LE(length(way - c), rest + 1e-6f);
        if (length(way) <= rest) {
            EXPECT_EQ(c, Vec3{});
        }
    }
}

TEST(DistanceConstraint, TwoInOnePlaceStayFinite) {
    const Vec3x8 none = splat(Vec3{});
    EXPECT_EQ(first(distance_correction(none, pliant::splat(1.0f), pliant::splat(1.0f), pliant::splat(0.0f))), Vec3{});
    EXPECT_EQ(
        first(distance_correction(splat({1, 0, 0}), pliant::splat(2.0f), pliant::splat(0.0f), pliant::splat(0.0f))).x -
            first(distance_correction(splat({1, 0, 0}), pliant::splat(2.0f), pliant::splat(0.0f), pliant::splat(0.0f)))
                .x,
        0)
        << "what nothing can move gets a number";
}

// C = S - t S/|S|: one projection with no compliance makes it zero, as S changes by c_i times what moves particle i.
TEST(BendConstraint, ErrorsVanishInOneProjection) {
    Random random(4);
    for (int i = 0; i < 200; ++i) {
        Vec3 x[4];
        float c[4], w[4], sum = 0, mobility = 0;
        for (int k = 0; k < 4; ++k) {
            x[k] = random_vector(random);
            w[k] = random.real(0.1f, 2);
            c[k] = random.real(-1, 1);
        }
        for (int k = 0; k < 3; ++k) sum += c[k];
        c[3] = -sum;
        const auto s = [&] {
            Vec3 all;
            for (int k = 0; k < 4; ++k) all += x[k] * c[k];
            return all;
        };
        for (int k = 0; k < 4; ++k) mobility += w[k] * c[k] * c[k];
        const float t = random.real(0.1f, 1), before = length(s());
        const Vec3 error = first(bend_error<BendRule::equal>(splat(s()), pliant::splat(t), splat(Vec3{})));
        Vec3 momentum, spin;
        for (int k = 0; k < 4; ++k) {
            const Vec3 by = error * (-w[k] * c[k] / mobility);
            momentum += by / w[k];
            spin += cross(x[k], by / w[k]);
            x[k] += by;
        }
        EXPECT_NEAR(length(s()), t, 3e-6f * (1 + before));
        EXPECT_LT(length(momentum), 1e-5f);
        EXPECT_LT(length(spin), 1e-5f);
    }
}

TEST(BendConstraint, RulesSayWhatIsWrong) {
    const Vec3 s{0, 0.5f, 0}, up{0, 2, 0}, down{0, -1, 0};
    const auto error = [&](auto rule, float t, const Vec3& normal) {
        return first(bend_error<decltype(rule)::value>(splat(s), pliant::splat(t), splat(normal))).y;
    };
    using Flat = std::integral_constant<BendRule, BendRule::flat>;
    using Signed = std::integral_constant<BendRule, BendRule::signed_>;
    using Equal = std::integral_constant<BendRule, BendRule::equal>;
    using AtLeast = std::integral_constant<BendRule, BendRule::at_least>;
    EXPECT_FLOAT_EQ(error(Flat{}, 0, up), 0.5f);
    EXPECT_FLOAT_EQ(error(Equal{}, 0.3f, up), 0.2f);
    EXPECT_FLOAT_EQ(error(Signed{}, 0.3f, up), 0.2f);
    EXPECT_FLOAT_EQ(error(Signed{}, 0.3f, down), 0.8f) << "bent the other way";
    EXPECT_FLOAT_EQ(error(AtLeast{}, 0.3f, up), 0) << "more curved may stay";
    EXPECT_FLOAT_EQ(error(AtLeast{}, 0.7f, up), -0.2f);
}

// ---- neo-Hookean tets

struct Tet {
    Four8 x[4];
    TetRest8 rest;
    TetMetric8 metric;
    Vec3 at_rest[4];
    explicit Tet(Random& r) {
        at_rest[0] = {};
        at_rest[1] = {1, 0, 0};
        at_rest[2] = {0, 1, 0};
        at_rest[3] = {0, 0, 1};
        for (Vec3& p : at_rest) p += random_vector(r, 0.15f);
        const Mat3d d{{(at_rest[1] - at_rest[0]).to<double>(), (at_rest[2] - at_rest[0]).to<double>(),
                       (at_rest[3] - at_rest[0]).to<double>()}};
        const Mat3d inverse = transposed(cofactor(d));  // times 1/det below
        const double det = determinant(d);
        Vec3d row[3];
        for (int i = 0; i < 3; ++i) row[i] = Vec3d{inverse(i, 0), inverse(i, 1), inverse(i, 2)} / det;
        for (int i = 0; i < 3; ++i) rest.row[i] = splat(row[i].to<float>());
        const auto g = [&](int i, int j) { return pliant::splat(static_cast<float>(dot(row[i], row[j]))); };
        const auto e = [&](int i, int j) { return pliant::splat(static_cast<float>(dot(d.column[i], d.column[j]))); };
        metric = {g(0, 0),
                  g(1, 1),
                  g(2, 2),
                  g(0, 1),
                  g(0, 2),
                  g(1, 2),
                  e(0, 0),
                  e(1, 1),
                  e(2, 2),
                  e(0, 1) + e(0, 1),
                  e(0, 2) + e(0, 2),
                  e(1, 2) + e(1, 2),
                  pliant::splat(static_cast<float>(1 / det))};
    }
    void put(const Vec3 (&at)[4], const float (&w)[4]) {
        for (int k = 0; k < 4; ++k) {
            const Vec3x8 p = splat(at[k]);
            x[k] = {p.x, p.y, p.z, pliant::splat(w[k])};
        }
    }
};

// C_d² = |F|² + J² - 4 J and C_h = J - 1, in double precision.
struct Errors {
    double deviatoric, volume;
};
Errors errors(const Tet& t, const Vec3 (&x)[4]) {
    const Mat3d d{{(t.at_rest[1] - t.at_rest[0]).to<double>(), (t.at_rest[2] - t.at_rest[0]).to<double>(),
                   (t.at_rest[3] - t.at_rest[0]).to<double>()}};
    const Mat3d inverse = transposed(cofactor(d)),
                now{{(x[1] - x[0]).to<double>(), (x[2] - x[0]).to<double>(), (x[3] - x[0]).to<double>()}};
    const Mat3d f = now * inverse;
    const double det = determinant(d);
    double size2 = 0;
    for (int c = 0; c < 3; ++c) size2 += length_squared(f.column[c]) / (det * det);
    const double j = determinant(now) / det;
    return {std::sqrt(std::max(size2 + j * j - 4 * j, 0.0)), j - 1};
}

TEST(NeoHookean, EnergyFallsAndMomentumIsKept) {
    Random random(6);
    for (int i = 0; i < 300; ++i) {
        Tet t(random);
        Vec3 x[4];
        float w[4];
        for (int k = 0; k < 4; ++k) {
            x[k] = t.at_rest[k] + random_vector(random, 0.2f);
            w[k] = random.real(0.2f, 2);
        }
        const Errors before = errors(t, x);
        // Nothing gives: rounds of Newton's method for both constraints. Steps are short where matter is crushed.
        for (int round = 0; round < 100; ++round) {
            t.put(x, w);
            Vec3x8 c[4];
            neo_hookean_correction(t.x, t.metric, edges_of(t.x, t.metric), pliant::splat(0.0f), pliant::splat(0.1f), c);
            Vec3 momentum, spin;
            for (int k = 0; k < 4; ++k) {
                const Vec3 by = first(c[k]);
                momentum += by / w[k];
                spin += cross(x[k], by / w[k]);
            }
            ASSERT_LT(length(momentum), 2e-6f);
            ASSERT_LT(length(spin), 2e-6f);
            for (int k = 0; k < 4; ++k) x[k] += first(c[k]);
        }
        const Errors after = errors(t, x);
        EXPECT_LT(after.deviatoric, std::max(4e-3, 0.01 * before.deviatoric));
        EXPECT_LT(std::fabs(after.volume), std::max(1e-3, 0.01 * std::fabs(before.volume)));
    }
}

// In the limit of a step that hardly moves it, the correction is -w times the gradient of the energy:
//   E V h² / V = mu/2 C_d² + lambda/2 C_h²,  with softness s = 1 / (mu V h²) large.
TEST(NeoHookean, CorrectionsFollowTheGradientOfTheEnergy) {
    Random random(7);
    constexpr float softness = 1e6f, ratio = 0.4f;  // mu / lambda
    for (int i = 0; i < 50; ++i) {
        Tet t(random);
        Vec3 x[4];
        const float w[4] = {1, 1, 1, 1};
        for (int k = 0; k < 4; ++k) x[k] = t.at_rest[k] + random_vector(random, 0.15f);
        t.put(x, w);
        Vec3x8 c[4];
        neo_hookean_correction(t.x, t.metric, edges_of(t.x, t.metric), pliant::splat(softness), pliant::splat(ratio),
                               c);
        const auto energy = [&] {
            const Errors e = errors(t, x);
            return (0.5 * e.deviatoric * e.deviatoric + 0.5 / static_cast<double>(ratio) * e.volume * e.volume) /
                   static_cast<double>(softness);
        };
        constexpr float step = 1.0f / 512;
        double size = 0, off = 0;
        for (int k = 0; k < 4; ++k)
            for (int axis = 0; axis < 3; ++axis) {
                const float was = x[k][axis];
                x[k][axis] = was + step;
                const double more = energy();
                x[k][axis] = was - step;
                const double less = energy();
                x[k][axis] = was;
                const double force = -(more - less) / (2 * static_cast<double>(step));
                size = std::max(size, std::fabs(force));
                off = std::max(off, std::fabs(force - static_cast<double>(first(c[k])[axis])));
            }
        EXPECT_LT(off, 0.02 * size) << "differences of 2 mm on a tet of a metre, whose energy is of fourth order";
    }
}

TEST(NeoHookean, LameConstantsGiveBackTheModuli) {
    const Lame l = lame(2e5, 0.3);
    EXPECT_NEAR(l.mu * (3 * l.lambda + 2 * l.mu) / (l.lambda + l.mu), 2e5, 1e-6) << "Young's modulus";
    EXPECT_NEAR(l.lambda / (2 * (l.lambda + l.mu)), 0.3, 1e-12) << "Poisson's ratio";
}

TEST(TetDamping, KeepsMomentumAndRigidMotionAndTakesEnergy) {
    Random random(8);
    for (int i = 0; i < 200; ++i) {
        Tet t(random);
        const bool rigid = i % 2;
        const Vec3 linear = random_vector(random), turning = random_vector(random);
        Four8 v[4];
        Vec3 before[4];
        float w[4];
        Vec3 at[4];
        for (int k = 0; k < 4; ++k) {
            at[k] = t.at_rest[k];
            w[k] = random.real(0.3f, 2);
            before[k] = rigid ? linear + cross(turning, at[k]) : random_vector(random);
            const Vec3x8 p = splat(before[k]);
            v[k] = {p.x, p.y, p.z, pliant::splat(0.0f)};
        }
        t.put(at, w);
        damp_tet(t.x, v, pliant::splat(0.3f));
        Vec3 momentum, spin;
        double energy = 0, was = 0;
        for (int k = 0; k < 4; ++k) {
            const Vec3 now = first(xyz(v[k])), change = now - before[k];
            momentum += change / w[k];
            spin += cross(at[k], change / w[k]);
            energy += 0.5 * static_cast<double>(length_squared(now) / w[k]);
            was += 0.5 * static_cast<double>(length_squared(before[k]) / w[k]);
            if (rigid) {
                EXPECT_LT(length(change), 3e-6f);
            }
        }
        EXPECT_LT(length(momentum), 3e-6f);
        EXPECT_LT(length(spin), 3e-6f);
        if (!rigid) {
            EXPECT_LT(energy, was);
        }
    }
}

// ---- for speeds

TEST(AttachmentConstraint, SpeedsEndWhereTheSpringWantsThem) {
    Random random(9);
    for (int i = 0; i < 200; ++i) {
        const Vec3 v = random_vector(random), wanted = random_vector(random);
        const float k = random.real(0.1f, 3), softness = random.real(0, 2);
        Vec3 impulse = random_vector(random);
        const Vec3 began = impulse;
        const Vec3 change = attachment_correction(v, wanted, k, softness, 1e9f, impulse);
        EXPECT_LT(length(impulse - began - change), 1e-6f);
        const Vec3 now = v + change * k;
        EXPECT_LT(length(now - wanted + impulse * softness), 1e-5f) << "C = v - v* + softness J = 0";

        Vec3 same = began;
        const float inverse = 1 / (k + softness);
        const Mat3 matrix{{{inverse, 0, 0}, {0, inverse, 0}, {0, 0, inverse}}};
        attachment_correction(v, wanted, matrix, softness, 1e9f, same);
        EXPECT_LT(length(same - impulse), 1e-5f);

        Vec3 weak{};
        attachment_correction(v, wanted, k, softness, 0.05f, weak);
        EXPECT_LE(length(weak), 0.05f * 1.00001f) << "never more than it can give";
    }
}

TEST(ContactConstraint, PushesAndNeverPulls) {
    Random random(10);
    for (int i = 0; i < 500; ++i) {
        const Vec3 n = direction(random_vector(random), Vec3{0, 1, 0}), began = random_vector(random);
        const float k = random.real(0.1f, 3), friction = random.real(0, 1), least = random.real(-0.5f, 0.5f);
        Vec3 v = began;
        ContactImpulse impulse;
        Vec3 sum;
        for (int round = 0; round < 3; ++round) {
            const Vec3 change = contact_correction(v, n, least, 1 / k, 1 / k, friction, impulse);
            v += change * k;
            sum += change;
            EXPECT_GE(impulse.normal, 0);
            EXPECT_LE(length(impulse.friction), friction * impulse.normal * 1.00001f) << "Coulomb's cone";
            EXPECT_NEAR(dot(impulse.friction, n), 0, 1e-5f);
        }
        EXPECT_LT(length(sum - (n * impulse.normal + impulse.friction)), 1e-5f);
        if (dot(n, began) < least) {
            EXPECT_NEAR(dot(n, v), least, 1e-5f);
            EXPECT_GT(impulse.normal, 0);
        } else {
            EXPECT_EQ(v, began) << "it parts by itself";
        }
    }
}

TEST(RigidConstraint, InverseMassIsWhatAnImpulseDoes) {
    Random random(11);
    for (int i = 0; i < 200; ++i) {
        const float w = random.real(0.1f, 2);
        const Vec3 axes = {random.real(0.1f, 3), random.real(0.1f, 3), random.real(0.1f, 3)};
        const Mat3 turn = matrix(normalized(Quat{random.real(-1, 1), random.real(-1, 1), random.real(-1, 1), 1}));
        const Mat3 inertia =
            Mat3{{turn.column[0] * axes.x, turn.column[1] * axes.y, turn.column[2] * axes.z}} * transposed(turn);
        const Vec3 arm = random_vector(random), n = direction(random_vector(random), Vec3{1, 0, 0});
        RigidVelocity v{};
        apply_impulse(v, w, inertia, arm, n);
        const Vec3 gained = velocity_at(v, arm);
        EXPECT_NEAR(dot(gained, n), inverse_mass_at(w, inertia, arm, n), 1e-4f);
        EXPECT_LT(length(gained - inverse_mass_matrix(w, inertia, arm) * n), 1e-4f);
    }
}

// One row: after it is solved the relative speed is the wanted one, within the bounds of its impulse.
TEST(RigidConstraint, ARowReachesItsSpeed) {
    Random random(12);
    for (int i = 0; i < 300; ++i) {
        const float ma = random.real(0, 2), mb = random.real(0.1f, 2);
        const Mat3 ia{{{1, 0, 0}, {0, 2, 0}, {0, 0, 0.5f}}}, ib{{{0.7f, 0, 0}, {0, 1, 0}, {0, 0, 3}}};
        RigidRow row;
        const Vec3 n = direction(random_vector(random), Vec3{1, 0, 0});
        row.linear_a = -n;
        row.linear_b = n;
        row.angular_a = random_vector(random);
        row.angular_b = random_vector(random);
        row.speed = {random.real(-1, 1), i % 3 ? 0 : random.real(0, 1)};
        row.min_impulse = i % 2 ? -1e9f : -0.01f;
        row.max_impulse = i % 2 ? 1e9f : 0.01f;
        prepare_row(row, ma, ia, mb, ib);
        RigidVelocity a{random_vector(random), 0, random_vector(random), 0},
            b{random_vector(random), 0, random_vector(random), 0};
        const Vec3 began_a = a.linear, began_b = b.linear;
        apply_row(row, solve_row(row, a, b), ma, a, mb, b);
        EXPECT_TRUE(row.impulse >= row.min_impulse && row.impulse <= row.max_impulse);
        if (row.impulse > row.min_impulse && row.impulse < row.max_impulse) {
            EXPECT_NEAR(row_speed(row, a, b) + row.speed.softness * row.impulse, row.speed.wanted, 2e-5f);
        }
        if (ma > 0) {
            EXPECT_LT(length((a.linear - began_a) / ma + (b.linear - began_b) / mb), 1e-4f) << "momentum";
        }
    }
}

// A spring taken at the end of the substep: one step of a mass on it is implicit Euler's.
TEST(RigidConstraint, ImplicitSpringsAreImplicitEuler) {
    Random random(13);
    for (int i = 0; i < 200; ++i) {
        const double k = random.between(0, 1e4), c = random.between(0.1, 50), h = random.between(0.001, 0.05), m = 1.7;
        const double x = random.between(-1, 1), v = random.between(-3, 3), target_speed = random.between(-1, 1);
        const SoftSpeed s = implicit_spring(static_cast<float>(k), static_cast<float>(c), static_cast<float>(-x),
                                            static_cast<float>(target_speed), static_cast<float>(h));
        // v' = v + λ/m, v' - wanted + softness λ = 0
        const double lambda = (static_cast<double>(s.wanted) - v) / (1 / m + static_cast<double>(s.softness));
        const double now = v + lambda / m;
        const double expected = (m * v - h * k * x + h * c * target_speed) / (m + h * h * k + h * c);
        EXPECT_NEAR(now, expected, 1e-5 * (1 + std::fabs(expected) + std::fabs(v)));
    }
    EXPECT_EQ(implicit_spring(0, 0, 1, 1, 0.01f).softness, 0) << "no spring at all";
}

// ---- closed forms

// Against four thousand small steps of a Runge-Kutta method, for weak, critical and strong damping.
TEST(Oscillator, IsTheSolutionOfItsEquation) {
    for (const double stiffness : {0.0, 1e-3, 4.0, 400.0, 1e5})
        for (const double damping : {0.0, 1e-3, 0.5, 4.0, 40.0, 700.0}) {
            const double h = 0.02, force = 3;
            const Oscillation o = oscillation(stiffness, damping, h);
            double y = 0.7, v = -2;
            const double y1 = o.keep * y + o.carry * v + o.push * force, v1 = o.pull * y + o.slow * v + o.carry * force;
            constexpr int parts = 4000;
            const double dt = h / parts;
            const auto a = [&](double at, double speed) { return -stiffness * at - damping * speed + force; };
            for (int i = 0; i < parts; ++i) {
                const double k1 = a(y, v), v2 = v + dt / 2 * k1, k2 = a(y + dt / 2 * v, v2), v3 = v + dt / 2 * k2,
                             k3 = a(y + dt / 2 * v2, v3), v4 = v + dt * k3, k4 = a(y + dt * v3, v4);
                y += dt / 6 * (v + 2 * v2 + 2 * v3 + v4);
                v += dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
            }
            // The method's own error is (ω dt)^4, below 1e-11 here. Around critical damping the closed form leaves out
            // terms of 1e-12, and where there is hardly a spring of 1e-8 in the share of a force.
            EXPECT_NEAR(y1, y, 1e-7 * (1 + std::fabs(y))) << stiffness << " " << damping;
            EXPECT_NEAR(v1, v, 1e-5 * (1 + std::fabs(v))) << stiffness << " " << damping;
        }
}

TEST(Oscillator, TwoHalvesAreAWhole) {
    for (const double stiffness : {0.0, 9.0, 1e4, 1e8})
        for (const double damping : {0.0, 6.0, 300.0, 1e6}) {
            const Oscillation half = oscillation(stiffness, damping, 0.01),
                              whole = oscillation(stiffness, damping, 0.02);
            const double y = half.keep * 1 + half.carry * 2, v = half.pull * 1 + half.slow * 2;
            EXPECT_NEAR(half.keep * y + half.carry * v, whole.keep * 1 + whole.carry * 2, 1e-9);
            EXPECT_NEAR(half.pull * y + half.slow * v, whole.pull * 1 + whole.slow * 2,
                        1e-9 * (1 + std::sqrt(stiffness) + damping));
        }
}

TEST(PlasticRule, FlowsTowardsTheYieldStrain) {
    const PlasticRule rule{.yield_strain = 0.1f, .creep = 2, .hardening = 0, .max_strain = 1e30f};
    EXPECT_FALSE(PlasticRule{}.any());
    EXPECT_TRUE(rule.any());
    // Held at 0.4 for a second in many steps, and in one: (e - y) (1 - exp(-creep t)) stays.
    double elastic = 0.4, plastic = 0;
    for (int i = 0; i < 100; ++i) {
        const double flows =
            elastic * static_cast<double>(plastic_fraction(rule, rule.yield_strain, static_cast<float>(elastic),
                                                           static_cast<float>(plastic), flow_fraction(rule, 0.01)));
        elastic -= flows;
        plastic += flows;
    }
    EXPECT_NEAR(plastic, 0.3 * (1 - std::exp(-2.0)), 1e-5);
    EXPECT_NEAR(0.4 * static_cast<double>(plastic_fraction(rule, 0.1f, 0.4f, 0, flow_fraction(rule, 1))),
                0.3 * (1 - std::exp(-2.0)), 1e-6);
    EXPECT_EQ(plastic_fraction(rule, 0.1f, 0.1f, 0, 1), 0) << "what does not yield stays elastic";
}

TEST(PlasticRule, HardensAndEnds) {
    PlasticRule rule{.yield_strain = 0.1f, .creep = 1e9f, .hardening = 0.5f, .max_strain = 0.2f};
    EXPECT_NEAR(plastic_fraction(rule, 0.1f, 0.4f, 0.1f, 1), 1 - 0.15 / 0.4, 1e-6) << "yields at 0.1 + 0.5 × 0.1";
    EXPECT_EQ(plastic_fraction(rule, 0.1f, 0.4f, 0.2f, 1), 0) << "no more can stay";
}

}  // namespace
}  // namespace formulas_tests
}  // namespace pliant
