// A world with a past: whatever was done, going back and on again gives the same bits.
#include "pliant/view/simulator.h"

#include "core/error.h"
#include "core/random.h"
#include "pliant/view/document.h"
#include "view/support.h"

namespace pliant::view {
namespace simulator_tests {
namespace {

std::vector<u64> hashes(const Simulator& s) {
    std::vector<u64> all;
    for (const FrameInfo& f : s.frames()) all.push_back(f.hash);
    return all;
}

TEST(Simulator, GoesBackAndOnWithTheSameHashes) {
    Simulator s(1);
    s.build(source_of(small_scene));
    s.seek(90);
    const std::vector<u64> first = hashes(s);
    ASSERT_EQ(first.size(), 91u);
    for (const u64 frame : {30u, 29u, 0u, 77u, 90u, 5u}) {
        s.seek(frame);
        EXPECT_EQ(s.frame(), frame);
        EXPECT_EQ(s.world().hash(), first[frame]);
    }
    while (s.frame() < 90) s.step();
    EXPECT_EQ(hashes(s), first);
    EXPECT_GE(s.simulated_again(), 85u);
    EXPECT_EQ(s.mismatches(), 0u);
}

TEST(Simulator, HashesAreThoseOfAPlainRun) {
    Simulator s(1);
    s.build(source_of(small_scene));
    s.seek(40);
    const Scene scene = read(source_of(small_scene));
    SceneBuilder builder(scene);
    builder.prepare();
    World world({scene.world});
    builder.fill(world);
    for (u64 f = 0; f <= 40; ++f) {
        EXPECT_EQ(world.hash(), s.frames()[f].hash) << f;
        world.step();
    }
}

// A value that is set for a body also applies to pieces torn from it.
TEST(Simulator, ChangesReachPieces) {
    Simulator s(1);
    s.build(source_of(R"({ "format": 1, "behaviour": 1,
        "assets": { "ball": { "shape": "sphere", "size": [0.5, 0.5, 0.5], "detail": 8 } },
        "bodies": { "melon": { "asset": "ball", "spacing": 0.12, "position": [0, 1, 0], "velocity": [0, -6, 0],
                               "youngs_modulus": 1e5, "tear": { "stretch": 0.08, "squash": 1 } } },
        "colliders": { "edge": { "shape": "box", "size": [0.05, 0.8, 1], "position": [0, 0.4, 0] } } })"));
    s.seek(30);
    ASSERT_GT(s.world().contents().bodies.size(), 1u);
    s.act(LiveChange{Target::body, "melon", "friction", Value(0.125)});
    s.world().contents().bodies.each(
        [](BodyId, const Body& body) { EXPECT_EQ(body.common.number(BodyP::friction), 0.125) << body.name; });
}

TEST(Simulator, DeedsAreDoneAgainAtTheirFrames) {
    Simulator s(1, size_t{512} << 20, 7);
    s.build(source_of(small_scene));
    s.seek(10);
    const Vec3 at = s.world().bodies().center_of_mass(s.world().find_body("bob")).to<float>() + Vec3{0, 0.2f, 0};
    s.act(BeginGrab{1, {"bob", {0, 0.2f, 0}, at, 0.1f}});
    for (int i = 0; i < 20; ++i) {
        s.act(MoveGrab{1, at + Vec3{0.03f * static_cast<float>(i), 0.02f * static_cast<float>(i), 0}});
        s.step();
    }
    const double pulled = s.world().bodies().center_of_mass(s.world().find_body("bob")).x;
    EXPECT_GT(pulled, 0.1) << "the hand draws the body along";
    s.act(EndGrab{1});
    s.act(ThrowBall{"ball 1", {0, 1.5f, 1}, {0, 0, -3}, 0.1f});
    s.act(LiveChange{Target::world, "", "gravity", Value(Vec3d{0, -3, 0})});
    s.seek(60);
    s.act(LiveChange{Target::body, "twin", "youngs_modulus", Value(2e5)});
    s.act(PushCollider{"post", {{0.8f, 0.1f, 0}, {}}});
    s.seek(90);
    const std::vector<u64> first = hashes(s);
    Random random(3);
    for (int i = 0; i < 12; ++i) {
        s.seek(random.below(91));
        EXPECT_EQ(s.world().hash(), first[s.frame()]) << s.frame();
    }
    s.seek(90);
    EXPECT_EQ(hashes(s), first);
    EXPECT_EQ(s.mismatches(), 0u);
    EXPECT_EQ(s.world().contents().bodies.size(), 3u);
    s.seek(20);
    EXPECT_EQ(s.world().contents().bodies.size(), 2u) << "the ball was not there yet";
}

TEST(Simulator, AChangeMakesWhatLiesBeforeStaleAndDropsWhatComesAfter) {
    Simulator s(1);
    s.build(source_of(small_scene));
    s.seek(50);
    s.seek(30);
    EXPECT_EQ(s.frame_count(), 51u);
    s.act(LiveChange{Target::world, "", "gravity", Value(Vec3d{0, -1, 0})});
    EXPECT_EQ(s.frame_count(), 31u);
    s.seek(40);
    const std::vector<Stretch> stretches = s.stretches();
    ASSERT_EQ(stretches.size(), 2u);
    EXPECT_TRUE(stretches[0].stale);
    EXPECT_EQ(stretches[0].end, 31u);
    EXPECT_FALSE(stretches[1].stale);
    EXPECT_EQ(stretches[1].end, 41u);
    const u64 changed = s.hash();
    s.restart();
    EXPECT_EQ(s.frame_count(), 1u);
    EXPECT_EQ(s.stretches().size(), 1u);
    EXPECT_FALSE(s.stretches()[0].stale);
    EXPECT_EQ(s.world().parameters().vector(WorldP::gravity).y, -1) << "settings stay as they are now";
    s.seek(40);
    EXPECT_NE(s.hash(), changed) << "gravity is weak from the start now";
}

TEST(Simulator, AnEarlierDeedKeepsLaterChangesOfParameters) {
    const LiveChange damping{Target::body, "bob", "damping", Value(2.02)};
    Simulator s(1), expected(1);
    s.build(source_of(small_scene));
    expected.build(source_of(small_scene));
    s.seek(30);
    s.act(LiveChange{Target::body, "bob", "damping", Value(1.0)});
    s.seek(35);
    s.act(damping);
    s.act(LiveChange{Target::world, "", "gravity", Value(Vec3d{0, -5, 0})});
    s.seek(40);
    s.seek(10);
    const ThrowBall ball{"ball 1", {0, 1.5f, 1}, {0, 0, -3}, 0.1f};
    s.act(ball);
    EXPECT_EQ(s.world().parameters().vector(WorldP::gravity).y, -5);
    s.seek(40);
    expected.seek(10);
    expected.act(ball);
    expected.act(damping);
    expected.act(LiveChange{Target::world, "", "gravity", Value(Vec3d{0, -5, 0})});
    expected.seek(40);
    EXPECT_EQ(hashes(s), hashes(expected)) << "the last values, from the frame of the deed on";
    ASSERT_EQ(s.stretches().size(), 2u);
    EXPECT_EQ(s.stretches()[0].end, 11u) << "what lies before was made with other settings";
    // The same parameter, earlier: the last change counts.
    s.seek(5);
    s.act(LiveChange{Target::body, "bob", "damping", Value(0.5)});
    const ParameterSet& own = s.world().body(s.world().find_body("bob"))->own;
    EXPECT_EQ(own.number(own.table().find("damping")->id), 0.5);
    EXPECT_EQ(s.world().parameters().vector(WorldP::gravity).y, -5);
    s.seek(40);
    const std::vector<u64> first = hashes(s);
    s.seek(3);
    s.seek(40);
    EXPECT_EQ(hashes(s), first);
    EXPECT_EQ(s.mismatches(), 0u);
}

TEST(Simulator, ADeedThatCannotBeDoneAgainIsForgotten) {
    Simulator s(1);
    s.build(source_of(small_scene));
    s.seek(10);
    s.act(ThrowBall{"ball 1", {0, 1.5f, 1}, {0, 0, -3}, 0.1f});
    s.seek(15);
    s.act(ThrowBall{"ball 2", {0, 1.5f, 1}, {0, 0, -3}, 0.1f});
    s.seek(20);
    s.build(source_of(crowded_scene()), Simulator::History::keep);
    EXPECT_THROW(s.seek(20), Error);
    EXPECT_EQ(s.frame(), 10u);
    EXPECT_THROW(s.seek(20), Error);
    EXPECT_EQ(s.frame(), 15u);
    s.seek(20);
    EXPECT_EQ(s.frame(), 20u);
    EXPECT_EQ(s.world().contents().bodies.size(), 2u);
}

TEST(Simulator, ACopyOfTheFramesIsBroughtUpToDateByWhatIsNew) {
    Simulator s(1);
    s.build(source_of(small_scene));
    s.follow({"bob", {}, {0, 0.7f, 0}, 0});
    std::vector<FrameInfo> frames;
    std::vector<ProbeSample> samples;
    const auto same = [&] {
        if (samples.size() != s.followed().size()) return false;
        for (size_t i = 0; i < samples.size(); ++i)
            if (samples[i].frame != s.followed()[i].frame || samples[i].position != s.followed()[i].position)
                return false;
        std::vector<u64> copied;
        for (const FrameInfo& f : frames) copied.push_back(f.hash);
        return copied == hashes(s);
    };
    s.seek(50);
    EXPECT_EQ(s.sync_to(frames), 51u);
    EXPECT_EQ(s.sync_to(samples), 50u);
    EXPECT_TRUE(same());
    s.step();
    EXPECT_EQ(s.sync_to(frames), 1u) << "not all of them: a run can be long";
    EXPECT_EQ(s.sync_to(samples), 1u);
    EXPECT_TRUE(same());
    s.seek(30);
    EXPECT_EQ(s.sync_to(frames), 0u);
    s.sync_to(samples);
    EXPECT_TRUE(same());
    s.act(LiveChange{Target::world, "", "gravity", Value(Vec3d{0, -1, 0})});
    s.seek(40);
    EXPECT_EQ(s.sync_to(frames), 10u);
    EXPECT_EQ(s.sync_to(samples), 10u);
    EXPECT_TRUE(same());
    s.restart();
    s.sync_to(frames);
    s.sync_to(samples);
    EXPECT_TRUE(same());
    EXPECT_EQ(frames.size(), 1u);
}

TEST(Simulator, RestartEqualsANewWorldWithTheSettingsOfNow) {
    Document d = Document::untitled(small_scene, "", "");
    d.set("bodies.bob.youngs_modulus", "9e4");
    d.set("world.gravity", "[0, -5, 0]");
    d.set("colliders.post.position", "[0.3, 0, 0]");
    Simulator s(1), fresh(1);
    s.build(source_of(small_scene));
    s.seek(25);
    const SceneChanges changes = changes_between(s.scene(), read(source_of(d.text())));
    EXPECT_FALSE(changes.rebuild) << changes.why;
    EXPECT_EQ(changes.live.size(), 4u) << "twin is like bob";
    for (const LiveChange& change : changes.live) s.act(change);
    s.restart();
    s.seek(30);
    fresh.build(source_of(d.text()));
    fresh.seek(30);
    EXPECT_EQ(s.hash(), fresh.hash());
}

TEST(Simulator, StartingOverDoesAllAgainThatWasDoneByHand) {
    Simulator s(1);
    s.build(source_of(small_scene));
    s.seek(10);
    s.act(HoldParticles{"bob", {0, 1, 2, 3}, true});
    s.seek(40);
    const std::vector<u64> first = hashes(s);
    s.start_over();
    EXPECT_EQ(s.frame(), 0u);
    s.seek(40);
    EXPECT_EQ(hashes(s), first);
    EXPECT_EQ(s.mismatches(), 0u);
}

// The present settings count from the first frame on, and the user's actions are repeated at their frames.
TEST(Simulator, StartingOverTakesSettingsOfNow) {
    Simulator s(1);
    s.build(source_of(small_scene));
    s.seek(10);
    s.act(HoldParticles{"bob", {0, 1, 2, 3}, true});
    s.seek(20);
    s.act(LiveChange{Target::body, "bob", "friction", Value(0.125)});
    EXPECT_TRUE(s.stretches()[0].stale);
    s.start_over();
    s.seek(40);
    ASSERT_EQ(s.stretches().size(), 1u);
    EXPECT_FALSE(s.stretches()[0].stale);

    std::string text = small_scene;
    text.insert(text.find("\"youngs_modulus\""), "\"friction\": 0.125, ");
    text.insert(text.find("\"like\": \"bob\""), "\"friction\": 0.5, ");  // only bob's was changed
    Simulator fresh(1);
    fresh.build(source_of(text));
    fresh.seek(10);
    fresh.act(HoldParticles{"bob", {0, 1, 2, 3}, true});
    fresh.seek(40);
    EXPECT_EQ(hashes(s), hashes(fresh));
}

TEST(Simulator, HeldParticlesStayAndMutedOnesFallThrough) {
    Simulator s(1);
    s.build(source_of(small_scene));
    const Body& bob = *s.world().body(s.world().find_body("bob"));
    std::vector<u32> all(bob.view.count);
    for (u32 p = 0; p < all.size(); ++p) all[p] = p;
    const Vec3 before = bob.view.position[0].xyz();
    s.act(HoldParticles{"bob", all, true});
    s.act(TouchParticles{"bob", all, false});
    s.seek(10);
    EXPECT_EQ(bob.view.position[0].xyz(), before);
    s.act(HoldParticles{"bob", all, false});
    s.seek(60);
    EXPECT_LT(bob.view.position[0].y, -0.5f);  // through the floor
}

// A body that was rebuilt with fewer particles does not have those that were chosen.
TEST(Simulator, ParticlesThatAreGoneArePassedOver) {
    Simulator s(1);
    s.build(source_of(small_scene));
    s.act(HoldParticles{"bob", {0, 5, 100000}, true});
    s.act(TouchParticles{"bob", {100000}, false});
    s.act(HoldParticles{"missing", {0}, true});
    std::string coarse = small_scene;
    coarse.replace(coarse.find("\"spacing\": 0.1"), 14, "\"spacing\": 0.2");
    s.build(source_of(coarse), Simulator::History::keep);
    s.seek(5);
    EXPECT_EQ(s.world().body(s.world().find_body("bob"))->view.position[5].w, 0);
}

namespace {
// An example whose character walks, and whose clips are known.
SceneText walking() {
    const std::string file = std::string(PLIANT_SOURCE_DIR) + "/examples/backpack/scene.json";
    return {read_file(file), file, folder_of(file), {}};
}
const CharacterInstance& ada(const Simulator& s) { return *s.world().character(s.world().find_character("ada")); }
}  // namespace

TEST(Simulator, CharactersAreDirectedAndDoItAgain) {
    Simulator s(1);
    s.build(walking());
    s.seek(5);
    s.act(ControlClip{ControlClip::Verb::pause, true, "ada"});
    const double at = ada(s).now.time;
    EXPECT_GT(at, 0);
    s.seek(12);
    EXPECT_EQ(ada(s).now.time, at);
    s.act(ControlClip{ControlClip::Verb::resume, true, "ada"});
    s.seek(15);
    EXPECT_GT(ada(s).now.time, at);
    s.act(ControlClip{ControlClip::Verb::stop, true, "ada"});
    s.act(ControlClip{ControlClip::Verb::resume, true, "ada"});
    s.seek(16);
    EXPECT_LT(ada(s).now.time, at);
    s.act(ControlClip{ControlClip::Verb::seek, true, "ada", "", 0.9});
    s.seek(18);
    EXPECT_GT(ada(s).now.time, 0.9);
    const std::vector<u64> first = hashes(s);
    s.seek(0);
    s.seek(18);
    EXPECT_EQ(hashes(s), first);
    EXPECT_EQ(s.mismatches(), 0u);
    EXPECT_THROW(s.act(ControlClip{ControlClip::Verb::play, true, "ada", "Fly"}), Error);
    s.act(ControlClip{ControlClip::Verb::play, true, "missing", "Fly"});  // gone: nothing happens
}

TEST(Changes, ParametersOfCharactersChangeWhileRunning) {
    SceneText text = walking();
    const Scene before = read(text);
    text.text.insert(text.text.find("\"clip\": \"Walk\""), "\"speed\": 2, ");
    const SceneChanges changes = changes_between(before, read(text));
    EXPECT_FALSE(changes.rebuild) << changes.why;
    ASSERT_EQ(changes.live.size(), 1u);
    EXPECT_EQ(changes.live[0].target, Target::character);
    // A world does not take values away.
    EXPECT_TRUE(changes_between(read(text), before).rebuild);
    Simulator s(1);
    s.build(walking());
    s.act(changes.live[0]);
    s.seek(10);
    EXPECT_NEAR(ada(s).now.time, 2 * 10 / 60.0, 1e-9);
}

TEST(Simulator, AParameterThatIsLeftOutAgainHasItsOldEffect) {
    Simulator s(1), plain(1);
    s.build(source_of(small_scene));
    plain.build(source_of(small_scene));
    s.act(LiveChange{Target::body, "bob", "damping", Value(0.3)});
    s.act(LiveChange{Target::world, "", "wind.velocity", Value(Vec3d{5, 0, 0})});
    s.act(LiveChange{Target::body, "bob", "damping", Value()});
    s.act(LiveChange{Target::world, "", "wind.velocity", Value()});
    s.seek(20);
    plain.seek(20);
    EXPECT_EQ(s.hash(), plain.hash());
}

TEST(Simulator, SnapshotsStayWithinTheirBudget) {
    Simulator measure(1);
    measure.build(source_of(small_scene));
    const size_t one = measure.snapshots().bytes();
    Simulator s(1, one * 6, 2);
    s.build(source_of(small_scene));
    s.seek(100);
    EXPECT_LE(s.snapshots().bytes(), one * 7) << "impulses make snapshots differ a little in size";
    EXPECT_GE(s.snapshots().count(), 3u);
    EXPECT_GT(s.snapshots().every(), 2u);
    const std::vector<u64> first = hashes(s);
    for (const u64 frame : {99u, 51u, 3u}) {
        s.seek(frame);
        EXPECT_EQ(s.world().hash(), first[frame]);
    }
}

TEST(Simulator, ABrokenSceneLeavesTheOldWorld) {
    Simulator s(1);
    s.build(source_of(small_scene));
    s.seek(5);
    const u64 before = s.hash();
    EXPECT_THROW(s.build(source_of("{ \"wrold\": {} }")), Error);
    EXPECT_EQ(s.frame(), 5u);
    EXPECT_EQ(s.world().hash(), before);
}

TEST(Simulator, ASecondWorldKeepsTheSettingsOfThen) {
    Simulator s(1);
    s.build(source_of(small_scene));
    s.seek(20);
    const auto other = s.copy();
    s.seek(40);
    other->seek(40);
    EXPECT_EQ(other->hash(), s.hash());
    s.seek(20);
    s.act(LiveChange{Target::world, "", "gravity", Value(Vec3d{0, 3, 0})});
    s.seek(40);
    EXPECT_NE(other->hash(), s.hash());
}

TEST(Simulator, APlaceIsFollowed) {
    Simulator s(1);
    s.build(source_of(small_scene));
    s.follow({"bob", {}, {0, 0.7f, 0}, 0});
    s.seek(10);
    ASSERT_EQ(s.followed().size(), 10u);
    EXPECT_NEAR(s.followed()[0].position.y, 0.7, 0.05);
    EXPECT_LT(s.followed()[9].position.y, s.followed()[0].position.y) << "it falls";
    EXPECT_NEAR(s.followed()[9].speed, 9.81 * 9.5 / 60, 0.3);
    s.seek(4);
    EXPECT_LE(s.followed().back().frame, 4u);
}

// The target of a joint takes effect at the next step; several of its parameters at once, or one less, need a rebuild.
TEST(Changes, JointsReachElsewhereWhileRunning) {
    const auto scene = [](const std::string& grab) {
        return R"({ "format": 1, "behaviour": 1, "world": { "gravity": [0, 0, 0] },
          "colliders": { "ball": { "shape": "sphere", "motion": "dynamic", "radius": 0.1 } },
          "joints": { "hand": { "kind": "reach", "b": "ball", )" +
               grab + " } } }";
    };
    const std::string firm = R"("stiffness": 1000, "damping": 60)";
    const Scene before = read(source_of(scene(firm + R"(, "target": [0, 0, 0])")));
    const auto changes = [&](const std::string& grab) { return changes_between(before, read(source_of(scene(grab)))); };
    EXPECT_TRUE(changes(firm).rebuild);
    EXPECT_TRUE(changes(R"("stiffness": 2000, "damping": 60, "target": [1, 0, 0])").rebuild);
    const SceneChanges moved = changes(firm + R"(, "target": [0.5, 0, 0])");
    EXPECT_FALSE(moved.rebuild) << moved.why;
    ASSERT_EQ(moved.live.size(), 1u);
    Simulator s(1);
    s.build(source_of(scene(firm + R"(, "target": [0, 0, 0])")));
    for (int i = 0; i < 30; ++i) s.step();
    const auto place = [&] { return s.world().collider(s.world().find_collider("ball"))->pose.position; };
    EXPECT_LT(length(place()), 1e-6f);
    s.act(moved.live[0]);
    for (int i = 0; i < 120; ++i) s.step();
    std::printf("%.4f m of 0.5\n", static_cast<double>(place().x));
    EXPECT_NEAR(place().x, 0.5f, 1e-3f);
    s.seek(10);
    s.seek(150);
    EXPECT_EQ(s.mismatches(), 0u);
}

TEST(Changes, WhatCanBeChangedWhileRunning) {
    const auto between = [](const char* path, const char* json) {
        Document d = Document::untitled(small_scene, "", "");
        d.set(path, json);
        return changes_between(read(source_of(small_scene)), read(source_of(d.text())));
    };
    EXPECT_EQ(between("world.substeps", "7").live.size(), 1u);
    EXPECT_FALSE(between("bodies.twin.friction", "0.1").rebuild);
    EXPECT_TRUE(between("bodies.bob.spacing", "0.08").rebuild);
    EXPECT_EQ(between("bodies.bob.spacing", "0.08").why, "bodies.bob.spacing");
    EXPECT_TRUE(between("bodies.bob.position", "[0, 2, 0]").rebuild);
    EXPECT_TRUE(between("bodies.bob.preset", "jelly").rebuild);
    EXPECT_TRUE(between("bodies.new", "{ \"like\": \"bob\" }").rebuild);
    EXPECT_TRUE(between("colliders.post.radius", "0.2").rebuild);
    EXPECT_FALSE(between("colliders.post.position", "[0, 0, 0]").rebuild);
    EXPECT_TRUE(between("assets.ball.detail", "8").rebuild);
    const SceneChanges duration = between("world.duration", "9");
    EXPECT_TRUE(duration.duration && !duration.rebuild && duration.live.empty());
    const SceneChanges camera = between("cameras.main", "{ \"fov\": 40 }");
    EXPECT_TRUE(camera.cameras && !camera.rebuild);
    EXPECT_TRUE(between("note", "hello").empty());
    // A map is made when a body is; its limits can be changed at any time.
    EXPECT_TRUE(between("bodies.bob.youngs_modulus", R"({ "height": "y", "low": 1e4, "high": 1e5 })").rebuild);
    Document d = Document::untitled(small_scene, "", "");
    d.set("bodies.bob.youngs_modulus", R"({ "height": "y", "low": 1e4, "high": 1e5 })");
    const Scene before = read(source_of(d.text()));
    d.set("bodies.bob.youngs_modulus.low", "2e4");
    const SceneChanges limits = changes_between(before, read(source_of(d.text())));
    EXPECT_TRUE(!limits.rebuild && !limits.live.empty());
}

// Images that maps read are watched, so that a change by another program is taken over.
TEST(Changes, ImagesOfMapsAreFilesOfTheScene) {
    Document d = Document::untitled(small_scene, "", "");
    d.set(
        "bodies.bob.youngs_modulus",
        R"({ "multiply": [{ "map": "maps/a.png" }, { "min": [{ "map": "b.png" }, { "noise": 1 }] }], "low": 1, "high": 2 })");
    const std::vector<std::string> files = files_of(read(source_of(d.text())));
    for (const char* name : {"maps/a.png", "b.png"})
        EXPECT_NE(std::find(files.begin(), files.end(), name), files.end()) << name;
}

}  // namespace
}  // namespace simulator_tests
}  // namespace pliant::view
