#include "world/snapshot/compare.h"

#include <gtest/gtest.h>

#include "two_blocks.h"

namespace pliant::testing {
namespace compare_tests {
namespace {

TEST(CompareWorlds, TwoThatWereMadeAlikeDoNotDiffer) {
    TwoBlocks a, b;
    EXPECT_EQ(first_difference(a.contents, b.contents), "");
}

TEST(CompareWorlds, ADifferenceIsNamedByBodyAndField) {
    TwoBlocks a, b;
    const auto expect = [&](const char* sentence) { EXPECT_EQ(first_difference(a.contents, b.contents), sentence); };
    Body& high = b.body(b.high);
    high.view.velocity[3].z += 1e-30f;
    expect("high: velocities");
    high.view.position[3].x += 1e-3f;
    expect("high: positions");
    high.detail.blend = 1;
    expect("high: blend between levels of detail");
    high.quiet_time = 0.25f;
    expect("high: quiet_time");
    b.body(b.low).held.assign(b.body(b.low).view.count, Holder::host);
    expect("low: held");
    ++b.contents.step_count;
    expect("clock: step_count");
}

TEST(CompareWorlds, ABodyMoreIsADifference) {
    TwoBlocks a, b;
    b.add("third", 2);
    EXPECT_EQ(first_difference(a.contents, b.contents), "number of bodies");
}

TEST(CompareWorlds, ARestoredWorldIsTheSame) {
    TwoBlocks a, b;
    b.body(b.low).asleep = true;
    b.body(b.high).kept_velocity.assign(b.body(b.high).view.count, Vec3{1, 2, 3});
    b.body(b.high).paused = true;
    a.systems.snapshot.restore(b.systems.snapshot.save());
    EXPECT_EQ(first_difference(a.contents, b.contents), "");
}

}  // namespace
}  // namespace compare_tests
}  // namespace pliant::testing
