// Pools: ids with generations, reused slots, and the contents of a pool after any sequence of changes.

#include <gtest/gtest.h>

#include <map>
#include <optional>

#include "core/id.h"
#include "core/random.h"

namespace pliant {
namespace pool_tests {
namespace {

using Numbers = Pool<int, struct NumberTag>;
using NumberId = Id<struct NumberTag>;

TEST(Pool, NullAndForeignIdsFindNothing) {
    Numbers pool;
    EXPECT_EQ(pool.find({}), nullptr);
    EXPECT_EQ(pool.find({1, 1}), nullptr);
    EXPECT_FALSE(pool.remove({1, 1}));
    const NumberId id = pool.add(5).first;
    EXPECT_TRUE(id);
    EXPECT_FALSE(NumberId{});
    EXPECT_EQ(*pool.find(id), 5);
    EXPECT_EQ(pool.find({id.slot, id.generation + 1}), nullptr);
    EXPECT_EQ(pool.find({id.slot + 1, id.generation}), nullptr);
}

TEST(Pool, AnIdOfWhatWasRemovedIsNeverValidAgain) {
    Numbers pool;
    const NumberId first = pool.add(1).first;
    EXPECT_TRUE(pool.remove(first));
    EXPECT_FALSE(pool.remove(first)) << "twice";
    const NumberId second = pool.add(2).first;
    EXPECT_EQ(second.slot, first.slot) << "the slot is used again";
    EXPECT_EQ(pool.find(first), nullptr);
    EXPECT_EQ(*pool.find(second), 2);
}

TEST(Pool, TheLowestFreeSlotIsTakenFirst) {
    Numbers pool;
    std::vector<NumberId> ids;
    for (int i = 0; i < 6; ++i) ids.push_back(pool.add(i).first);
    for (const size_t i : {4u, 1u, 3u}) pool.remove(ids[i]);
    EXPECT_EQ(pool.add(10).first.slot, ids[1].slot);
    EXPECT_EQ(pool.add(11).first.slot, ids[3].slot);
    EXPECT_EQ(pool.add(12).first.slot, ids[4].slot);
    EXPECT_EQ(pool.add(13).first.slot, 7u);
    std::vector<int> order;
    pool.each([&](NumberId, int& value) { order.push_back(value); });
    EXPECT_EQ(order, (std::vector<int>{0, 10, 2, 11, 12, 5, 13})) << "in the order of slots";
}

TEST(Pool, WhatIsTakenBackLeavesNoTrace) {
    Numbers pool, untouched;
    pool.add(1);
    untouched.add(1);
    pool.undo_add(pool.add(2).first);
    EXPECT_EQ(pool.add(3).first, untouched.add(3).first);
    EXPECT_EQ(validate(pool), nullptr);
}

TEST(Pool, BringsBackWhatWasUnderTheIdItHad) {
    Numbers pool;
    const NumberId gone = pool.add(7).first;
    pool.remove(gone);
    pool.add(8);
    EXPECT_EQ(pool.restore_at(gone, 9), 9);
    EXPECT_EQ(*pool.find(gone), 9);
    EXPECT_EQ(pool.size(), 1u) << "what was in its slot is gone";
    pool.restore_at({5, 3}, 10);
    EXPECT_EQ(validate(pool), nullptr);
    EXPECT_EQ(pool.add(11).first.slot, 2u) << "slots below it became free";
    pool.remove({5, 3});
    for (int i = 0; i < 3; ++i) pool.add(12 + i);
    EXPECT_EQ(pool.find({5, 3}), nullptr);
    EXPECT_GT(pool.size(), 4u);
}

TEST(Pool, StaysValidThroughAnySequence) {
    Random random(5);
    Numbers pool;
    std::map<std::pair<u32, u32>, int> expected;
    std::vector<NumberId> seen;
    for (int i = 0; i < 4000; ++i) {
        const std::optional<NumberId> some =
            seen.empty() ? std::nullopt : std::optional(seen[random.below(static_cast<u32>(seen.size()))]);
        if (random.chance(0.5) || !some) {
            const NumberId id = pool.add(i).first;
            EXPECT_EQ(expected.count({id.slot, id.generation}), 0u) << "an id was given twice";
            expected[{id.slot, id.generation}] = i;
            seen.push_back(id);
        } else if (random.chance(0.8)) {
            EXPECT_EQ(pool.remove(*some), expected.erase({some->slot, some->generation}) == 1);
        } else {
            std::erase_if(expected, [&](const auto& e) { return e.first.first == some->slot; });
            pool.restore_at(*some, i);
            expected[{some->slot, some->generation}] = i;
        }
        ASSERT_STREQ(validate(pool), nullptr);
        ASSERT_EQ(pool.size(), expected.size());
    }
    for (const NumberId& id : seen) {
        const auto found = expected.find({id.slot, id.generation});
        const int* value = pool.find(id);
        ASSERT_EQ(value != nullptr, found != expected.end());
        if (value) {
            EXPECT_EQ(*value, found->second);
        }
    }
}

}  // namespace
}  // namespace pool_tests
}  // namespace pliant
