// Questions to a world: rays, closest points, overlaps, one and many.
#include "unit/capi/support.h"

namespace pliant {
namespace queries_tests {
namespace {

using Queries = CapiTest;  // the box is 0.3 … 0.7 m above the floor

TEST_F(Queries, Rays) {
    const pliant_ray rays[] = {
        {{0.03f, 2, 0.02f}, {0, -1, 0}, 0},  // down on the box
        {{0.03f, 2, 0.02f}, {0, -5, 0}, 1},  // the direction's length does not count, and 1 m is too short
        {{3, 2, 0}, {0, -1, 0}, 0},          // beside it, on the floor
        {{3, 2, 0}, {0, 1, 0}, 0},           // away
        {{-2, 0.52f, 0.01f}, {1, 0, 0}, 0}   // from the side
    };
    pliant_hit hits[5];
    ASSERT_OK(pliant_world_cast_rays(world, rays, 5, hits));
    EXPECT_EQ(hits[0].object, body);
    EXPECT_NEAR(hits[0].distance, 1.3, 1e-3);
    EXPECT_NEAR(hits[0].normal.y, 1, 1e-3);
    EXPECT_EQ(hits[1].object.slot, 0u);
    EXPECT_EQ(hits[2].object, floor);
    EXPECT_NEAR(hits[2].distance, 2, 1e-3);
    EXPECT_NEAR(hits[2].point.x, 3, 1e-5);
    EXPECT_EQ(hits[3].object.slot, 0u);
    EXPECT_NEAR(hits[4].point.x, -0.2, 1e-3);
    EXPECT_NEAR(hits[4].normal.x, -1, 1e-3);
    for (int i = 0; i < 5; ++i) {  // one at a time gives what many at once give
        pliant_hit one{};
        ASSERT_OK(pliant_world_cast_rays(world, rays + i, 1, &one));
        EXPECT_EQ(one.distance, hits[i].distance);
        EXPECT_EQ(one.object, hits[i].object);
    }
    ASSERT_OK(pliant_world_cast_rays(world, nullptr, 0, nullptr));
}

TEST_F(Queries, ClosestPoints) {
    const pliant_vec3 points[] = {{0, 1, 0}, {4, 0.1f, 0}, {50, 50, 50}};
    pliant_hit hits[3];
    ASSERT_OK(pliant_world_closest_points(world, points, 3, 1, hits));
    EXPECT_EQ(hits[0].object, body);
    EXPECT_NEAR(hits[0].distance, 0.3, 1e-3);
    EXPECT_NEAR(hits[0].point.y, 0.7, 1e-3);
    EXPECT_EQ(hits[1].object, floor);
    EXPECT_NEAR(hits[1].distance, 0.1, 1e-4);
    EXPECT_EQ(hits[2].object.slot, 0u) << "nothing within a metre";
    ASSERT_OK(pliant_world_closest_points(world, points, 3, 0, hits));
    EXPECT_EQ(hits[2].object, floor) << "0 is unbounded";
}

TEST_F(Queries, Overlaps) {
    const pliant_body second = add_body("second", {0.6f, 0.5f, 0});
    pliant_hit hits[4]{};
    size_t count = 99;
    ASSERT_OK(pliant_world_overlap_ball(world, {0.3f, 0.5f, 0}, 0.15f, hits, 4, &count));
    ASSERT_EQ(count, 2u);
    EXPECT_EQ(hits[0].object, body);
    EXPECT_EQ(hits[1].object, second);
    ASSERT_OK(pliant_world_overlap_ball(world, {0.3f, 0.5f, 0}, 0.6f, hits, 1, &count));
    EXPECT_EQ(count, 3u) << "the floor too; only one had room";
    ASSERT_OK(pliant_world_overlap_ball(world, {0.3f, 0.5f, 0}, 0.6f, nullptr, 0, &count));
    EXPECT_EQ(count, 3u);
    ASSERT_OK(pliant_world_overlap_ball(world, {9, 9, 9}, 0.1f, hits, 4, &count));
    EXPECT_EQ(count, 0u);
}

TEST_F(Queries, FollowWhatMoves) {
    const pliant_ray down{{0.03f, 5, 0.02f}, {0, -1, 0}, 0};
    pliant_hit before{}, after{}, teleported{};
    ASSERT_OK(pliant_world_cast_rays(world, &down, 1, &before));
    step(6);
    ASSERT_OK(pliant_world_cast_rays(world, &down, 1, &after));
    EXPECT_GT(after.distance, before.distance + 0.03);
    ASSERT_OK(pliant_object_teleport(world, body, {{0, 1, 0}, no_turn}));
    ASSERT_OK(pliant_world_cast_rays(world, &down, 1, &teleported));
    EXPECT_NEAR(teleported.distance, after.distance - 1, 1e-3);
    ASSERT_OK(pliant_body_destroy(world, body));
    ASSERT_OK(pliant_world_cast_rays(world, &down, 1, &after));
    EXPECT_EQ(after.object, floor);
}

}  // namespace
}  // namespace queries_tests
}  // namespace pliant
