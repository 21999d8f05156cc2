#include "world/contact/pairs.h"

#include <gtest/gtest.h>

#include "two_blocks.h"

namespace pliant::testing {
namespace pairs_tests {
namespace {

void add_rule(Contents& contents, const char* first, const char* second, const char* key, const Value& value) {
    PairRule rule{"rule", first, second};
    rule.parameters.set(key, value);
    contents.add_pair_rule(std::move(rule));
}

TEST(PairList, FindsWhatMayMeetInTheRestOfTheStep) {
    TwoBlocks world;  // 0.1 m apart
    world.systems.pairs.find();
    EXPECT_EQ(world.systems.pairs.count(), 0u);
    for (Body* body : world.step.all_bodies) body->motion.greatest_speed = 5;  // 5 m/s for a sixtieth of a second
    world.systems.pairs.find();
    ASSERT_EQ(world.systems.pairs.count(), 1u);
    const Pair& pair = world.systems.pairs[0];
    EXPECT_EQ(pair.body->name, "low");
    EXPECT_EQ(pair.other_body->name, "high");
}

TEST(PairList, KnowsABodyThatHasLeftItsSweptBounds) {
    TwoBlocks world;
    world.systems.pairs.find();
    EXPECT_FALSE(world.systems.pairs.left_swept_bounds());
    world.body(world.high).motion.bounds.high.y += 1;
    EXPECT_TRUE(world.systems.pairs.left_swept_bounds());
}

TEST(PairList, ARuleOfEitherOrderSetsFriction) {
    TwoBlocks world;
    add_rule(world.contents, "high", "low", "friction", 0.125);
    for (Body* body : world.step.all_bodies) body->motion.greatest_speed = 5;
    world.systems.pairs.find();
    ASSERT_EQ(world.systems.pairs.count(), 1u);
    EXPECT_FLOAT_EQ(world.systems.pairs[0].friction, 0.125f);
}

TEST(PairList, ARuleThatForbidsContactLeavesNoPair) {
    TwoBlocks world;
    add_rule(world.contents, "low", "high", "collide", false);
    for (Body* body : world.step.all_bodies) body->motion.greatest_speed = 5;
    world.systems.pairs.find();
    EXPECT_EQ(world.systems.pairs.count(), 0u);
}

TEST(PairList, LeavesOutWhatABodyIgnores) {
    TwoBlocks world;
    world.systems.bodies.set_parameter(world.high, "ignores", std::vector<std::string>{"low"});
    world.systems.bodies.update_common_parameters(world.body(world.high));
    for (Body* body : world.step.all_bodies) body->motion.greatest_speed = 5;
    world.systems.pairs.find();
    EXPECT_EQ(world.systems.pairs.count(), 0u);
}

TEST(PairList, TwoThatSleepAreNoPair) {
    TwoBlocks world;
    for (Body* body : world.step.all_bodies) body->motion.greatest_speed = 5, body->asleep = true;
    world.systems.pairs.find();
    EXPECT_EQ(world.systems.pairs.count(), 0u);
}

}  // namespace
}  // namespace pairs_tests
}  // namespace pliant::testing
