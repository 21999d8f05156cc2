// A column on the floor under its own weight: how far it sinks, how it swings, and that both stay the same whatever the
// step, the mass and the spacing.
//
// A column bends aside under its own weight when it is higher than (7.84 E w² / (12 ρ g))^(1/3) (Greenhill 1881); those
// here are lower than that.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "worlds.h"

namespace pliant::testing {
namespace column_tests {
namespace {

struct Column {
    double width = 1.2, height = 2, spacing = 0.2, reach = 0, density = 1000;
    std::string stiffness = "\"half_width\": 3, \"youngs_modulus\": 2e5";  // nine tenths of what 1/60 s allows
    int rate = 60, substeps = 4;
    double damping = 0;

    std::unique_ptr<World> world() const {
        const auto text = [](double v) { return std::to_string(v); };
        return world_of(
            "{ \"format\": 1, \"world\": { \"rate\": " + std::to_string(rate) +
            ", \"substeps\": " + std::to_string(substeps) +
            ", \"sleep\": { \"enabled\": false } }, \"assets\": { \"c\": { \"shape\": \"box\", \"size\": [" +
            text(width) + ", " + text(height) + ", " + text(width) +
            "] } }, \"colliders\": { \"floor\": { \"shape\": \"plane\" } },"
            " \"bodies\": { \"c\": { \"asset\": \"c\", \"kind\": \"lattice\", \"drag\": 0, \"friction\": "
            "0, \"spacing\": " +
            text(spacing) + (reach > 0 ? ", \"reach\": " + text(reach) : "") + ", \"density\": " + text(density) +
            ", \"damping\": " + text(damping) + ", \"position\": [0, " + text(height / 2) + ", 0], " + stiffness +
            " } } }");
    }
};

double height_of(const World& world) {
    const Box box = particle_bounds(world, world.find_body("c"));
    return box.high.y - box.low.y;
}

// Where it comes to rest: damped until nothing moves.
double rest_height(Column column) {
    column.damping = 0.1;
    auto world = column.world();
    for (int i = 0; i < 5 * column.rate; ++i) world->step();
    double mean = 0;
    for (int i = 0; i < column.rate / 2; ++i) world->step(), mean += height_of(*world);
    return mean / (column.rate / 2);
}

// Let go unstrained on the floor it swings about its rest, and its weight never leaves the floor: the time between
// upward passages of the middle of the swing, over several swings.
double period(const Column& column) {
    auto world = column.world();
    std::vector<double> y;
    const BodyId c = world->find_body("c");
    for (int i = 0; i < 4 * column.rate; ++i) world->step(), y.push_back(world->bodies().center_of_mass(c).y);
    double low = 1e30, high = -1e30;
    for (double v : y) low = std::min(low, v), high = std::max(high, v);
    const double middle = (low + high) / 2;
    std::vector<double> passages;
    for (size_t i = 1; i < y.size(); ++i)
        if (y[i - 1] < middle && y[i] >= middle)
            passages.push_back((static_cast<double>(i) - (y[i] - middle) / (y[i] - y[i - 1])) / column.rate);
    if (passages.size() < 2) return 0;
    return (passages.back() - passages.front()) / static_cast<double>(passages.size() - 1);
}

// A rod of constant section under its own weight is shorter by ∫ ρ g (H - y) / E dy = ρ g H² / 2E, as long as that is
// small against H (under 1 % here: the nonlinear part is about that share of it). The bound is the promise: 10 %.
TEST(Verification, SagOfATallColumn) {
    for (const double modulus : {2e6, 5e6}) {
        Column column;
        column.width = 0.4, column.spacing = 0.1, column.substeps = 16,
        column.stiffness = "\"youngs_modulus\": " + std::to_string(modulus);
        const double sag = column.height - rest_height(column), closed = 1000 * 9.81 * 4 / (2 * modulus);
        std::printf("sag of a 2 m column of %g Pa: %.5f m, closed form %.5f m, ratio %.4f\n", modulus, sag, closed,
                    sag / closed);
        EXPECT_NEAR(sag / closed, 1, 0.1);
    }
}

struct Looks {
    double height, period;
};

Looks print(const char* what, const Column& column) {
    const Looks looks{rest_height(column), period(column)};
    std::printf("%-34s rest height %.4f m   period %.4f s\n", what, looks.height, looks.period);
    return looks;
}

void expect_near(const Looks& looks, const Looks& wanted, double share) {
    EXPECT_NEAR(looks.height / wanted.height, 1, share);
    EXPECT_NEAR(looks.period / wanted.period, 1, share);
}

// The closed form of the period is 4 H / sqrt(E/ρ) = 0.566 s, and that of the height 2 m - ρ g H² / 2E = 1.902 m.
TEST(Verification, LooksTheSameForAnyStep) {
    const Looks usual = print("60 Hz, 4 substeps", Column{});
    for (const int rate : {30, 60, 120})
        for (const int substeps : {1, 2, 4, 8, 16}) {
            Column column;
            column.rate = rate, column.substeps = substeps;
            char what[64];
            std::snprintf(what, sizeof what, "%d Hz, %d substep%s", rate, substeps, substeps > 1 ? "s" : "");
            expect_near(print(what, column), usual, 0.05);
        }
}

// By alpha, which asks for a motion whatever the mass is.
TEST(Verification, LooksTheSameForAnyMass) {
    Column column;
    column.stiffness = "\"half_width\": 3, \"alpha\": 0.8";
    const Looks usual = print("1000 kg/m³", column);
    for (const double factor : {0.01, 0.1, 10.0, 100.0}) {
        column.density = 1000 * factor;
        expect_near(print((std::to_string(column.density) + " kg/m³").c_str(), column), usual, 0.05);
    }
}

// Bodies of ten reaches, in lattices of two thirds, half and twice the spacing. Alpha asks for less stiffness than most
// moduli, so its body is large.
TEST(Verification, LooksTheSameForAnySpacing) {
    struct Case {
        const char* stiffness;
        double reach, width;
    };
    for (const Case& c : {Case{"\"youngs_modulus\": 6e5", 0.2, 0.6}, Case{"\"alpha\": 0.9", 1, 4}}) {
        Column column;
        column.width = c.width, column.height = 10 * c.reach, column.reach = c.reach, column.stiffness = c.stiffness;
        column.substeps = 8;
        std::printf("reach %g m, height %g m, %s\n", c.reach, column.height, c.stiffness);
        column.spacing = c.reach / 2;
        const Looks usual = print("spacing reach/2", column);
        for (const double share : {1.0, 3.0, 4.0}) {
            column.spacing = c.reach / share;
            expect_near(print(("spacing reach/" + std::to_string(static_cast<int>(share))).c_str(), column), usual,
                        0.15);
        }
    }
}

}  // namespace
}  // namespace column_tests
}  // namespace pliant::testing
