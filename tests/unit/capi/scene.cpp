// Scenes through the C interface.
#include "unit/capi/support.h"

namespace pliant {
namespace scene_tests {
namespace {

constexpr const char* small_scene = R"({ "world": { "duration": 2, "rate": 30 },
  "assets": { "a": { "shape": "box", "size": [0.4, 0.4, 0.4], "detail": 4 } },
  "bodies": { "box": { "asset": "a", "spacing": 0.1, "youngs_modulus": 1e9, "position": [0, 1, 0] } },
  "colliders": { "floor": { "shape": "plane" } } })";

cpp::Scene scene_of(const char* json, std::vector<const char*> settings = {}) {
    cpp::Scene scene;
    EXPECT_OK(pliant_scene_from_memory(json, "test.json", "", settings.data(), settings.size(), scene.out()));
    return scene;
}

TEST(CapiScene, BecomesAWorld) {
    const cpp::Scene scene = scene_of(small_scene);
    EXPECT_EQ(pliant_scene_duration(scene), 2);
    EXPECT_EQ(pliant_scene_rate(scene), 30);
    std::vector<std::string> said;
    ASSERT_OK(pliant_scene_prepare(
        scene,
        [](void* context, const char* what) { static_cast<std::vector<std::string>*>(context)->emplace_back(what); },
        &said));
    EXPECT_EQ(said, (std::vector<std::string>{"cooking box"}));
    EXPECT_NE(std::string(pliant_scene_advice(scene)).find("box: "), std::string::npos);
    cpp::World world;
    ASSERT_OK(pliant_scene_create_world(scene, nullptr, world.out()));
    EXPECT_EQ(cpp::bodies(world).size(), 1u);
    EXPECT_EQ(pliant_world_colliders(world, nullptr, 0), 1u);
    EXPECT_OK(pliant_world_step(world));
}

// Every world made of a scene used to add its warnings to the report once more.
TEST(CapiScene, ReportDoesNotGrow) {
    const cpp::Scene scene = scene_of(small_scene);
    cpp::World first, second;
    ASSERT_OK(pliant_scene_create_world(scene, nullptr, first.out()));
    const std::string report = pliant_scene_report(scene);
    EXPECT_NE(report.find("warning: box: youngs_modulus"), std::string::npos) << report;
    ASSERT_OK(pliant_scene_create_world(scene, nullptr, second.out()));
    EXPECT_EQ(pliant_scene_report(scene), report);
}

TEST(CapiScene, WorldOutlivesIt) {
    cpp::World world;
    {
        const cpp::Scene scene = scene_of(small_scene, {"bodies.box.youngs_modulus=3e4"});
        ASSERT_OK(pliant_scene_create_world(scene, nullptr, world.out()));
    }
    for (int i = 0; i < 5; ++i) EXPECT_OK(pliant_world_step(world));
}

TEST(CapiScene, SaysWhatIsWrong) {
    pliant_scene scene{};
    EXPECT_FAILS(pliant_scene_from_memory("{ \"bodys\": {} }", "a.json", nullptr, nullptr, 0, &scene), PLIANT_BAD_INPUT,
                 "a.json:1: unknown key 'bodys' (did you mean \"bodies\"?)");
    EXPECT_FAILS(pliant_scene_from_memory("", "a.json", nullptr, nullptr, 0, &scene), PLIANT_BAD_INPUT, "a.json");
    EXPECT_FAILS(pliant_scene_load("nowhere.json", nullptr, 0, &scene), PLIANT_BAD_INPUT, "nowhere.json");
    const char* wrong[] = {"world.substep=3"};
    EXPECT_FAILS(pliant_scene_from_memory(small_scene, "a.json", nullptr, wrong, 1, &scene), PLIANT_BAD_INPUT,
                 "did you mean \"substeps\"?");
    EXPECT_EQ(scene.slot, 0u);
}

TEST(CapiScene, FailureInPreparingLeavesTheSceneUsable) {
    const cpp::Scene scene = scene_of(R"({ "assets": { "a": { "file": "nowhere.obj" } },
                                                   "bodies": { "b": { "asset": "a" } } })");
    for (int i = 0; i < 2; ++i)
        EXPECT_FAILS(pliant_scene_prepare(scene, nullptr, nullptr), PLIANT_BAD_INPUT,
                     "test.json:1: assets.a: nowhere.obj: there is no such file");
    EXPECT_EQ(std::string(pliant_scene_advice(scene)), "") << "there is none before it is prepared";
}

}  // namespace
}  // namespace scene_tests
}  // namespace pliant
