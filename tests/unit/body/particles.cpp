// Ranges of particles: whatever comes and goes, none overlap, all are aligned, and every particle belongs somewhere.

#include "body/particles.h"

#include <gtest/gtest.h>

#include "core/random.h"

namespace pliant {
namespace particles_tests {
namespace {

using Range = Particles::Range;

TEST(Particles, RangesAreTakenAndGivenBack) {
    Particles p(64);
    EXPECT_EQ(p.allocate(5), 0u);
    EXPECT_EQ(p.allocate(8), 16u) << "five are padded to eight, with a group of lanes behind";
    EXPECT_EQ(p.allocate(40), Particles::no_room);
    p.position[3] = {1, 2, 3, 4};
    p.release(0, 5);
    EXPECT_EQ(p.position[3].x, 0) << "what is given back is empty";
    EXPECT_EQ(p.allocate(1), 0u) << "the first gap that fits";
    EXPECT_EQ(p.used(), 32u);
    p.release(16, 8), p.release(0, 1);
    EXPECT_EQ(p.used(), 0u);
}

TEST(Particles, StayValidThroughAnySequence) {
    Random random(9);
    for (int round = 0; round < 20; ++round) {
        Particles p(4000);
        std::vector<Range> used;
        for (int i = 0; i < 300; ++i) {
            if (!used.empty() && random.chance(0.2)) {
                Range& r = used[random.below(static_cast<u32>(used.size()))];
                const u32 count = r.count + random.below(20);
                if (p.can_grow(r.first, r.count, count)) r = {p.grow(r.first, r.count, count), count};
            } else if (used.empty() || random.chance(0.55)) {
                const u32 count = 1 + random.below(60), first = p.allocate(count);
                if (first != Particles::no_room) used.push_back({first, count});
            } else {
                const size_t which = random.below(static_cast<u32>(used.size()));
                p.release(used[which].first, used[which].count);
                used.erase(used.begin() + static_cast<std::ptrdiff_t>(which));
            }
            ASSERT_STREQ(validate(p, used), nullptr);
        }
        for (const Range& r : used) p.release(r.first, r.count);
        EXPECT_EQ(p.used(), 0u);
    }
}

TEST(Particles, RangesGrowWhereThereIsRoomAndMoveWhereNot) {
    Particles p(96);
    EXPECT_EQ(p.allocate(5), 0u);
    p.velocity[4] = {1, 2, 3, 4};
    EXPECT_EQ(p.grow(0, 5, 8), 0u) << "within its padding";
    EXPECT_EQ(p.grow(0, 8, 9), 0u) << "the last range";
    EXPECT_EQ(p.used(), 24u);
    EXPECT_EQ(p.allocate(8), 24u);
    EXPECT_EQ(p.grow(0, 9, 17), 40u) << "another one is behind it";
    EXPECT_EQ(p.velocity[44].w, 4) << "what is in it comes along";
    EXPECT_EQ(p.velocity[4].w, 0) << "and what it leaves is empty";
    EXPECT_EQ(p.allocate(1), 0u);
    EXPECT_EQ(p.grow(0, 1, 9), 0u) << "into a gap";
    EXPECT_FALSE(p.can_grow(40, 17, 60));
    EXPECT_STREQ(validate(p, std::vector<Range>{{0, 9}, {24, 8}, {40, 17}}), nullptr);
}

TEST(Particles, BrokenRangesAreFound) {
    Particles p(1000);
    std::vector<Range> used;
    for (const u32 count : {10u, 20u, 30u}) used.push_back({p.allocate(count), count});
    ASSERT_STREQ(validate(p, used), nullptr);
    const auto broken = [&](auto&& change) {
        std::vector<Range> other = used;
        change(other);
        const char* said = validate(p, other);
        return std::string(said ? said : "");
    };
    EXPECT_EQ(broken([](auto& r) { r[1].first += 4; }), "particles: a range is not aligned");
    EXPECT_EQ(broken([](auto& r) { r[1].first -= 8; }), "particles: two ranges overlap");
    EXPECT_EQ(broken([](auto& r) { r[2].count += 100; }), "particles: a range reaches beyond the end");
    EXPECT_EQ(broken([](auto& r) { r.pop_back(); }), "particles: some belong to no range and to no gap");
    p.release(used[1].first, used[1].count);
    EXPECT_EQ(broken([](auto&) {}), "particles: a range overlaps a gap");
}

}  // namespace
}  // namespace particles_tests
}  // namespace pliant
