// The kernels of two skins against the scalar code whose operations they take.
#include "collide/pair_kernels.h"

#include <gtest/gtest.h>

#include <vector>

#include "core/random.h"
#include "geometry/triangle_queries.h"

namespace pliant {

namespace {

// Triangles of all sorts: slivers, points and flat ones among them.
std::vector<TargetRows> random_targets(Random& random, u32 count) {
    std::vector<TargetRows> targets(count);
    for (TargetRows& t : targets) {
        const u32 sort = random.below(6);
        for (u32 row = 0; row < TargetRows::count; ++row)
            for (u32 k = 0; k < 4; ++k)
                t.row[row][k] = sort == 0 ? 0.25f * static_cast<float>(random.below(3)) : random.real(-1, 1);
        if (sort == 1) std::copy_n(t.row[0], 4, t.row[1]);
        if (sort == 2)
            for (u32 k = 0; k < 3; ++k) t.row[2][k] = 0.5f * (t.row[0][k] + t.row[1][k]);
    }
    return targets;
}

Vec3 corner(const TargetRows& t, u32 k, float time) {
    const Vec3 before{t.row[k][0], t.row[k][1], t.row[k][2]}, now{t.row[k + 3][0], t.row[k + 3][1], t.row[k + 3][2]};
    return before + (now - before) * time;
}

void expect_equal(const TrianglePoint<float>& expected, const Closest8& found, u32 lane) {
    EXPECT_EQ(expected.distance_squared, found.distance_squared[lane]);
    EXPECT_EQ(static_cast<u32>(expected.feature), found.feature[lane]);
    for (int k = 0; k < 3; ++k) {
        EXPECT_EQ(expected.point[k], found.point[k][lane]);
        EXPECT_EQ(expected.weights[k], found.weights[k][lane]);
    }
}

TEST(PairKernels, FindThePlacesThatClosestOnTriangleFinds) {
    const Isa best = best_isa();
    Random random(5);
    for (const Isa isa : {Isa::v2, best}) {
        set_active_isa(isa);
        for (int round = 0; round < 2000; ++round) {
            const std::vector<TargetRows> targets = random_targets(random, 16);
            std::vector<u32> slots(1 + random.below(11));
            for (u32& slot : slots) slot = random.below(16);
            const float time = round % 2 ? random.real(0, 1) : 0;
            Vec3 p{random.real(-1, 1), random.real(-1, 1), random.real(-1, 1)};
            if (round % 5 == 0) p = corner(targets[slots[0]], 0, time);
            Closest8 found[2];
            pair_kernels().closest({targets.data(), slots.data(), static_cast<u32>(slots.size()), {p.x, p.y, p.z}, time,
                                    found});
            for (u32 i = 0; i < slots.size(); ++i) {
                const TargetRows& t = targets[slots[i]];
                expect_equal(closest_on_triangle(p, corner(t, 0, time), corner(t, 1, time), corner(t, 2, time)),
                             found[i / 8], i % 8);
            }
            if (HasFailure()) break;
        }
    }
    set_active_isa(best);
}

}  // namespace

}  // namespace pliant
