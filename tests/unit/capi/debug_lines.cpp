// Lines to draw: where things are, in their colours, as many as were told.
#include <map>

#include "unit/capi/support.h"

namespace pliant {
namespace debug_lines_tests {
namespace {

float farthest_from(const pliant_vec3& from, const std::vector<pliant_debug_line>& lines) {
    float most = 0;
    for (const pliant_debug_line& l : lines)
        for (const pliant_vec3& p : {l.from, l.to})
            most = std::max(most, std::hypot(p.x - from.x, p.y - from.y, p.z - from.z));
    return most;
}

TEST_F(CapiTest, DebugLinesShowWhatThereIs) {
    step(40);  // the box lies on the floor
    const auto skins = world.debug_lines(PLIANT_DEBUG_SKINS);
    pliant_body_info info{};
    ASSERT_OK(pliant_body_get_info(world, body, &info));
    for (const pliant_debug_line& l : skins) {
        EXPECT_EQ(l.color, 0x009e73u);
        EXPECT_GE(l.from.y, info.bounds.low.y - 0.01f);
        EXPECT_LE(l.from.y, info.bounds.high.y + 0.01f);
    }
    EXPECT_EQ(skins.size() % 3, 0u) << "each edge of a closed skin once: three for two triangles";
    const auto contacts = world.debug_lines(PLIANT_DEBUG_CONTACTS);
    ASSERT_FALSE(contacts.empty());
    for (const pliant_debug_line& l : contacts) {
        EXPECT_NEAR(l.from.y, 0, 0.01f);
        EXPECT_GT(l.to.y, l.from.y) << "the floor pushes up";
        EXPECT_NEAR(l.to.x, l.from.x, 1e-5f);
    }
    EXPECT_EQ(world.debug_lines(PLIANT_DEBUG_COLLIDERS).size(), 22u) << "a floor is eleven lines each way";
    EXPECT_TRUE(world.debug_lines(PLIANT_DEBUG_JOINTS).empty());

    pliant_attachment_def hold = pliant_default_attachment_def();
    hold.body = body, hold.use_point = true, hold.point = info.center;
    const auto hand = world.add(hold);
    hand.move({0, 1.5f, 0});
    step(1);
    const auto pulls = world.debug_lines(PLIANT_DEBUG_ATTACHMENTS);
    ASSERT_EQ(pulls.size(), 1u);
    EXPECT_EQ(pulls[0].color, 0xd55e00u);
    EXPECT_FLOAT_EQ(pulls[0].to.y, 1.5f);

    const auto all = world.debug_lines();
    size_t told = 0;
    pliant_debug_line one{};
    EXPECT_FAILS(pliant_world_debug_lines(world, PLIANT_DEBUG_ALL, &one, 1, &told), PLIANT_BUFFER_TOO_SMALL,
                 "room for 1");
    EXPECT_EQ(told, all.size());
    EXPECT_FAILS(pliant_world_debug_lines(world, PLIANT_DEBUG_ALL, &one, 1, nullptr), PLIANT_BAD_ARGUMENT, "count");
}

TEST_F(CapiTest, DebugLinesOfEveryShape) {
    struct Expected {
        const char* shape;
        size_t lines;
        float reach;  // [m] of its farthest point from the middle
    };
    for (const Expected& e :
         {Expected{"box", 12, std::sqrt(3.0f) / 2}, Expected{"sphere", 72, 0.5f}, Expected{"capsule", 100, 1.0f},
          Expected{"mesh", 288, 0.2f * std::sqrt(3.0f)}, Expected{"height_field", 4, 0}}) {
        cpp::Settings given("collider");
        given.set("shape", e.shape).set("size", 1, 1, 1).set("radius", 0.5).set("height", 2);
        const float heights[] = {0, 0, 0, 0};
        pliant_collider_def def = pliant_default_collider_def();
        def.settings = given, def.mesh = asset, def.heights = heights, def.columns = 2, def.rows = 2;
        def.use_pose = true, def.pose = {{3, 2, 1}, {0, 0.6f, 0, 0.8f}};
        const auto other = cpp::World::make();
        other.add(def);
        const auto lines = other.debug_lines();
        EXPECT_EQ(lines.size(), e.lines) << e.shape;
        const float reach = farthest_from({3, 2, 1}, lines);
        EXPECT_TRUE(e.reach == 0 || std::abs(reach - e.reach) < 1e-5f) << e.shape << " " << reach;
        for (const pliant_debug_line& l : lines) EXPECT_EQ(l.color, 0x0072b2u);
        std::printf("%s: %zu lines\n", e.shape, lines.size());
    }
}

}  // namespace
}  // namespace debug_lines_tests
}  // namespace pliant
