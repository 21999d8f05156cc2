#include "geometry/coloring.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/random.h"

namespace pliant {
namespace coloring_tests {
namespace {

// Nothing is lost, nothing is doubled, and nothing of one colour shares a vertex.
void expect_right(const std::vector<u32>& vertices, u32 each, u32 vertex_count) {
    const Coloring c = coloring_of(vertices, each, vertex_count);
    std::vector<u32> all = c.order;
    std::sort(all.begin(), all.end());
    ASSERT_EQ(all.size(), vertices.size() / each);
    for (u32 i = 0; i < all.size(); ++i) ASSERT_EQ(all[i], i);
    ASSERT_EQ(c.start.front(), 0u);
    ASSERT_EQ(c.start.back(), all.size());
    std::vector<u32> last(vertex_count, 0xffffffffu);
    for (u32 k = 0; k < c.colors(); ++k)
        for (u32 i = c.start[k]; i < c.start[k + 1]; ++i) {
            if (i > c.start[k]) {
                ASSERT_LT(c.order[i - 1], c.order[i]);  // as they came
            }
            for (u32 v = 0; v < each; ++v) {
                const u32 vertex = vertices[c.order[i] * each + v];
                ASSERT_TRUE(last[vertex] != k || std::count(vertices.begin() + c.order[i] * each,
                                                            vertices.begin() + c.order[i] * each + v, vertex))
                    << "colour " << k << ", vertex " << vertex;
                last[vertex] = k;
            }
        }
}

TEST(Coloring, RandomPairsAndFours) {
    Random random(3);
    for (u32 each : {2u, 3u, 4u})
        for (int round = 0; round < 50; ++round) {
            const u32 count = 1 + random.below(40);
            std::vector<u32> vertices;
            for (u32 i = 0; i < each * 60; ++i) vertices.push_back(random.below(count));
            expect_right(vertices, each, count);
        }
}

TEST(Coloring, AWheelWithMoreSpokesThanAWordHasBits) {
    std::vector<u32> vertices;
    for (u32 i = 1; i <= 200; ++i) {
        vertices.push_back(0);
        vertices.push_back(i);
    }
    expect_right(vertices, 2, 201);
    EXPECT_EQ(coloring_of(vertices, 2, 201).colors(), 200u);
}

TEST(Coloring, NothingAtAll) { EXPECT_EQ(coloring_of({}, 2, 5).colors(), 0u); }

}  // namespace
}  // namespace coloring_tests
}  // namespace pliant
