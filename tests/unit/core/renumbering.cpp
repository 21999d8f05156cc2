// Numbers and values after some particles were doubled, against lists that are written out.
#include <gtest/gtest.h>

#include "core/random.h"
#include "core/renumbering.h"

namespace pliant::testing {
namespace renumbering_tests {

// GCC 12 takes an array of a size that it knows for one that is too small.
[[gnu::noinline]] static std::vector<int> written(std::initializer_list<int> values) { return values; }

TEST(Renumbering, CopiesComeInBehindWhatTheyWere) {
    Renumbering numbers(5);
    numbers.add_site(1, 1, std::vector<u32>{1, 1});     // 1 has become 1 and 2
    numbers.add_site(3, 2, std::vector<u32>{4, 3, 3});  // 3 and 4 have become 4, 5 and 6, in another order
    EXPECT_EQ(numbers.count_now(), 7u);
    EXPECT_EQ(numbers(0), 0u);
    EXPECT_EQ(numbers(2), 3u);
    EXPECT_EQ(numbers(3), 4u);
    std::vector<int> values = written({10, 11, 12, 13, 14, 99});  // one stands behind those of the particles
    numbers.carry(values);
    EXPECT_EQ(values, (std::vector<int>{10, 11, 11, 12, 14, 13, 13, 99}));
    std::vector<u32> named{2, 0, 2};
    numbers.renumber(named);
    EXPECT_EQ(named, (std::vector<u32>{3, 0, 3}));
}

// Few and many at once are found in different ways.
TEST(Renumbering, IsTheSameForFewAndForMany) {
    Random random(3);
    for (const u32 sites : {1u, 5u, 12u, 13u, 200u}) {
        const u32 count = 20000 + random.below(10);
        Renumbering numbers(count);
        std::vector<u8> doubled(count, 0);
        for (u32 i = 0; i < sites; ++i) doubled[random.below(count)] = 1;
        std::vector<u32> expected_values, expected_numbers, kept;
        for (u32 p = 0; p < count; ++p) {
            if (doubled[p]) numbers.add_site(p, 1, std::vector<u32>{p, p});
            if (!doubled[p]) {
                kept.push_back(p);
                expected_numbers.push_back(static_cast<u32>(expected_values.size()));
            }
            expected_values.insert(expected_values.end(), doubled[p] ? 2 : 1, p);
        }
        std::vector<u32> values(count), named = kept;
        for (u32 p = 0; p < count; ++p) values[p] = p;
        numbers.carry(values);
        EXPECT_EQ(values, expected_values) << sites;
        numbers.renumber(named);
        EXPECT_EQ(named, expected_numbers) << sites;
    }
}

}  // namespace renumbering_tests
}  // namespace pliant::testing
