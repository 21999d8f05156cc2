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
