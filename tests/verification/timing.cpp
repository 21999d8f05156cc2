// Time: what settles before the first frame, characters that are put elsewhere, and rates that do not depend on each
// other (Rajagopalan 2013, 4.4: animation, simulation and display each have their own).

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "characters.h"
#include "worlds.h"

namespace pliant::testing {
namespace timing_tests {
namespace {

// A cape on the tube's shoulders.
std::string caped(const std::string& world, const std::string& character) {
    return R"({ "format": 1, "world": { "substeps": 4, )" + world + R"( }, "assets": { "tube": { "file": ")" +
           tube_file() +
           R"(" }, "cape": { "shape": "plane", "size": [0.4, 0, 0.6], "detail": 10 } },
        "characters": { "ada": { "asset": "tube", "scale": 0.5, "collider": "capsules", )" +
           character +
           R"( } }, "bodies": { "cape": { "asset": "cape", "kind": "cloth", "position": [0.15, 1.8, 0.55] } },
        "attachments": { "clasp": { "body": "cape", "where": { "low": [-1, -1, -0.31], "high": [1, 1, -0.29] }, "to": "ada" } } })";
}

std::vector<Vec3> places(const World& world) {
    const ParticleView& view = world.body(world.find_body("cape"))->view;
    std::vector<Vec3> all;
    for (u32 p = 0; p < view.count; ++p) all.push_back(view.position[p].xyz());
    return all;
}

double furthest(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
    double most = 0;
    for (size_t i = 0; i < a.size(); ++i) most = std::max<double>(most, length(a[i] - b[i]));
    return most;
}

TEST(Preroll, SettlesWhileAnimationStandsStill) {
    const auto settled = world_of(caped(R"("rate": 60, "preroll": 2)", R"("clip": "Wave")"));
    const auto waiting = world_of(caped(R"("rate": 60)", R"("clip": "Wave", "speed": 0)"));
    EXPECT_EQ(settled->time(), 0);
    EXPECT_EQ(settled->step_count(), 0u);
    EXPECT_EQ(settled->character(settled->find_character("ada"))->now.time, 0);
    for (int i = 0; i < 120; ++i) waiting->step();
    EXPECT_EQ(furthest(places(*settled), places(*waiting)), 0) << "as if the animation had waited";
    const Vec3d center = settled->bodies().center_of_mass(settled->find_body("cape"));
    std::printf("the cape hangs at %.3f m and moves at %.3f m/s\n", center.y,
                length(settled->bodies().momentum(settled->find_body("cape"))) /
                    settled->bodies().mass(settled->find_body("cape")));
    EXPECT_LT(center.y, 1.65);
    settled->step();
    EXPECT_NEAR(settled->time(), 1.0 / 60, 1e-12);
    EXPECT_GT(settled->character(settled->find_character("ada"))->now.time, 0);
}

TEST(Teleport, TakesAlongWhatFollowsAndHangs) {
    const auto stays = world_of(caped(R"("rate": 60)", R"("clip": "Wave")")),
               goes = world_of(caped(R"("rate": 60)", R"("clip": "Wave")"));
    for (int i = 0; i < 60; ++i) stays->step(), goes->step();
    const Transform by{{8, 1, -4}, turn({0, 1, 0}, pi / 2).to<float>()};
    goes->characters().teleport(goes->find_character("ada"), by);
    const auto apart = [&] {
        std::vector<Vec3> moved = places(*stays);
        for (Vec3& p : moved) p = by * p;
        return furthest(moved, places(*goes));
    };
    EXPECT_LT(apart(), 2e-6);
    stays->step(), goes->step();
    const double at_once = apart();
    const auto speed = [](const World& world) { return greatest_speed(world.body(world.find_body("cape"))->view); };
    const double faster = speed(*goes) / speed(*stays);
    for (int i = 0; i < 30; ++i) stays->step(), goes->step();
    // Rounding is another at another place, and folds amplify it: nothing else is different.
    std::printf("a step later %.2g m apart and %.4f times as fast, half a second later %.2g m\n", at_once, faster,
                apart());
    EXPECT_LT(at_once, 1e-4);
    EXPECT_NEAR(faster, 1, 0.01);
    EXPECT_LT(apart(), 0.05);
}

TEST(Teleport, KeysThatJumpDoToo) {
    const std::string jump =
        R"("clip": "Wave", "position": { "keys": [[0, [0, 0, 0]], [0.9999, [0, 0, 0]], [1, [30, 0, 0]]] })";
    const auto cut = world_of(caped(R"("rate": 60)", jump + R"(, "teleport_distance": 1)")),
               runs = world_of(caped(R"("rate": 60)", jump)),
               stands = world_of(caped(R"("rate": 60)", R"("clip": "Wave")"));
    const auto most = [](World& world) {
        double speed = 0;
        for (int i = 0; i < 75; ++i) {
            world.step();
            speed = std::max<double>(speed, greatest_speed(world.body(world.find_body("cape"))->view));
        }
        return speed;
    };
    const double with = most(*cut), without = most(*runs), usual = most(*stands);
    const auto center = [](const World& world) { return world.bodies().center_of_mass(world.find_body("cape")).x; };
    std::printf("fastest %.2f m/s, as if it had stood: %.2f m/s; dragged along it would be %.0f m/s\n", with, usual,
                without);
    EXPECT_NEAR(with, usual, 0.05 * usual);
    EXPECT_GT(without, 100);
    EXPECT_NEAR(center(*cut), 30 + center(*stands), 0.05);
}

// Where a bone is depends on the time and on how fast the clip plays, and on nothing else.
TEST(Rates, AnimationSimulationAndDisplayAreIndependent) {
    const auto hand = [](World& world, double seconds) {
        while (world.time() < seconds - 1e-9) world.step();
        const CharacterInstance& ada = *world.character(world.find_character("ada"));
        return ada.frames[head].position;
    };
    const auto at = [&](const char* rate, const char* speed, double seconds) {
        const auto world =
            world_of(caped(std::string(R"("rate": )") + rate, std::string(R"("clip": "Wave", "speed": )") + speed));
        return hand(*world, seconds);
    };
    const Vec3 usual = at("60", "1", 0.5);
    for (const char* rate : {"30", "120"}) EXPECT_LT(length(at(rate, "1", 0.5) - usual), 1e-6f) << rate;
    EXPECT_LT(length(at("60", "0.5", 1.0) - usual), 1e-6f) << "half as fast, in twice the time";
    EXPECT_LT(length(at("60", "2", 0.25) - usual), 1e-6f) << "twice as fast, in half the time";

    // The display asks 47 times a second: steps stay what they are, and what is shown lies between two of them.
    const auto shown = world_of(caped(R"("rate": 60)", R"("clip": "Wave")")),
               stepped = world_of(caped(R"("rate": 60)", R"("clip": "Wave")"));
    u32 steps = 0;
    for (int frame = 0; frame < 47; ++frame) {
        steps += shown->advance(1.0 / 47);
        EXPECT_GE(shown->interpolation(), 0);
        EXPECT_LE(shown->interpolation(), 1);
        EXPECT_NEAR(shown->time() + shown->interpolation() / 60, (frame + 1) / 47.0, 1e-6);
    }
    for (u32 i = 0; i < steps; ++i) stepped->step();
    EXPECT_TRUE(steps == 60 || steps == 59) << steps;
    EXPECT_EQ(shown->hash(), stepped->hash()) << "how often it is shown changes nothing";
}

}  // namespace
}  // namespace timing_tests
}  // namespace pliant::testing
