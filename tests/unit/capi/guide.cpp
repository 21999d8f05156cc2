// Guides and tears through the C interface.
#include "unit/capi/support.h"

namespace pliant {
namespace guide_tests {
namespace {

struct SceneWorld {
    explicit SceneWorld(const char* name) {
        const std::string path = std::string(PLIANT_SOURCE_DIR) + "/examples/" + name + "/scene.json";
        EXPECT_OK(pliant_scene_load(path.c_str(), nullptr, 0, scene.out()));
        EXPECT_OK(pliant_scene_prepare(scene, nullptr, nullptr));
        pliant_world_def def = pliant_default_world_def();
        EXPECT_OK(pliant_scene_create_world(scene, &def, world.out()));
    }
    pliant_body body(const char* name) const {
        pliant_body id{};
        EXPECT_OK(pliant_world_find_body(world, name, &id));
        return id;
    }
    cpp::Scene scene;
    cpp::World world;
};

TEST(CapiGuide, PlaysPausesStopsAndSeeks) {
    const SceneWorld s("jump");
    const pliant_body jumper = s.body("jumper"), lump = s.body("lump");
    const auto info = [&](pliant_body b) {
        pliant_guide_info i{};
        EXPECT_OK(pliant_guide_get_info(s.world, b, &i));
        return i;
    };
    const auto step = [&](int n) {
        for (int i = 0; i < n; ++i) EXPECT_OK(pliant_world_step(s.world));
    };
    EXPECT_EQ(info(lump).clip, nullptr);
    ASSERT_STREQ(info(jumper).clip, "jump");
    EXPECT_EQ(info(jumper).motion, PLIANT_GUIDE_PLAYING);
    step(10);
    const double at = info(jumper).time;
    EXPECT_NEAR(at, 10.0 / 60, 1e-9);
    EXPECT_OK(pliant_guide_pause(s.world, jumper));
    step(5);
    EXPECT_EQ(info(jumper).time, at);
    EXPECT_EQ(info(jumper).motion, PLIANT_GUIDE_PAUSED);
    EXPECT_OK(pliant_guide_resume(s.world, jumper));
    step(1);
    EXPECT_GT(info(jumper).time, at);
    EXPECT_OK(pliant_guide_seek(s.world, jumper, 0.5));
    EXPECT_EQ(info(jumper).time, 0.5);
    EXPECT_OK(pliant_guide_stop(s.world, jumper));
    step(3);
    EXPECT_EQ(info(jumper).motion, PLIANT_GUIDE_STOPPED);
    EXPECT_OK(pliant_guide_resume(s.world, jumper));
    EXPECT_EQ(info(jumper).time, 0);
    EXPECT_OK(pliant_guide_play(s.world, jumper, "jump", -1));
    EXPECT_FAILS(pliant_guide_play(s.world, jumper, "jmup", 0), PLIANT_BAD_INPUT, "did you mean");
    EXPECT_FAILS(pliant_guide_play(s.world, lump, "jump", 0), PLIANT_BAD_INPUT, "keyframes");
    EXPECT_FAILS(pliant_guide_play(s.world, jumper, nullptr, 0), PLIANT_BAD_ARGUMENT, "clip");
    EXPECT_FAILS(pliant_guide_seek(s.world, jumper, std::nan("")), PLIANT_BAD_ARGUMENT, "seconds");
    EXPECT_FAILS(pliant_guide_pause(s.world, {}), PLIANT_NO_SUCH_ID, "body");
}

TEST(CapiTear, EventsTellWhatCameOff) {
    const SceneWorld s("melon");
    const pliant_body melon = s.body("melon");
    size_t sums = 0, pieces = 0;
    uint32_t version = 0;
    for (int i = 0; i < 40; ++i) {
        ASSERT_OK(pliant_world_step(s.world));
        const pliant_tear_event* events = nullptr;
        const size_t count = pliant_world_tear_events(s.world, &events);
        for (size_t e = 0; e < count; ++e) {
            if (events[e].body.slot != melon.slot) continue;
            if (!events[e].piece.slot) {
                ++sums;
                EXPECT_GT(events[e].load, 1);
                EXPECT_GT(events[e].links, 0u);
                continue;
            }
            ++pieces;
            pliant_body_info info{};
            ASSERT_OK(pliant_body_get_info(s.world, events[e].piece, &info));
            EXPECT_EQ(std::string(info.name).rfind("melon.", 0), 0u) << info.name;
            EXPECT_GT(info.mass, 0);
        }
        pliant_surface surface{};
        ASSERT_OK(pliant_body_surface(s.world, melon, &surface));
        EXPECT_GE(surface.topology_version, version);
        version = surface.topology_version;
    }
    EXPECT_GT(sums, 0u);
    EXPECT_GT(pieces, 0u);
    EXPECT_GT(version, 1u) << "who draws it is told that its triangles have changed";
    EXPECT_EQ(pliant_world_tear_events(s.world, nullptr), 0u);
}

}  // namespace
}  // namespace guide_tests
}  // namespace pliant
