#include <gtest/gtest.h>

#include <algorithm>

#include "core/order.h"
#include "core/random.h"

namespace pliant {
namespace order_tests {
namespace {

TEST(Order, IsThatOfAStableSort) {
    Random random(3);
    for (int round = 0; round < 60; ++round) {
        // Keys that share their low, high or middle bits, and many that are equal.
        const u32 mask = static_cast<u32>(random.below(0xffffffffu)) & (0xffffffffu << random.below(32)),
                  common = ~mask & 0x5a5a5a5au;
        std::vector<u32> keys(random.below(3000));
        for (u32& key : keys) key = (static_cast<u32>(random.below(0xffffffffu)) & mask) | common;
        std::vector<u32> expected(keys.size());
        for (u32 i = 0; i < expected.size(); ++i) expected[i] = i;
        std::stable_sort(expected.begin(), expected.end(), [&](u32 a, u32 b) { return keys[a] < keys[b]; });
        EXPECT_EQ(order_by(keys), expected);
    }
}

}  // namespace
}  // namespace order_tests
}  // namespace pliant
