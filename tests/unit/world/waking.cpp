#include "world/sleep/waking.h"

#include <gtest/gtest.h>

#include "two_blocks.h"

namespace pliant::testing {
namespace waking_tests {
namespace {

TEST(Waking, AHostsWakeIsAnEventOfTheNextStep) {
    TwoBlocks world;
    world.body(world.low).asleep = true;
    world.systems.waking.wake(world.low);
    EXPECT_FALSE(world.body(world.low).asleep);
    ASSERT_EQ(world.step.events.coming_objects.size(), 1u);
    EXPECT_EQ(world.step.events.coming_objects[0].change, ObjectChange::woke);
    EXPECT_TRUE(world.step.events.objects.empty());
    world.systems.waking.wake(world.low);  // it is awake
    EXPECT_EQ(world.step.events.coming_objects.size(), 1u);
}

TEST(Waking, InAStepItIsAnEventOfThatStep) {
    TwoBlocks world;
    world.body(world.low).asleep = true;
    world.systems.waking.wake_in_step(world.body(world.low));
    EXPECT_EQ(world.step.events.objects.size(), 1u);
}

TEST(Waking, WakesOnlyWhatIsNear) {
    TwoBlocks world;
    for (Body* body : world.step.all_bodies) body->asleep = true;
    const float top = world.body(world.high).motion.bounds.high.y, spacing = block_model()->contact.spacing;
    ASSERT_GT(spacing, 0);
    const auto wake_above = [&](float gap) { world.systems.waking.wake_near({{-1, top + gap, -1}, {1, top + 9, 1}}); };
    wake_above(1.1f * spacing);
    EXPECT_TRUE(world.body(world.high).asleep);
    wake_above(0.9f * spacing);
    EXPECT_FALSE(world.body(world.high).asleep);
    EXPECT_TRUE(world.body(world.low).asleep);
}

TEST(Waking, AnUnknownBodyIsNoError) {
    TwoBlocks world;
    world.systems.waking.wake(BodyId{77, 1});
    EXPECT_TRUE(world.step.events.coming_objects.empty());
}

}  // namespace
}  // namespace waking_tests
}  // namespace pliant::testing
