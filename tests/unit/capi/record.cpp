// Records that a program makes, and words that it sets.
#include <filesystem>
#include <fstream>

#include "unit/capi/support.h"

namespace pliant {
namespace record_tests {
namespace {

namespace fs = std::filesystem;

class CapiRecord : public CapiTest {
  protected:
    void SetUp() override {
        CapiTest::SetUp();
        std::string name = (fs::temp_directory_path() / "pliant-record-XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        folder = name;
    }
    void TearDown() override { fs::remove_all(folder); }
    std::string folder;
};

TEST_F(CapiRecord, WritesFramesAsTheyAre) {
    const std::string out = folder + "/deep/down";  // made where there is none
    world.record_begin(out, "pc2, usda");
    for (int i = 0; i < 7; ++i) {
        world.record_frame();
        step(1);
    }
    EXPECT_FALSE(fs::exists(out + "/scene.usda")) << "not whole yet";
    world.record_end();
    EXPECT_TRUE(fs::exists(out + "/scene.usda"));
    std::ifstream file(out + "/box.pc2", std::ios::binary);
    char head[32] = {};
    file.read(head, sizeof head);
    int32_t points = 0, frames = 0;
    std::memcpy(&points, head + 16, 4), std::memcpy(&frames, head + 28, 4);
    EXPECT_EQ(std::string(head), "POINTCACHE2");
    EXPECT_EQ(frames, 7);
    EXPECT_EQ(fs::file_size(out + "/box.pc2"), 32u + 12u * static_cast<size_t>(points) * 7u);
    // And once more, elsewhere.
    world.record_begin(folder, "csv");
    world.record_frame();
    world.record_end();
    EXPECT_TRUE(fs::exists(folder + "/bodies.csv"));
}

// The points that a point cache has in each of its frames, or 0.
size_t cache_points(const std::string& path, int32_t frames) {
    std::ifstream file(path, std::ios::binary);
    char head[32] = {};
    file.read(head, sizeof head);
    int32_t points = 0, found = 0;
    std::memcpy(&points, head + 16, 4), std::memcpy(&found, head + 28, 4);
    EXPECT_EQ(found, frames);
    return static_cast<size_t>(points);
}

// A frame of a body that had torn was refused, because the record could not get new points.
TEST_F(CapiRecord, BodiesMayTear) {
    ASSERT_OK(pliant_body_destroy(world, body));
    for (const bool tears : {false, true}) {
        const pliant_body falling = add_body("falling", {0, 1, 0});
        ASSERT_OK(pliant_body_set_number(world, falling, "youngs_modulus", 1e4));
        if (tears) {
            ASSERT_OK(pliant_body_set_number(world, falling, "tear.stretch", 0.05));
        }
        const std::string out = folder + (tears ? "/tears" : "/holds");
        world.record_begin(out, "pc2, obj, glb");
        size_t pieces = 0;
        for (int i = 0; i < 60; ++i) {
            ASSERT_OK(pliant_world_record_frame(world)) << i;
            EXPECT_OK(pliant_body_set_number(world, falling, "gravity_scale", i < 20 ? 4 : 1));
            if (i == 20) {
                EXPECT_OK(pliant_object_apply_impulse_at(world, falling, {0, 60, 0}, {0.2f, 0.1f, 0.2f}));
            }
            step(1);
            pieces = std::max(pieces, pliant_world_bodies(world, nullptr, 0));
        }
        ASSERT_OK(pliant_world_record_end(world));
        EXPECT_FALSE(fs::exists(out + "/tearing.part"));
        EXPECT_TRUE(fs::exists(out + "/scene.glb") && fs::exists(out + "/falling/0059.obj"));
        const size_t points = cache_points(out + "/falling.pc2", 60);
        if (!tears) {
            EXPECT_EQ(pieces, 1u);
            EXPECT_EQ(points, 98u);
        } else {
            EXPECT_GT(pieces, 1u) << "nothing came off";
            EXPECT_GT(points, 98u) << "both sides of each crack";
        }
        std::vector<pliant_body> all(pliant_world_bodies(world, nullptr, 0));
        pliant_world_bodies(world, all.data(), all.size());
        for (const pliant_body b : all) ASSERT_OK(pliant_body_destroy(world, b));
    }
}

// What cannot tear when the record begins has no room for cracks.
TEST_F(CapiRecord, BodiesThatTearUnexpectedlyAreRefused) {
    ASSERT_OK(pliant_world_record_begin(world, folder.c_str(), "csv"));
    ASSERT_OK(pliant_body_set_number(world, body, "tear.stretch", 0.01));
    ASSERT_OK(pliant_body_set_number(world, body, "youngs_modulus", 1e3));
    pliant_result result = PLIANT_OK;
    for (int i = 0; i < 120 && result == PLIANT_OK; ++i) {
        step(1);
        result = pliant_world_record_frame(world);
    }
    EXPECT_EQ(result, PLIANT_BAD_ARGUMENT);
    EXPECT_NE(std::string(pliant_last_error()).find("tear.stretch"), std::string::npos) << pliant_last_error();
    EXPECT_OK(pliant_world_record_end(world));
}

TEST_F(CapiRecord, SaysWhatIsWrong) {
    EXPECT_FAILS(pliant_world_record_frame(world), PLIANT_BAD_ARGUMENT, "not recorded");
    EXPECT_FAILS(pliant_world_record_end(world), PLIANT_BAD_ARGUMENT, "not recorded");
    EXPECT_FAILS(pliant_world_record_begin(world, folder.c_str(), nullptr), PLIANT_BAD_ARGUMENT, "formats is NULL");
    EXPECT_FAILS(pliant_world_record_begin(world, nullptr, "glb"), PLIANT_BAD_ARGUMENT, "folder is NULL");
    EXPECT_FAILS(pliant_world_record_begin(world, folder.c_str(), "gif"), PLIANT_BAD_INPUT, "gif");
    std::ofstream(folder + "/taken") << "a file";
    EXPECT_FAILS(pliant_world_record_begin(world, (folder + "/taken/in").c_str(), "glb"), PLIANT_FAILED, "taken");
    ASSERT_OK(pliant_world_record_begin(world, folder.c_str(), "csv"));
    EXPECT_FAILS(pliant_world_record_begin(world, folder.c_str(), "csv"), PLIANT_BAD_ARGUMENT, "recorded already");
    const pliant_body late = add_body("late", {0, 2, 0});
    EXPECT_FAILS(pliant_world_record_frame(world), PLIANT_BAD_ARGUMENT, "other bodies");
    ASSERT_OK(pliant_body_destroy(world, late));
    EXPECT_OK(pliant_world_record_frame(world));
    EXPECT_OK(pliant_world_record_end(world));
}

TEST_F(CapiRecord, WordsAreSet) {
    ASSERT_OK(pliant_body_set_number(world, body, "detail.blend", 0));
    ASSERT_OK(pliant_body_set_text(world, body, "detail.level", "frozen"));
    step(1);
    const float height = info_of(body).center.y;
    step(10);
    EXPECT_EQ(info_of(body).center.y, height);
    EXPECT_TRUE(info_of(body).asleep);
    EXPECT_FAILS(pliant_body_set_text(world, body, "detail.level", "fluid"), PLIANT_BAD_INPUT, "frozen");
    EXPECT_FAILS(pliant_body_set_text(world, body, "friction", "high"), PLIANT_BAD_INPUT, "not a number");
    EXPECT_FAILS(pliant_body_set_text(world, body, "detail.level", nullptr), PLIANT_BAD_ARGUMENT, "text is NULL");
}

}  // namespace
}  // namespace record_tests
}  // namespace pliant
