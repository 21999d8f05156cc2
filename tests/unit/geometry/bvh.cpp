#include "geometry/bvh.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "unit/geometry/soup.h"

namespace pliant {
namespace bvh_tests {
namespace {

std::vector<Box> random_boxes(Random& random, u32 n) {
    std::vector<Box> boxes(n);
    for (Box& b : boxes) {
        // Sizes over three decades; some are flat, some are points, some are the same as the one before.
        const float size = 0.3f * static_cast<float>(std::pow(10.0, random.between(-3, 0)));
        const Vec3 p = random_point(random);
        b.add(p);
        if (random.chance(0.8)) b.add(p + random_point(random, size));
        if (random.chance(0.1)) b.high.y = b.low.y;
        if (random.chance(0.1) && &b != boxes.data()) b = *(&b - 1);
    }
    return boxes;
}

std::vector<u32> touching(const Bvh& tree, const Box& box) {
    std::vector<u32> found;
    tree.overlap(box, [&](u32 item) { found.push_back(item); });
    std::sort(found.begin(), found.end());
    return found;
}

u32 depth_of(const Bvh& tree, u32 node = 0) {
    const BvhNode& n = tree.nodes()[node];
    return n.is_leaf() ? 0 : 1 + std::max(depth_of(tree, n.first), depth_of(tree, n.first + 1));
}

void expect_sound(const Bvh& tree, const std::vector<Box>& boxes) {
    std::vector<u32> seen(boxes.size(), 0);
    for (size_t i = 0; i < tree.nodes().size(); ++i) {
        const BvhNode& n = tree.nodes()[i];
        if (!n.is_leaf()) {
            EXPECT_GT(n.first, i);
            for (u32 c : {n.first, n.first + 1})
                EXPECT_TRUE(n.box().contains(tree.nodes()[c].low) && n.box().contains(tree.nodes()[c].high));
            continue;
        }
        EXPECT_LE(n.count, Bvh::leaf_size);
        for (u32 k = n.first; k < n.first + n.count; ++k) {
            ++seen[tree.items()[k]];
            const Box& b = boxes[tree.items()[k]];
            EXPECT_TRUE(n.box().contains(b.low) && n.box().contains(b.high));
        }
    }
    for (u32 s : seen) EXPECT_EQ(s, 1u);
    EXPECT_LE(depth_of(tree), Bvh::max_depth);
}

TEST(Bvh, OverlapFindsWhatAllPairsFind) {
    Random random(1);
    for (const u32 n : {1u, 2u, 4u, 5u, 33u, 700u}) {
        std::vector<Box> boxes = random_boxes(random, n);
        Bvh tree(boxes);
        expect_sound(tree, boxes);
        for (int round = 0; round < 2; ++round) {
            for (int query = 0; query < 200; ++query) {
                Box box;
                box.add(random_point(random));
                if (query % 3) box.add(box.low + random_point(random, 0.4f));
                if (query % 7 == 0) box = boxes[random.below(n)];  // touching counts
                std::vector<u32> expected;
                for (u32 i = 0; i < n; ++i)
                    if (boxes[i].overlaps(box)) expected.push_back(i);
                EXPECT_EQ(touching(tree, box), expected);
            }
            boxes = random_boxes(random, n);
            tree.refit(boxes);
            expect_sound(tree, boxes);
        }
    }
}

TEST(Bvh, ClosestFindsTheNearestBox) {
    Random random(2);
    const std::vector<Box> boxes = random_boxes(random, 500);
    const Bvh tree(boxes);
    const auto distance = [&](u32 item, const Vec3& p) {
        return distance_squared(boxes[item].low, boxes[item].high, p);
    };
    int visits = 0;
    for (int query = 0; query < 500; ++query) {
        const Vec3 p = random_point(random, 1.5f);
        float expected = INFINITY;
        for (u32 i = 0; i < boxes.size(); ++i) expected = std::min(expected, distance(i, p));
        const auto visit = [&](u32 item, float bound) {
            ++visits;
            return std::min(bound, distance(item, p));
        };
        EXPECT_EQ(tree.closest(p, INFINITY, visit), expected);
        EXPECT_EQ(tree.closest(p, expected * 0.5f, visit), expected * 0.5f);  // nothing within the bound given
    }
    EXPECT_LT(visits, 500 * 50);  // a tenth of all pairs; about 8 a query were seen
}

TEST(Bvh, RayFindsEveryBoxOnItsWay) {
    Random random(3);
    const std::vector<Box> boxes = random_boxes(random, 500);
    const Bvh tree(boxes);
    for (int query = 0; query < 1000; ++query) {
        const Vec3 origin = query % 5 ? random_point(random, 1.5f) : boxes[random.below(500)].low;
        Vec3 direction = random_point(random);
        if (query % 3 == 0) direction.x = 0;  // along the slabs, also exactly on their border
        if (query % 4 == 0) direction.y = -0.0f;
        const Vec3 inverse{1 / direction.x, 1 / direction.y, 1 / direction.z};
        std::vector<u32> expected, found;
        for (u32 i = 0; i < boxes.size(); ++i)
            if (ray_entry(boxes[i].low, boxes[i].high, origin, inverse, 1.5f) <= 1.5f) expected.push_back(i);
        tree.ray(origin, inverse, 1.5f, [&](u32 item, float max_t) {
            found.push_back(item);
            return max_t;
        });
        std::sort(found.begin(), found.end());
        EXPECT_EQ(found, expected);
        // Points of boxes that the ray passes through by construction are never missed.
        const Box& target = boxes[random.below(500)];
        const Vec3 to = target.center() - origin;
        bool met = false;
        tree.ray(origin, {1 / to.x, 1 / to.y, 1 / to.z}, 1, [&](u32 item, float max_t) {
            met |= &boxes[item] == &target;
            return max_t;
        });
        EXPECT_TRUE(met);
    }
}

TEST(Bvh, RayStopsWhenTold) {
    Random random(4);
    const Bvh tree(random_boxes(random, 500));
    int visits = 0;
    tree.ray({0, 0, -2}, {INFINITY, INFINITY, 1}, 10, [&](u32, float) {
        ++visits;
        return -1.0f;
    });
    EXPECT_LE(visits, 1);
}

TEST(Bvh, NothingAndEqualBoxes) {
    const Bvh nothing(std::span<const Box>{});
    EXPECT_TRUE(nothing.empty());
    EXPECT_TRUE(nothing.bounds().empty());
    nothing.overlap({{-1, -1, -1}, {1, 1, 1}}, [](u32) { FAIL(); });

    const std::vector<Box> same(1000, Box{{0, 0, 0}, {1, 1, 1}});
    const Bvh tree(same);
    expect_sound(tree, same);
    EXPECT_LE(depth_of(tree), 8u);  // 1000 items halved down to four
    EXPECT_EQ(touching(tree, {{1, 1, 1}, {2, 2, 2}}).size(), 1000u);
}

TEST(Bvh, DepthIsBoundedForBoxesThatDoubleInSize) {
    // Bins put all but the largest box into the first bin: the heuristic alone would build a list.
    std::vector<Box> boxes;
    for (int i = -60; i < 60; ++i) {
        const float at = std::ldexp(1.0f, i);
        for (int k = 0; k < 20; ++k) boxes.push_back({{at, at, at}, {at, at, at}});
    }
    const Bvh tree(boxes);
    expect_sound(tree, boxes);
}

}  // namespace
}  // namespace bvh_tests
}  // namespace pliant
