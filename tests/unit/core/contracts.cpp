// Asserts and validators themselves: each validator accepts valid data and names what is invalid.

#include "core/contract.h"

#include <gtest/gtest.h>

#include <string>

#include "broken_contracts.h"
#include "core/disjoint_sets.h"
#include "core/soundness.h"

namespace pliant {
namespace contracts_tests {
namespace {

TEST(Contracts, ConditionsSayWhatTheyAreNamedFor) {
    const float nan = std::nanf("");
    EXPECT_TRUE(all_finite(std::vector<Vec3>{{1, 2, 3}, {}}));
    EXPECT_FALSE(all_finite(std::vector<Vec3>{{1, 2, 3}, {0, nan, 0}}));
    EXPECT_FALSE(all_finite(Transform{{0, 0, 0}, {0, 0, 0, nan}}));
    EXPECT_TRUE(all_below(std::vector<std::array<u32, 3>>{{0, 1, 2}, {2, 1, 0}}, 3));
    EXPECT_FALSE(all_below(std::vector<std::array<u32, 3>>{{0, 1, 2}, {2, 1, 3}}, 3));
    EXPECT_TRUE(all_below(std::vector<u32>{}, 0));
    EXPECT_TRUE(all_below_or(std::vector<u32>{0, no_index}, 1, no_index));
    EXPECT_FALSE(all_below_or(std::vector<u32>{1, no_index}, 1, no_index));
    EXPECT_TRUE(is_ascending(std::vector<int>{1, 2, 5}));
    EXPECT_FALSE(is_ascending(std::vector<int>{1, 1}));
    EXPECT_FALSE(is_ascending(std::vector<float>{nan, 1}));
    EXPECT_TRUE(are_starts(std::vector<u32>{0, 2, 2, 5}, 3, 5));
    EXPECT_FALSE(are_starts(std::vector<u32>{0, 2, 1, 5}, 3, 5));
    EXPECT_FALSE(are_starts(std::vector<u32>{0, 2, 5}, 3, 5));
    EXPECT_TRUE(is_positive(1e-30) && !is_positive(0) && !is_positive(nan) && !is_positive(INFINITY));
    EXPECT_TRUE(is_not_negative(0) && !is_not_negative(-1e-30) && !is_not_negative(nan));
    EXPECT_TRUE(is_share(0) && is_share(1) && !is_share(1.001) && !is_share(nan));
    EXPECT_TRUE(is_unit(Vec3{0.6f, 0.8f, 0}) && !is_unit(Vec3{0.6f, 0.9f, 0}) && !is_unit(Vec3{nan, 0, 0}));
}

TEST(Contracts, AListenerHearsWhatIsBroken) {
    struct Heard {
        std::string condition;
        int times = 0;
    } heard;
    const auto listen = [](void* context, const char* condition, const char*, int) {
        static_cast<Heard*>(context)->condition = condition;
        ++static_cast<Heard*>(context)->times;
    };
    set_assertion_listener(listen, &heard);
    PL_ASSERT(1 + 1 == 3);
    const bool on = heard.times == 1;
    PL_ASSERT(1 + 1 == 2);
    require_valid(nullptr, "file", 1);
    EXPECT_EQ(heard.times, on ? 1 : 0);
    require_valid("sets: broken", "file", 1);
    testing::fail_tests_by_broken_contracts();
    EXPECT_EQ(heard.condition, "sets: broken");
#if defined(NDEBUG)
    EXPECT_FALSE(on) << "asserts cost nothing in a release build";
#else
    EXPECT_TRUE(on);
#endif
}

TEST(Contracts, TheFirstFaultOfACheckIsASentence) {
    EXPECT_EQ(first_fault([](const Soundness&) {}), nullptr);
    EXPECT_STREQ(first_fault([](const Soundness& sound) {
                     sound.require(true, "words");
                     sound.require(false, "numbers");
                     sound.require(false, "letters");
                 }),
                 "numbers make no sense");
}

TEST(DisjointSetsContract, AreKnownByTheirLowestMember) {
    DisjointSets sets(6);
    sets.join(5, 3);
    sets.join(3, 4);
    sets.join(1, 0);
    EXPECT_EQ(validate(sets), nullptr);
    const u32 lowest[] = {0, 0, 2, 3, 3, 3};
    for (u32 i = 0; i < 6; ++i) EXPECT_EQ(sets.find(i), lowest[i]);
    for (const u32 i : {3u, 4u, 5u}) sets.part(i);
    EXPECT_EQ(validate(sets), nullptr);
    for (u32 i = 2; i < 6; ++i) EXPECT_EQ(sets.find(i), i);
    EXPECT_EQ(sets.size(), 6u);
}

}  // namespace
}  // namespace contracts_tests
}  // namespace pliant
