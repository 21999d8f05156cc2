// A step allocates nothing once the world has seen the like. This program's operator new counts.
//
// Arrays of contacts grow when there are more contacts than ever before: that is warming up. So a scene is run once,
// put back to its start, and run again: the second time nothing is new. A body that touches nothing has nothing to warm
// up beyond its first step.

#include <atomic>
#include <cstdlib>
#include <new>

#include "rigid_systems.h"
#include "runs.h"
#include "tied_world.h"
#include "worlds.h"

namespace {

std::atomic<bool> counting{false};
std::atomic<unsigned> allocations{0};

void* try_to_allocate(std::size_t size, std::size_t alignment) {
    if (counting.load(std::memory_order_relaxed)) allocations.fetch_add(1, std::memory_order_relaxed);
    const std::size_t rounded = (size + alignment - 1) / alignment * alignment;
    return alignment > 16 ? std::aligned_alloc(alignment, rounded) : std::malloc(size ? size : 1);
}
void* allocate(std::size_t size, std::size_t alignment) {
    void* p = try_to_allocate(size, alignment);
    if (!p) throw std::bad_alloc();
    return p;
}

}  // namespace

void* operator new(std::size_t size) { return allocate(size, 16); }
void* operator new[](std::size_t size) { return allocate(size, 16); }
void* operator new(std::size_t size, std::align_val_t a) { return allocate(size, static_cast<std::size_t>(a)); }
void* operator new[](std::size_t size, std::align_val_t a) { return allocate(size, static_cast<std::size_t>(a)); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return try_to_allocate(size, 16); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return try_to_allocate(size, 16); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }

namespace pliant::testing {
namespace allocations_tests {
namespace {

// Of World::step alone: what is done to the world between steps may allocate.
unsigned allocations_of_step(World& world) {
    allocations = 0;
    counting = true;
    world.step();
    counting = false;
    return allocations;
}

TEST(Allocations, AreCounted) {
    allocations = 0;
    counting = true;
    std::vector<int>* volatile v = new std::vector<int>(100);
    counting = false;
    EXPECT_EQ(allocations, 2u);
    delete v;
}

TEST(Allocations, NoneInFlightFromTheSecondStepOn) {
    for (const u32 threads : {1u, 2u}) {
        World world(settings_of(scenes()[0], threads));
        add(world, "flying", "ring", {{0, 50, 0}, {}, {1, 2, 3}, {300, 100, 50}}, {}, {{"damping", 0.02}});
        add(world, "large", "slab", {{5, 50, 0}}, {}, {{"youngs_modulus", Map{"soft", 3e4, 3e5, true}}});
        world.step();
        for (int i = 2; i <= 100; ++i) ASSERT_EQ(allocations_of_step(world), 0u) << "step " << i;
    }
}

class Warm : public EveryScene {};
INSTANTIATE_TEST_SUITE_P(Scenes, Warm, ::testing::ValuesIn(scene_pointers()), scene_name);

TEST_P(Warm, NothingIsAllocatedTheSecondTime) {
    const Scene& scene = *GetParam();
    if (scene.tears) return;  // new bodies need new memory
    const auto world = make_world(scene, settings_of(scene));
    scene.set(*world, 0);
    const auto start = world->save();
    const auto once = [&] {
        unsigned sum = 0;
        while (world->step_count() < scene.steps) {
            const u64 now = world->step_count();
            if (scene.changes(now)) scene.set(*world, now);
            scene.push(*world, now);
            const unsigned n = allocations_of_step(*world);
            if (n && sum < 40) std::printf("%s: %u in step %u\n", scene.name, n, static_cast<u32>(now) + 1);
            sum += n;
        }
        return sum;
    };
    const unsigned cold = once();
    go_back(scene, *world, start, 0);
    const unsigned warm = once();
    std::printf("%s: %u allocations in %u steps, then %u\n", scene.name, cold, scene.steps, warm);
    EXPECT_GT(cold, 0u);
    EXPECT_EQ(warm, 0u);
}

void expect_none_the_second_time(World& world) {
    const auto start = world.save();
    const auto once = [&] {
        unsigned sum = 0;
        for (int i = 0; i < 60; ++i) sum += allocations_of_step(world);
        return sum;
    };
    const unsigned cold = once();
    world.restore(start);
    const unsigned warm = once();
    std::printf("%u allocations in 60 steps, then %u\n", cold, warm);
    EXPECT_GT(cold, 0u);
    EXPECT_EQ(warm, 0u);
}

// What is drawn instead, with texture coordinates, whose tangents turn.
TEST(Allocations, NoneForDrawnSurfacesTheSecondTime) {
    const auto world = world_of(R"({ "assets": { "sheet": { "shape": "plane", "size": [1, 0, 1], "detail": 10 } },
        "bodies": { "cloth": { "asset": "sheet", "kind": "cloth", "position": [0, 0.5, 0],
                               "surface": { "subdivide": 1, "thickness": 0.02 } } },
        "colliders": { "ball": { "shape": "sphere", "radius": 0.3 } } })");
    ASSERT_FALSE(world->body(world->find_body("cloth"))->frame().tangents.empty());
    expect_none_the_second_time(*world);
}

// Taking hold of bodies and surfaces, and ties between bodies, need no more.
TEST(Allocations, NoneForTiesTheSecondTime) {
    const auto world = tied_world(2);
    expect_none_the_second_time(*world);
}

// Rigid bodies: the same fall a second time, from a snapshot.
TEST(Allocations, NoneOfRigidBodiesTheSecondTime) {
    Rigid r;
    add_pyramid(r, 6);
    RigidBodyId before;
    for (int i = 0; i < 5; ++i) {
        const RigidBodyId link = r.box({0.15f, 0.05f, 0.05f}, {0.15f + 0.3f * float(i), 8, 0});
        const Transform at = i ? Transform{{0.15f, 0, 0}, {}} : Transform{{0, 8, 0}, {}};
        r.join(rigid::spherical({.a = before, .b = link, .frame_a = at, .frame_b = {{-0.15f, 0, 0}, {}}}, 1, 1, -1, 1));
        before = link;
    }
    r.ball(0.4f, {0.2f, 12, 0}, 30);
    std::vector<std::byte> start;
    Writer out(start);
    r.system.save(out);
    r.run(2);
    Reader in(start, "snapshot");
    r.system.restore(in);
    for (int i = 0; i < 120; ++i) {
        allocations = 0;
        counting = true;
        r.step();
        counting = false;
        ASSERT_EQ(allocations, 0u) << "step " << i;
    }
}

}  // namespace
}  // namespace allocations_tests
}  // namespace pliant::testing
