// Attachments to bodies, surfaces and the nearest of several: the same bits for any number of threads, and after a
// snapshot, in the same world and in a new one.

#include <gtest/gtest.h>

#include <cstdio>

#include "scenes.h"
#include "tube.h"

namespace pliant::testing {
namespace {

constexpr u64 steps = 90, middle = 41;

void tie(World& world, const std::string& name, const std::string& body, const AttachmentWhere& where, Value to,
         const Numbers& numbers) {
    ParameterSet parameters(attachment_table);
    parameters.set(AttachmentP::to, std::move(to));
    for (const auto& [key, value] : numbers) parameters.set(key, value);
    world.add_attachment(name, world.find_body(body), where, std::move(parameters));
}

std::unique_ptr<World> tied_world(u32 threads) {
    auto world = std::make_unique<World>(settings_of(scenes()[0], threads));
    add_collider(*world, "floor", {}, {});
    add_collider(*world, "post", capsule(0.1f, 0.5f), {{"position", Vec3d{1.2, 0.5, 0}}});
    static const auto tube = make_character_model(tube_character());
    ParameterSet ada(character_table);
    ada.set("clip", "Wave"), ada.set("scale", 0.4);
    world->add_character("ada", tube, ada);
    add(*world, "block", "block", {{0.7, 1.0, 0}}, {}, {{"youngs_modulus", 1e5}, {"damping", 0.01}});
    add(*world, "ball", "ball", {{0.7, 0.5, 0.1}}, {}, {{"youngs_modulus", 2e5}});
    add(*world, "ring", "ring", {{-0.9, 1.0, 0}}, {}, {{"youngs_modulus", 8e4}, {"damping", 0.01}});
    add(*world, "brick", "brick", {{-0.9, 0.5, 0.5}}, {{"tear.stretch", 0.3}}, {{"youngs_modulus", 4e4}});
    tie(*world, "pack", "block", {{-0.2f, 0, 0}, 0.2f}, std::vector<std::string>{"ada", "post"},
        {{"stiffness", 4000.0}});
    tie(*world, "weight", "ball", {{0, 0.1f, 0}, 0.1f}, "block", {});
    tie(*world, "belt", "ring", {{0.3f, 0, 0}, 0.1f}, "ada", {{"break_force", 5000.0}});
    tie(*world, "rope", "brick", {{0, 0.1f, 0}, 0.2f}, std::vector<std::string>{"ring", "ball"},
        {{"stiffness", 900.0}, {"enabled", keys({0, 0.3, 0.6}, {{1, 0, 0}, {0, 0, 0}, {1, 0, 0}})}});
    tie(*world, "point", "ball", {{0, -0.1f, 0}, 0}, "brick", {{"stiffness", 50.0}, {"to_point", Vec3d{0, 0.1, 0}}});
    return world;
}

std::vector<u64> go_on(World& world, u64 until) {
    std::vector<u64> hashes;
    while (world.step_count() < until) {
        if (world.step_count() == 20) world.apply_impulse(world.find_body("ball"), {3, 2, -4});
        if (world.step_count() == 55) world.teleport(world.find_body("ring"), {{0.05f, 0.1f, 0}, {}});
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
    world->remove_attachment(world->find_attachment("weight"));
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
}  // namespace pliant::testing
