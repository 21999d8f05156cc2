// Restoring a snapshot and stepping on gives the bits of a run that was never interrupted.

#include <algorithm>

#include "runs.h"
#include "world/snapshot/compare.h"

namespace pliant::testing {
namespace snapshots_tests {
namespace {

class Snapshots : public EveryScene {};
INSTANTIATE_TEST_SUITE_P(Scenes, Snapshots, ::testing::ValuesIn(scene_pointers()), scene_name);

std::vector<Vec3> shown_surfaces(const World& world) {
    std::vector<Vec3> all;
    world.contents().bodies.each([&](BodyId, const Body& body) {
        all.insert(all.end(), body.frame().positions.begin(), body.frame().positions.end());
        all.insert(all.end(), body.frame().normals.begin(), body.frame().normals.end());
    });
    return all;
}

TEST_P(Snapshots, GoOnInTheSameWorld) {
    const Scene& scene = *GetParam();
    const u64 middle = scene.steps / 2;
    const auto world = make_world(scene, settings_of(scene));
    go_on(scene, *world, middle);
    const auto snapshot = world->save();
    const std::vector<Vec3> shown = shown_surfaces(*world);
    const Hashes expected = from_step(plain_run(scene), middle);
    expect_same(scene, "saving changes nothing", expected, go_on(scene, *world, scene.steps), middle);

    go_back(scene, *world, snapshot, middle);
    EXPECT_EQ(world->step_count(), middle);
    EXPECT_EQ(world->hash(), plain_run(scene)[middle - 1]);
    EXPECT_TRUE(shown == shown_surfaces(*world)) << "the surface shown after restoring is not the one that was shown";
    EXPECT_TRUE(snapshot == world->save()) << "a snapshot of what was restored is not the same snapshot";
    expect_same(scene, "restored", expected, go_on(scene, *world, scene.steps), middle);
}

TEST_P(Snapshots, GoOnAtEveryTenthStep) {  // short ways, many starts: sleep, contact and events in all their phases
    const Scene& scene = *GetParam();
    const auto world = make_world(scene, settings_of(scene)), other = make_world(scene, settings_of(scene, 2));
    for (u64 at = 5; at + 5 <= scene.steps; at += 10) {
        go_on(scene, *world, at);
        go_back(scene, *other, world->save(), at);
        const Hashes found = go_on(scene, *other, at + 5);
        for (u64 i = 0; i < 5; ++i)
            ASSERT_EQ(plain_run(scene)[at + i], found[i]) << scene.name << ": from step " << at << ", after " << i + 1;
    }
}

TEST_P(Snapshots, GoOnInAFreshWorld) {
    const Scene& scene = *GetParam();
    const u64 middle = scene.steps / 2;
    const auto world = make_world(scene, settings_of(scene));
    go_on(scene, *world, middle);
    const auto snapshot = world->save();
    const auto fresh = make_world(scene, settings_of(scene, 2));
    go_back(scene, *fresh, snapshot, middle);
    EXPECT_EQ(first_difference(world->contents(), fresh->contents()), "") << scene.name;
    expect_same(scene, "restored in a fresh world", from_step(plain_run(scene), middle),
                go_on(scene, *fresh, scene.steps), middle);
}

TEST_P(Snapshots, GoOnAfterOtherThingsHappened) {
    const Scene& scene = *GetParam();
    const u64 middle = scene.steps / 2;
    const auto world = make_world(scene, settings_of(scene));
    go_on(scene, *world, middle);
    const auto snapshot = world->save();

    // Everything is blown about, a body is added that lands on the others, one is put elsewhere, colliders are moved.
    world->explode({0, 0.2f, 0}, 3, 9);
    const BodyId late = add(*world, "late", "ball", {{0, 1.5, 0}, {}, {0, -9, 0}}, {}, {});
    BodyId moved;
    for (const char* name : {"curtain", "low", "octopus", "flesh_ball", "egg"})
        if (const BodyId found = world->find_body(name)) moved = found;
    world->bodies().reset(moved, {{{0.2f, 2, 0.2f}, {}}, {0, -4, 0}, {1, 0, 0}});
    std::vector<ColliderId> colliders;
    world->contents().colliders.each([&](ColliderId id, const Collider&) { colliders.push_back(id); });
    world->colliders().place(colliders.back(), {{0.3f, 0.4f, 0.3f}, {}});
    for (int i = 0; i < 17; ++i) world->step();
    EXPECT_NE(world->hash(), plain_run(scene)[middle + 16]);

    go_back(scene, *world, snapshot, middle);
    EXPECT_EQ(world->body(late), nullptr) << "a body that came later is gone";
    expect_same(scene, "restored after other things", from_step(plain_run(scene), middle),
                go_on(scene, *world, scene.steps), middle);
}

// ---- snapshots of chosen bodies

struct ChosenBodies : ::testing::Test {
    const Scene& scene = scenes()[0];
    std::unique_ptr<World> world = make_world(scene, settings_of(scene));
    BodyId ring = world->find_body("ring"), octopus = world->find_body("octopus"), block = world->find_body("block");
};

TEST_F(ChosenBodies, OnlyTheyGoBack) {
    go_on(scene, *world, 30);
    const BodyId chosen[] = {ring, octopus};
    const auto snapshot = world->save(chosen);
    const u64 ring_then = world->bodies().hash(ring), octopus_then = world->bodies().hash(octopus);
    go_on(scene, *world, 45);
    const u64 block_now = world->bodies().hash(block);
    world->restore(snapshot);
    EXPECT_EQ(world->bodies().hash(ring), ring_then);
    EXPECT_EQ(world->bodies().hash(octopus), octopus_then);
    EXPECT_EQ(world->bodies().hash(block), block_now);
    EXPECT_EQ(world->step_count(), 45u);
}

TEST_F(ChosenBodies, GoOnTheSameWayEveryTime) {
    go_on(scene, *world, 30);
    const BodyId chosen[] = {ring, octopus};
    const auto some = world->save(chosen);
    go_on(scene, *world, 45);
    const auto all = world->save();
    Hashes first;
    for (const u32 threads : {1u, 2u, 8u}) {
        const auto other = make_world(scene, settings_of(scene, threads));
        go_back(scene, *other, all, 45);
        other->restore(some);
        const Hashes found = go_on(scene, *other, 60);
        if (first.empty()) first = found;
        expect_same(scene, "two bodies put back", first, found, 45);
    }
}

// A body that touches nothing does not know what time it is: put back, it repeats its own flight to the bit.
TEST_F(ChosenBodies, AFlightRepeatsItself) {
    World empty(settings_of(scene));
    const BodyId flying = add(empty, "flying", "ring", {{0, 50, 0}, {}, {1, 2, 3}, {300, 100, 50}}, {},
                              {{"youngs_modulus", 3e4}, {"damping", 0.02}});
    const BodyId falling = add(empty, "falling", "ball", {{5, 50, 0}}, {}, {});
    for (int i = 0; i < 10; ++i) empty.step();
    const auto snapshot = empty.save(std::span(&flying, 1));
    Hashes first, second;
    for (int i = 0; i < 20; ++i) empty.step(), first.push_back(empty.bodies().hash(flying));
    const u64 falling_after = empty.bodies().hash(falling);
    empty.restore(snapshot);
    EXPECT_EQ(empty.bodies().hash(falling), falling_after);
    for (int i = 0; i < 20; ++i) empty.step(), second.push_back(empty.bodies().hash(flying));
    expect_same(scene, "a flight", first, second, 10);
}

}  // namespace
}  // namespace snapshots_tests
}  // namespace pliant::testing
