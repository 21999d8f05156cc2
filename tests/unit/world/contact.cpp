// Contact, from detection to separation, of two blocks that overlap or fall on each other.

#include <gtest/gtest.h>

#include "two_blocks.h"
#include "world/validate.h"

namespace pliant::testing {
namespace contact_tests {
namespace {

// The high block goes down by `down` in the substep, at the speed that this takes.
void approach(TwoBlocks& world, float down) {
    Body& high = world.body(world.high);
    const float speed = -down / world.step.h;
    for (Body* body : world.step.all_bodies) {
        for (u32 p = 0; p < body->view.count; ++p) body->view.previous[p] = body->view.position[p];
        body->motion.greatest_speed = 0;
    }
    for (u32 p = 0; p < high.view.count; ++p) {
        high.view.velocity[p].set_xyz({0, speed, 0});
        high.view.position[p].set_xyz(high.view.previous[p].xyz() + Vec3{0, speed * world.step.h, 0});
        high.motion.bounds.add(high.view.position[p].xyz());
    }
    high.motion.greatest_speed = -speed;
}

void find_contacts(TwoBlocks& world) {
    world.systems.pairs.find();
    world.systems.contact_detection.find();
    world.systems.contact_assembly.run();
    world.systems.contact_update.run();
}

TEST(Contact, TwoBlocksOfOneIslandKeepTheirMomentum) {
    TwoBlocks world;
    approach(world, 0.12f);  // the gap is 0.1 m
    const Vec3d before = momentum(world.body(world.low)) + momentum(world.body(world.high));
    find_contacts(world);
    ASSERT_GT(world.systems.contact_set.contacts.size(), 4u);
    ASSERT_EQ(world.systems.contact_set.islands.size(), 1u);
    world.systems.contact_solver.solve_islands();
    const Vec3d after = momentum(world.body(world.low)) + momentum(world.body(world.high));
    // Rounding of a few hundred particles in float, against a momentum of some thousand kg m/s.
    EXPECT_LT(length(after - before), 1e-5 * length(before));
    EXPECT_LT(momentum(world.body(world.low)).y, -1);  // it was pushed down
}

TEST(Contact, NothingPassesThroughInTheSubstep) {
    TwoBlocks world;
    approach(world, 0.12f);
    find_contacts(world);
    world.systems.contact_solver.solve_islands();
    for (const Contact& c : world.systems.contact_set.contacts) {
        Vec3 displacement;
        for (u32 s = c.first_support; s < c.first_support + c.support_count; ++s) {
            const Support& support = world.systems.contact_set.supports[s];
            const u32 p = support.particle;
            displacement += (world.contents.particles.position[p].xyz() - world.contents.particles.previous[p].xyz()) *
                            support.weight;
        }
        EXPECT_GT(c.separation + dot(c.normal, displacement), c.min_separation - c.slop - 1e-4f);
    }
}

TEST(Contact, ImpulsesAreTheGuessOfTheNextSubstep) {
    TwoBlocks world;
    approach(world, 0.12f);
    find_contacts(world);
    world.systems.contact_solver.solve_islands();
    world.systems.warm_impulses.keep(world.systems.resting_contacts);
    const auto& kept = world.systems.warm_impulses.all();
    ASSERT_FALSE(kept.empty());
    find_contacts(world);
    size_t warm = 0;
    for (const Contact& c : world.systems.contact_set.contacts) warm += c.impulse.normal > 0;
    EXPECT_GT(warm, 0u);
    world.systems.warm_impulses.forget(world.low);
    EXPECT_TRUE(kept.empty());
}

TEST(Contact, IslandsAreSound) {
    TwoBlocks world;
    approach(world, 0.12f);
    find_contacts(world);
    EXPECT_EQ(validate(world.systems.contact_set, world.contents.particles), "");
    world.systems.contact_set.islands[0].contact_end += 1;
    EXPECT_NE(validate(world.systems.contact_set, world.contents.particles), "");
}

}  // namespace
}  // namespace contact_tests
}  // namespace pliant::testing
