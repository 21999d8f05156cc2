#include "geometry/spatial_hash.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "unit/geometry/soup.h"

namespace pliant {
namespace spatial_hash_tests {
namespace {

std::vector<u32> found(const SpatialHash& hash, const Box& box) {
    std::vector<u32> items;
    hash.query(box, [&](u32 item) { items.push_back(item); });
    return items;
}

std::vector<u32> expected(const std::vector<Box>& boxes, const Box& box) {
    std::vector<u32> items;
    for (u32 i = 0; i < boxes.size(); ++i)
        if (boxes[i].overlaps(box) && !boxes[i].empty()) items.push_back(i);
    return items;
}

Box random_box(Random& random, float place, float size) {
    Box b;
    b.add(random_point(random, place));
    b.add(b.low + random_point(random, size));
    return b;
}

TEST(SpatialHash, FindsWhatAllPairsFindOnce) {
    Random random(1);
    SpatialHash hash;
    for (const u32 n : {0u, 1u, 30u, 1000u}) {
        std::vector<Box> boxes(n);
        for (Box& b : boxes) {
            b = random_box(random, 1, 0.1f);
            if (random.chance(0.02)) b = random_box(random, 1, 2);  // many cells
            if (random.chance(0.02)) b = {};
        }
        for (const float cell : {0.02f, 0.1f, 0.5f, 10.0f}) {
            hash.build(boxes, cell);
            for (int query = 0; query < 100; ++query) {
                const Box box = random_box(random, 1.2f, query % 5 ? 0.1f : 1.5f);
                std::vector<u32> items = found(hash, box);
                std::sort(items.begin(), items.end());  // a double would stay visible
                EXPECT_EQ(items, expected(boxes, box));
            }
        }
    }
}

TEST(SpatialHash, PointsAreBoxesWithoutSize) {
    Random random(2);
    std::vector<Vec3> points(500);
    std::vector<Box> boxes(500);
    for (u32 i = 0; i < 500; ++i) {
        points[i] = random_point(random);
        boxes[i] = {points[i], points[i]};
    }
    SpatialHash hash;
    hash.build(points, 0.1f);
    for (u32 i = 0; i < 500; ++i) {
        std::vector<u32> items = found(hash, boxes[i].grown(0.1f));
        std::sort(items.begin(), items.end());
        EXPECT_EQ(items, expected(boxes, boxes[i].grown(0.1f)));
    }
}

TEST(SpatialHash, OrderIsByCellThenNumber) {
    Random random(3);
    std::vector<Box> boxes(300);
    for (Box& b : boxes) b = random_box(random, 1, 0.05f);
    SpatialHash hash;
    hash.build(boxes, 0.25f);
    const Box box{{-0.3f, -0.3f, -0.3f}, {0.3f, 0.3f, 0.3f}};
    const auto cell = [&](u32 item) {  // the first cell that the item and the query share
        const Vec3 low = greatest(boxes[item].low, box.low) * 4;
        return std::array<float, 4>{std::floor(low.z), std::floor(low.y), std::floor(low.x), static_cast<float>(item)};
    };
    const std::vector<u32> items = found(hash, box);
    ASSERT_GT(items.size(), 5u);
    for (size_t i = 1; i < items.size(); ++i) EXPECT_LT(cell(items[i - 1]), cell(items[i]));
}

TEST(SpatialHash, HugeCoordinatesAreFound) {
    Random random(4);
    std::vector<Box> boxes;
    for (const float place : {1e3f, 1e9f, 1e20f, 3e38f})
        for (int i = 0; i < 20; ++i) {
            const Vec3 p = random_point(random, place);
            boxes.push_back({p, p});
        }
    boxes.push_back({{-INFINITY, -INFINITY, -INFINITY}, {INFINITY, INFINITY, INFINITY}});
    SpatialHash hash;
    hash.build(boxes, 1e-3f);
    for (u32 i = 0; i < boxes.size(); ++i) {
        std::vector<u32> items = found(hash, boxes[i]);
        std::sort(items.begin(), items.end());
        EXPECT_EQ(items, expected(boxes, boxes[i]));
    }
}

TEST(SpatialHash, AllInOnePlace) {
    const std::vector<Box> boxes(1000, Box{{1, 1, 1}, {1, 1, 1}});
    SpatialHash hash;
    hash.build(boxes, 0.1f);
    EXPECT_EQ(found(hash, boxes[0]).size(), 1000u);
    EXPECT_TRUE(found(hash, {{2, 2, 2}, {2, 2, 2}}).empty());
}

}  // namespace
}  // namespace spatial_hash_tests
}  // namespace pliant
