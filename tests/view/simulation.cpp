// The simulation on its thread: it performs commands, shows the result, and never makes the window wait.
#include "pliant/view/simulation.h"

#include <gtest/gtest.h>

#include "pliant/view/pick.h"
#include "view/support.h"

namespace pliant::view {
namespace simulation_tests {
namespace {

using Clock = std::chrono::steady_clock;

// Looks at it as a window does, until something holds.
template <class F>
bool wait_for(Simulation& s, F&& holds, double seconds = 30) {
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    while (Clock::now() < end) {
        s.moment();
        if (holds(s.state())) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return false;
}

TEST(Simulation, PlaysStepsSeeksAndResets) {
    Simulation s(1);
    s.load(source_of(small_scene), true);
    ASSERT_TRUE(wait_for(s, [](const PlayerState& p) { return p.ready; }));
    EXPECT_EQ(s.state().frame, 0u);
    EXPECT_EQ(s.moment()->bodies.size(), 2u);
    s.play();
    EXPECT_TRUE(wait_for(s, [](const PlayerState& p) { return p.frame >= 15 && p.playing; }));
    s.pause();
    s.finish();
    const u64 here = s.state().frame;
    s.step(3);
    s.finish();
    EXPECT_EQ(s.state().frame, here + 3);
    EXPECT_EQ(s.moment()->step, here + 3);
    const u64 hash = s.state().hash;
    s.seek(2);
    s.finish();
    EXPECT_EQ(s.state().frame, 2u);
    s.seek(here + 3);
    s.finish();
    EXPECT_EQ(s.state().hash, hash);
    s.reset();
    s.finish();
    EXPECT_EQ(s.state().frame, 0u);
    EXPECT_EQ(s.state().frame_count, 1u);
}

TEST(Simulation, KeepsToItsSpeed) {
    Simulation s(1);
    s.load(source_of(small_scene), true);
    s.set_speed(0.25);
    ASSERT_TRUE(wait_for(s, [](const PlayerState& p) { return p.ready; }));
    s.play();
    const auto begin = Clock::now();
    ASSERT_TRUE(wait_for(s, [](const PlayerState& p) { return p.frame >= 15; }));
    // 15 steps at a quarter of 60 a second; that it is not faster is a promise, that it is not slower is not.
    EXPECT_GT(std::chrono::duration<double>(Clock::now() - begin).count(), 0.85);
}

TEST(Simulation, AWrongSceneIsASentenceAndTheOldWorldStays) {
    Simulation s(1);
    s.load(source_of(small_scene), true);
    s.step(4);
    s.finish();
    s.load(source_of("{ \"wrold\": {} }"), false);
    s.finish();
    const std::vector<std::string> errors = s.take_errors();
    ASSERT_EQ(errors.size(), 1u);
    EXPECT_NE(errors[0].find("wrold"), std::string::npos);
    EXPECT_EQ(s.state().frame, 4u);
    s.act(LiveChange{Target::body, "bob", "friction", Value(-1.0)});
    s.finish();
    EXPECT_EQ(s.take_errors().size(), 1u);
}

TEST(Simulation, ANewSceneIsSimulatedToWhereTheOldOneWas) {
    Simulation s(1);
    s.load(source_of(small_scene), true);
    s.step(12);
    s.finish();
    std::string other = small_scene;
    other.replace(other.find("0.1,"), 4, "0.09,");
    s.load(source_of(other), false);
    s.finish();
    EXPECT_EQ(s.state().frame, 12u);
    EXPECT_FALSE(s.state().busy);
}

TEST(Simulation, LoopsAtTheDuration) {
    Simulation s(1);
    s.load(source_of(small_scene), true);  // of 60 frames
    s.set_loop(true);
    s.set_speed(50);
    s.play();
    for (int i = 0; i < 2000 && s.state().simulated_again < 90; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    s.pause();
    s.finish();
    EXPECT_GE(s.state().simulated_again, 90u);  // more than once around
    EXPECT_EQ(s.state().frame_count, 61u);      // and never beyond
    EXPECT_EQ(s.state().mismatches, 0u);
    EXPECT_TRUE(s.state().loop);
}

TEST(Simulation, ShowsTheParticlesThatAreAskedFor) {
    Simulation s(1);
    s.load(source_of(small_scene), true);
    s.finish();
    EXPECT_TRUE(s.moment()->bodies[0].particles.empty());
    s.show_particles("twin");
    s.act(HoldParticles{"twin", {3}, true});
    s.act(TouchParticles{"twin", {3, 4}, false});
    s.finish();
    const auto moment = s.moment();
    EXPECT_TRUE(moment->bodies[0].particles.empty());
    const render::ShownBody& twin = moment->bodies[1];
    ASSERT_GT(twin.particles.size(), 4u);
    EXPECT_EQ(twin.particle_state[3], render::ParticleState::held | render::ParticleState::contact_disabled);
    EXPECT_EQ(twin.particle_state[4], render::ParticleState::contact_disabled);
    EXPECT_EQ(twin.particle_state[5], 0);
}

TEST(Simulation, PausesOnAHit) {
    Simulation s(1);
    s.pause_on({.hit = true});
    s.load(source_of(small_scene), true);
    s.play();
    ASSERT_TRUE(wait_for(s, [](const PlayerState& p) { return !p.paused_by.empty(); }));
    EXPECT_NE(s.state().paused_by.find("hit floor"), std::string::npos) << s.state().paused_by;
    EXPECT_FALSE(s.state().playing);
}

TEST(Simulation, ComparesTwoSettingsFromOneMoment) {
    Simulation s(1);
    s.load(source_of(small_scene), true);
    s.step(10);
    s.compare(true);
    s.step(20);
    s.finish();
    ASSERT_TRUE(s.compared_moment());
    EXPECT_EQ(s.moment()->bodies[0].positions, s.compared_moment()->bodies[0].positions) << "the same settings still";
    s.change({{Target::world, "", "gravity", Value(Vec3d{0, 4, 0})}});
    s.finish();
    EXPECT_EQ(s.state().frame, 30u) << "from frame 10 on, with the new setting, to where it was";
    EXPECT_EQ(s.compared_moment()->step, 30u);
    EXPECT_GT(s.moment()->bodies[0].bounds.center().y, s.compared_moment()->bodies[0].bounds.center().y + 0.1f);
}

TEST(Simulation, AComparisonKeepsEveryChangeAndThePlayhead) {
    Simulation s(1), expected(1);
    const LiveChange gravity{Target::world, "", "gravity", Value(Vec3d{0, -2, 0})},
        damping{Target::body, "bob", "damping", Value(2.0)};
    for (Simulation* each : {&s, &expected}) {
        each->load(source_of(small_scene), true);
        each->step(10);
        each->finish();
    }
    s.compare(true);
    s.step(20);
    s.finish();
    // As a slider does: the second one comes while the first is still on its way.
    s.change({gravity});
    s.change({damping});
    s.finish();
    EXPECT_EQ(s.state().frame, 30u);
    expected.act(damping);
    expected.act(gravity);
    expected.step(20);
    expected.finish();
    EXPECT_EQ(s.state().hash, expected.state().hash) << "both changes count, from frame 10 on";
    EXPECT_EQ(s.compared_moment()->step, 30u);
}

TEST(Simulation, ADeedThatCannotBeDoneAgainIsASentence) {
    Simulation s(1);
    s.load(source_of(small_scene), true);
    s.step(10);
    s.throw_ball({0, 1.5f, 1}, {0, 0, -3}, 0.1f);
    s.step(5);
    s.throw_ball({0, 1.5f, 1}, {0, 0, -3}, 0.1f);
    s.step(5);
    s.finish();
    ASSERT_EQ(s.state().bodies, 4u);
    s.load(source_of(crowded_scene()), false);
    s.finish();
    EXPECT_EQ(s.take_errors().size(), 1u);
    EXPECT_EQ(s.state().frame, 10u);
    EXPECT_FALSE(s.state().busy);
    s.play();
    ASSERT_TRUE(wait_for(s, [](const PlayerState& p) { return p.frame >= 15 && !p.playing; }));
    s.finish();
    EXPECT_EQ(s.take_errors().size(), 1u) << "the second ball";
    EXPECT_EQ(s.state().frame, 15u);
    s.step(10);
    s.finish();
    EXPECT_EQ(s.state().frame, 25u);
    EXPECT_EQ(s.state().bodies, 2u);
}

TEST(Simulation, AskingNeverWaitsForAStep) {
    Simulation s(1);
    std::string heavy = small_scene;
    heavy.replace(heavy.find("0.1,"), 4, "0.02,");  // some thousand particles: steps of tens of milliseconds
    s.load(source_of(heavy), true);
    ASSERT_TRUE(wait_for(
        s, [](const PlayerState& p) { return p.ready; }, 120));
    s.play();
    double longest = 0;
    const auto end = Clock::now() + std::chrono::milliseconds(600);
    std::vector<double> times;
    while (Clock::now() < end) {
        const auto begin = Clock::now();
        s.moment();
        s.state();
        s.stretches();
        times.push_back(std::chrono::duration<double>(Clock::now() - begin).count());
        longest = std::max(longest, times.back());
        std::this_thread::sleep_for(std::chrono::microseconds(500));
    }
    std::sort(times.begin(), times.end());
    // Not the longest: the machine may be busy with others. Waiting for steps would make most of them long.
    EXPECT_LT(times[times.size() * 9 / 10], 0.002);
}

TEST(Picking, FindsCharacters) {
    const std::string file = std::string(PLIANT_SOURCE_DIR) + "/examples/backpack/scene.json";
    Simulation s(1);
    s.load({read_file(file), file, folder_of(file), {}}, true);
    s.finish();
    const auto moment = s.moment();
    ASSERT_EQ(moment->characters.size(), 1u);
    const Vec3 middle = moment->characters[0].bounds.center();
    const auto hit = pick(*moment, {middle + Vec3{0, 0, 5}, {0, 0, -1}});
    ASSERT_TRUE(hit.has_value());
    EXPECT_EQ(hit->what, Picked::What::character);
    EXPECT_EQ(hit->name, "ada");
    const auto behind =
        pick(*moment, {middle + Vec3{0, 0, 5}, {0, 0, -1}}, [](const std::string& n) { return n == "ada"; });
    EXPECT_TRUE(!behind || behind->name != "ada");
}

TEST(Picking, FindsThePlaceAtRest) {
    Simulation s(1);
    s.load(source_of(small_scene), true);
    s.step(8);
    s.finish();
    const auto moment = s.moment();
    const Vec3 center = moment->bodies[0].bounds.center();
    const auto picked = pick(*moment, {center + Vec3{0, 0, 3}, {0, 0, -1}});
    ASSERT_TRUE(picked);
    EXPECT_EQ(picked->name, "bob");
    EXPECT_NEAR(picked->rest.z, 0.2, 0.02) << "the front of a ball of radius 0.2";
    EXPECT_NEAR(length(picked->point - center), 0.2, 0.02);
    const auto behind =
        pick(*moment, {center + Vec3{0, 0, 3}, {0, 0, -1}}, [](const std::string& n) { return n == "bob"; });
    EXPECT_TRUE(!behind || behind->name != "bob") << "hidden things are passed through";
    const auto floor = pick(*moment, {{3, 1, 3}, {0, -1, 0}});
    ASSERT_TRUE(floor);
    EXPECT_EQ(floor->name, "floor");
    EXPECT_NEAR(floor->distance, 1, 1e-5);
    const auto post = pick(*moment, {{1, 0.05f, 3}, {0, 0, -1}});
    ASSERT_TRUE(post);
    EXPECT_EQ(post->name, "post");
}

}  // namespace
}  // namespace simulation_tests
}  // namespace pliant::view
