#include "world/contents.h"

#include <gtest/gtest.h>

#include "two_blocks.h"
#include "world/validate.h"

namespace pliant::testing {
namespace contents_tests {
namespace {

TEST(Contents, ThirtyTwoLayersAndNoMore) {
    Contents contents{ParameterSet(world_table)};
    for (u32 i = 0; i < 32; ++i) EXPECT_EQ(contents.layer_bit("layer " + std::to_string(i)), 1u << i);
    EXPECT_EQ(contents.layer_bit("layer 3"), 8u);
    EXPECT_THROW(contents.layer_bit("one more"), Error);
}

TEST(Contents, NoSubstepIsLongerThanASixtieth) {
    Contents contents{ParameterSet(world_table)};
    contents.parameters.set("rate", 24.0);
    contents.parameters.set("substeps", 1.0);
    EXPECT_EQ(contents.substep_count(), 3u);  // of 1/72 s
}

TEST(Contents, TheClockStandsStillWhilePrerolling) {
    Contents contents{ParameterSet(world_table)};
    EXPECT_DOUBLE_EQ(contents.clock_step(), contents.step_length());
    contents.prerolling = true;
    EXPECT_EQ(contents.clock_step(), 0);
}

TEST(Contents, TheFirstOfANameIsFound) {
    TwoBlocks world;
    world.add("low", 2);
    EXPECT_EQ(world.contents.find_body("low"), world.low);
    EXPECT_FALSE(world.contents.find_body("nothing"));
}

TEST(Contents, AreSoundAndSayWhereTheyAreNot) {
    TwoBlocks world;
    EXPECT_EQ(validate(world.contents), "");
    world.body(world.high).view.count += 1;
    EXPECT_NE(validate(world.contents).find("high"), std::string::npos);
}

TEST(Contents, BodiesThatShareParticlesAreNotSound) {
    TwoBlocks world;
    Body& high = world.body(world.high);
    high.first_particle = world.body(world.low).first_particle;
    EXPECT_NE(validate(world.contents), "");
}

}  // namespace
}  // namespace contents_tests
}  // namespace pliant::testing
