// Cloth against closed forms: what it keeps, how it hangs, how it swings, how far it stretches.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "body/inspection.h"
#include "core/trig.h"
#include "worlds.h"

namespace pliant::testing {
namespace cloth_tests {
namespace {

std::string with(std::string text, const std::string& word, const std::string& by) {
    for (size_t at = text.find(word); at != std::string::npos; at = text.find(word)) text.replace(at, word.size(), by);
    return text;
}

// ---- what it keeps

const char* const spinning_sheet = R"({ "format": 1, "world": { "gravity": [0, 0, 0], "sleep": { "enabled": false } },
    "assets": { "s": { "shape": "plane", "size": [1, 0, 1], "detail": 20 } },
    "bodies": { "s": { "asset": "s", "kind": "cloth", "air_drag": 0, "drag": 0, "damping": DAMPING, "small_steps": STEPS,
                       "bend_model": "MODEL", "velocity": [1, 0.5, -2], "spin": [100, 250, 60] } } })";

// No outer force. Corrections of links and bends keep both momenta to rounding; what is left of the drift of the
// angular momentum is that of a step in which positions and not momenta are what is corrected, and falls with its
// length.
TEST(Cloth, KeepsMomentum) {
    for (const char* model : {"dihedral", "triangle"})
        for (const char* damping : {"0", "2"}) {
            double drift[2];
            for (int fine = 0; fine < 2; ++fine) {
                auto world = world_of(
                    with(with(with(spinning_sheet, "DAMPING", damping), "STEPS", fine ? "16" : "4"), "MODEL", model));
                const BodyId s = world->find_body("s");
                for (int i = 0; i < 10; ++i) world->step();
                const Vec3d c = world->bodies().center_of_mass(s), p = world->bodies().momentum(s);
                const Vec3d spin = world->bodies().angular_momentum(s) - cross(c, p);
                for (int i = 0; i < 60; ++i) world->step();
                const Vec3d c1 = world->bodies().center_of_mass(s), p1 = world->bodies().momentum(s);
                const Vec3d spin1 = world->bodies().angular_momentum(s) - cross(c1, p1);
                const double linear = length(p1 - p) / length(p);
                drift[fine] = length(spin1 - spin) / length(spin);
                std::printf("%s, damping %s, %s small steps: momentum %.1e, angular %.1e in a second\n", model, damping,
                            fine ? "16" : "4", linear, drift[fine]);
                // Every particle is moved by some 24 corrections in a small step, each rounded to half a unit in the
                // last place of a position of about 3 m, which is a speed over the length of that step; at random.
                const double small = 1.0 / 240 / (fine ? 16 : 4);
                const double rounding = 1.2e-7 / small * std::sqrt(24 / small) / std::sqrt(441.0) / 2.3;
                EXPECT_LT(linear, 3 * rounding);
            }
            EXPECT_LT(drift[0], 0.03);  // 0.021 is seen
            EXPECT_LT(drift[1], 0.7 * drift[0]);
        }
}

// ---- how it hangs

// A strip between two heights, much longer than wide: a catenary. y = a cosh(x/a), of which half the length is
// a sinh(d/2a); the sag is a (cosh(d/2a) - 1).
TEST(Cloth, HangsInACatenary) {
    const double length_of = 2, apart = 1.6;
    double low = 0.01, high = 10;
    for (int i = 0; i < 100; ++i) {
        const double a = (low + high) / 2;
        (a * std::sinh(apart / 2 / a) > length_of / 2 ? low : high) = a;
    }
    const double sag = low * (std::cosh(apart / 2 / low) - 1);
    auto world = world_of(R"({ "format": 1, "world": { "sleep": { "enabled": false } },
        "assets": { "s": { "shape": "plane", "size": [2, 0, 0.025], "detail": 80 } },
        "bodies": { "s": { "asset": "s", "kind": "cloth", "stretch_stiffness": 1e6, "bend_stiffness": 1e-7, "stretch_limit": 0,
                           "damping": 3, "air_drag": 1 } },
        "attachments": {
          "left": { "body": "s", "where": { "point": [-1, 0, 0], "radius": 0.013 },
                    "position": { "keys": [[0, [-1, 0, 0]], [1, [-0.8, 0, 0]]] } },
          "right": { "body": "s", "where": { "point": [1, 0, 0], "radius": 0.013 },
                     "position": { "keys": [[0, [1, 0, 0]], [1, [0.8, 0, 0]]] } } } })");
    for (int i = 0; i < 60 * 12; ++i) world->step();
    const BodyId s = world->find_body("s");
    const double hangs = -particle_bounds(*world, s).low.y;
    double weight = 0;  // mean over some swings of what is left of its motion
    for (int i = 0; i < 240; ++i) {
        world->step();
        world->contents().attachments.each([&](AttachmentId, const Attachment& a) { weight += a.force.y / 240; });
    }
    const double whole = world->bodies().mass(s) * 9.81;
    std::printf("a strip of %g m between points %g m apart: sag %.4f m, catenary %.4f m; held up by %.4f N of %.4f N\n",
                length_of, apart, hangs, sag, weight, whole);
    EXPECT_NEAR(hangs, sag, 0.01 * sag);
    EXPECT_NEAR(weight, whole, 0.01 * whole);
}

// Held at its upper edge, soft: longer by ρ g L² / 2K, at any density of the mesh.
TEST(Cloth, StretchesByItsOwnWeightAsItShould) {
    const double k = 60, rho = 0.3, tall = 1;
    const double closed = rho * 9.81 * tall * tall / (2 * k);
    for (const char* detail : {"10", "20", "40"}) {
        auto world = world_of(with(with(R"({ "format": 1, "world": { "sleep": { "enabled": false } },
            "assets": { "s": { "shape": "plane", "size": [0.5, 0, 1], "detail": DETAIL } },
            "bodies": { "s": { "asset": "s", "kind": "cloth", "stretch_stiffness": 60, "shear_stiffness": 1, "density": 0.3,
                               "stretch_limit": 1, "damping": 4, "rotation": [90, 0, 0], "air_drag": 0,
                               "hold": { "low": [-1, -1, -0.51], "high": [1, 1, -0.499] } } } })",
                                        "DETAIL", detail),
                                   "\n", " "));
        for (int i = 0; i < 60 * 6; ++i) world->step();
        const double longer = particle_bounds(*world, world->find_body("s")).size().y - tall;
        std::printf("%s cells: %.5f m longer, %.5f m by the closed form\n", detail, longer, closed);
        EXPECT_NEAR(longer, closed, 0.1 * closed);
    }
}

// ---- how it swings

// A hanging chain swings with ω = 1.2024 sqrt(g / L) (half the first zero of the Bessel function J0).
TEST(Cloth, SwingsLikeAChain) {
    // The error is that of a first-order step, and falls with its length.
    for (const auto& [steps, bound] : {std::pair{"2", 0.025}, {"4", 0.01}, {"16", 0.002}}) {
        auto world = world_of(with(R"({ "format": 1, "world": { "sleep": { "enabled": false } },
        "assets": { "s": { "shape": "plane", "size": [0.1, 0, 1], "detail": 30 } },
        "bodies": { "s": { "asset": "s", "kind": "cloth", "stretch_stiffness": 1e5, "bend_stiffness": 1e-7, "small_steps": STEPS, "damping": 0,
                           "air_drag": 0, "drag": 0, "rotation": [87, 0, 0],
                           "hold": { "low": [-1, -1, -0.51], "high": [1, 1, -0.499] } } } })",
                                   "STEPS", steps));
        const BodyId s = world->find_body("s");
        double before = 0, first = 0, last = 0;
        int crossings = 0;
        Vec3d top;
        const ParticleView& view = world->body(s)->view;
        for (u32 p = 0; p < view.count; ++p)
            if (view.position[p].w == 0) top = view.position[p].xyz().to<double>();
        for (int i = 0; i < 60 * 12; ++i) {
            world->step();
            const double off = world->bodies().center_of_mass(s).z - top.z;
            if (i > 60 && before < 0 && off >= 0) {
                const double when = world->time() - world->step_length() * off / (off - before);
                if (crossings++ == 0) first = when;
                last = when;
            }
            before = off;
        }
        ASSERT_GT(crossings, 3);
        const double period = (last - first) / (crossings - 1), closed = 2 * pi / (1.2024 * std::sqrt(9.81 / 1.0));
        std::printf("%s small steps: period %.4f s, a chain's %.4f s\n", steps, period, closed);
        EXPECT_NEAR(period, closed, bound * closed);
    }
}

// With still colliders and no wind, kinetic and potential energy together never exceed what they were.
TEST(Cloth, GainsNoEnergy) {
    for (const bool ball : {false, true}) {
        auto world = world_of(with(R"({ "format": 1, "world": { "sleep": { "enabled": false } },
            "assets": { "s": { "shape": "plane", "size": [1, 0, 1], "detail": 30 } },
            "bodies": { "s": { "asset": "s", "kind": "cloth", "damping": 0, "air_drag": 0, "drag": 0, "position": [0, 1, 0]
                               HOLD } },
            "colliders": { "floor": { "shape": "plane" }, "ball": { "shape": "sphere", "radius": 0.3, "position": [0, 0.5, 0] } } })",
                                   "HOLD", ball ? "" : R"(, "hold": { "point": [-0.5, 0, -0.5], "radius": 0.01 })"));
        double least = 1e30, most_gain = 0, start = 0;
        for (int i = 0; i < 240; ++i) {
            world->step();
            const World::Energy e = world->energy();
            const double total = e.kinetic + e.potential;
            if (i == 0) start = total;
            most_gain = std::max(most_gain, total - start);
            least = std::min(least, total);
        }
        std::printf("%s: energy at first %.4f J, at least %.4f J, never above by more than %.1e J\n",
                    ball ? "onto a ball" : "by a corner", start, least, most_gain);
        EXPECT_LT(most_gain, 1e-4 * std::fabs(start));
    }
}

// ---- how far it does not stretch

TEST(Cloth, HardlyStretchesHungByTwoCorners) {
    for (const char* detail : {"31", "63"}) {
        auto world = world_of(with(R"({ "format": 1, "world": { "sleep": { "enabled": false } },
            "assets": { "s": { "shape": "plane", "size": [2, 0, 2], "detail": DETAIL } },
            "bodies": { "s": { "asset": "s", "kind": "cloth", "stretch_stiffness": 1e9, "shear_stiffness": 10, "air_drag": 0,
                               "density": 0.25, "damping": 0.1 } },
            "attachments": {
              "left": { "body": "s", "where": { "point": [-1, 0, -1] } }, "right": { "body": "s", "where": { "point": [1, 0, -1] } } } })",
                                   "DETAIL", detail));
        const Body& body = *world->body(world->find_body("s"));
        double worst = 0;
        for (int i = 0; i < 120; ++i) {
            world->step();
            std::vector<std::array<u32, 2>> links;
            if (i % 20 != 19) continue;
            body.matter->inspection()->links(links);
            double mean = 0;
            for (const auto& [a, b] : links) {
                const float rest = length(body.model->rest_position(b) - body.model->rest_position(a));
                mean += std::fabs(length(body.view.position[b].xyz() - body.view.position[a].xyz()) / rest - 1);
            }
            worst = std::max(worst, mean / static_cast<double>(links.size()));
        }
        std::printf("%s cells: links along threads are %.2f %% off at most, on average\n", detail, worst * 100);
        EXPECT_LT(worst, 0.01);
    }
}

// Held along a whole side, led or fixed, it hangs there as it was made: nothing draws it in.
TEST(Cloth, HangsStillFromAWholeSide) {
    for (const bool led : {false, true}) {
        std::string scene = R"({ "format": 1, "world": { "sleep": { "enabled": false }, "gravity": [0, 0, 0] },
            "assets": { "s": { "shape": "plane", "size": [1, 0, 1], "detail": 20 } },
            "bodies": { "s": { "asset": "s", "kind": "cloth", "rotation": [50, 20, 0])";
        scene +=
            led ? R"( } }, "attachments": { "a": { "body": "s", "where": { "point": [0, 0, -0.5], "radius": 0.2 } } } })"
                : R"(, "hold": { "low": [-1, -1, -0.51], "high": [1, 1, -0.499] } } } })";
        auto world = world_of(scene);
        const ParticleView& view = world->body(world->find_body("s"))->view;
        std::vector<Vec3> before;
        for (u32 p = 0; p < view.count; ++p) before.push_back(view.position[p].xyz());
        for (int i = 0; i < 30; ++i) world->step();
        float most = 0;
        for (u32 p = 0; p < view.count; ++p) most = std::max(most, length(view.position[p].xyz() - before[p]));
        std::printf("%s along a side: moves by %.1e m in half a second\n", led ? "led" : "held", most);
        EXPECT_LT(most, 1e-4f);
    }
}

// ---- colliders

TEST(Cloth, StaysOnASphere) {
    auto world = world_of(R"({ "format": 1,
        "assets": { "s": { "shape": "plane", "size": [2, 0, 2], "detail": 40 } },
        "bodies": { "s": { "asset": "s", "kind": "cloth", "position": [0, 0.6, 0], "thickness": 0.01, "friction": 0.4 } },
        "colliders": { "ball": { "shape": "sphere", "radius": 0.5, "friction": 0.4 } } })");
    const ParticleView& view = world->body(world->find_body("s"))->view;
    float deepest = 0;
    for (int i = 0; i < 180; ++i) {
        world->step();
        for (u32 p = 0; p < view.count; ++p) deepest = std::max(deepest, 0.5f - length(view.position[p].xyz()));
    }
    std::printf("deepest particle in the sphere, over 3 s: %.2e m\n", deepest);
    EXPECT_LE(deepest, 0);
}

}  // namespace
}  // namespace cloth_tests
}  // namespace pliant::testing
