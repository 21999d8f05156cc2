// Attachments to bodies, surfaces and the nearest of several: the same bits for any number of threads, and after a
// snapshot, in the same world and in a new one.

#include <gtest/gtest.h>

#include <cstdio>

#include "tied_world.h"

namespace pliant::testing {
namespace attachments_tests {
namespace {

constexpr u64 steps = 90, middle = 41;

std::vector<u64> go_on(World& world, u64 until) {
    std::vector<u64> hashes;
    while (world.step_count() < until) {
        if (world.step_count() == 20) world.bodies().apply_impulse(world.find_body("ball"), {3, 2, -4});
        if (world.step_count() == 55) world.bodies().teleport(world.find_body("ring"), {{0.05f, 0.1f, 0}, {}});
        if (world.step_count() == 70) world.shift_origin({0.5f, 0, 0.25f});
        world.step();
        hashes.push_back(world.hash());
    }
    return hashes;
}

const std::vector<u64>& plain() {
    static const std::vector<u64> hashes = go_on(*tied_world(1), steps);
    return hashes;
}
std::vector<u64> after_middle() { return {plain().begin() + middle, plain().end()}; }

TEST(AttachmentBits, TheSameForAnyNumberOfThreads) {
    for (const u32 threads : {2u, 8u}) EXPECT_EQ(go_on(*tied_world(threads), steps), plain()) << threads << " threads";
    std::printf("%016llx\n", static_cast<unsigned long long>(plain().back()));
}

TEST(AttachmentBits, TheSameAfterASnapshot) {
    auto world = tied_world(1);
    go_on(*world, middle);
    const auto snapshot = world->save();
    EXPECT_EQ(go_on(*world, steps), after_middle());
    world->attachments().remove(world->find_attachment("weight"));
    world->shift_origin({-0.5f, 0, -0.25f});
    world->restore(snapshot);
    EXPECT_EQ(go_on(*world, steps), after_middle()) << "in the same world";
    for (const u32 threads : {1u, 2u, 8u}) {
        auto fresh = tied_world(threads);
        fresh->restore(snapshot);
        EXPECT_EQ(fresh->save(), snapshot);
        EXPECT_EQ(go_on(*fresh, steps), after_middle()) << "in a new world with " << threads << " threads";
    }
}

// A right checksum is no proof of sense: whatever a damaged snapshot says, it is refused or does no harm.
TEST(AttachmentBits, DamagedSnapshotsDoNoHarm) {
    auto world = tied_world(1);
    go_on(*world, 10);
    const auto snapshot = world->save();
    u32 refused = 0;
    for (size_t at = 40; at + 8 < snapshot.size(); at += 1 + (snapshot.size() - at) / 40) {
        auto damaged = snapshot;
        damaged[at] ^= std::byte{0x5a};
        try {
            world->restore(damaged);
        } catch (const Error&) {
            ++refused;
        }
    }
    EXPECT_GT(refused, 10u);
    world->restore(snapshot);
    EXPECT_EQ(go_on(*world, steps), std::vector<u64>(plain().begin() + 10, plain().end()));
}

}  // namespace
}  // namespace attachments_tests
}  // namespace pliant::testing
