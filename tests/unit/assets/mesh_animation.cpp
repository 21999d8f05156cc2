// Meshes that move: caches, sequences and single poses, all as frames of points in the mesh's order.
#include "assets/mesh_animation.h"

#include <cmath>
#include <filesystem>
#include <fstream>

#include "assets/character_file.h"
#include "assets/mesh_sequence.h"
#include "tube.h"
#include "unit/assets/support.h"

namespace pliant {
namespace mesh_animation_tests {
namespace {

namespace fs = std::filesystem;

class MeshAnimations : public ::testing::Test {
  protected:
    void SetUp() override {
        std::string name = (fs::temp_directory_path() / "pliant-animation-XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        folder_ = name;
    }
    void TearDown() override { fs::remove_all(folder_); }
    std::string path(const std::string& name) const { return (folder_ / name).string(); }
    std::string file(const std::string& name, const std::string& bytes) const {
        fs::create_directories((folder_ / name).parent_path());
        std::ofstream(folder_ / name, std::ios::binary) << bytes;
        return path(name);
    }
    // A triangle, lifted by `height`.
    std::string triangle(const std::string& name, int height) const {
        const std::string y = std::to_string(height);
        return file(name, "v 0 " + y + " 0\nv 1 " + y + " 0\nv 0 " + y + " 1\nf 1 2 3\n");
    }
    std::string pc2(const std::string& name, float start, float sampling, float second = 2) const {
        std::string bytes = std::string("POINTCACHE2\0", 12) + bytes_of<i32>({1, 3}) +
                            bytes_of<float>({start, sampling}) + bytes_of<i32>({2});
        for (float h : {1.0f, second}) bytes += bytes_of<float>({0, h, 0, 1, h, 0, 0, h, 1});
        return file(name, bytes);
    }
    static std::vector<Vec3> frame(const MeshAnimation& animation, u64 f) {
        std::vector<Vec3> points(animation.point_count());
        animation.read(f, points);
        return points;
    }
    static std::vector<i32> numbers(const MeshAnimation& animation) {
        std::vector<i32> all;
        for (u64 f = 0; f < animation.frame_count(); ++f) all.push_back(animation.number(f));
        return all;
    }
    fs::path folder_;
};

TEST_F(MeshAnimations, OfOnePose) {
    const auto a = open_mesh_animation(triangle("pose2.obj", 5), {});
    triangle("pose3.obj", 6);
    EXPECT_EQ(numbers(*a), std::vector<i32>{0}) << "one digit is a name, not a number";
    EXPECT_EQ(frame(*a, 0)[1], (Vec3{1, 5, 0}));
    EXPECT_EQ(a->rest()->points.size(), 3u);
    EXPECT_EQ(a->fps(), 0);
}

TEST_F(MeshAnimations, OfSequencesByPatternFirstFileAndFolder) {
    for (int n : {1, 2, 12}) triangle("walk_00" + std::string(n < 10 ? "0" : "") + std::to_string(n) + ".obj", n);
    triangle("walk_x.obj", 0);
    triangle("walk_0003.ply.obj", 0);
    triangle("walk_00004.obj", 0);
    for (const char* name : {"walk_%04d.obj", "walk_0001.obj"}) {
        const auto a = open_mesh_animation(path(name), {});
        EXPECT_EQ(numbers(*a), (std::vector<i32>{1, 2, 12})) << name;
        EXPECT_EQ(frame(*a, 2)[0].y, 12);
        EXPECT_EQ(frame(*a, 0)[0].y, 1);
    }
    EXPECT_EQ(numbers(*open_mesh_animation(path("walk_0002.obj"), {})), (std::vector<i32>{2, 12}));
    for (int n : {0, 1, 2}) triangle("ball/000" + std::to_string(n) + ".obj", n);
    EXPECT_EQ(numbers(*open_mesh_animation(path("ball"), {})), (std::vector<i32>{0, 1, 2}));
    EXPECT_EQ(numbers(*open_mesh_animation(path("ball/"), {})), (std::vector<i32>{0, 1, 2}));
}

TEST_F(MeshAnimations, OfPatternsOfAnyWidth) {
    for (int n : {1, 9, 10, 100}) triangle("p" + std::to_string(n) + ".obj", n);
    EXPECT_EQ(numbers(*open_mesh_animation(path("p%d.obj"), {})), (std::vector<i32>{1, 9, 10, 100}));
    EXPECT_EQ(numbered_path("a/p%04d.obj", 7), "a/p0007.obj");
    EXPECT_EQ(numbered_path("p%d.obj", 123), "p123.obj");
    EXPECT_TRUE(is_pattern("a%d"));
    EXPECT_FALSE(is_pattern("100%.obj"));
    EXPECT_FALSE(is_pattern("50%d/a.obj")) << "only in the name of the file";
}

TEST_F(MeshAnimations, OfCaches) {
    const auto plain = open_mesh_animation(pc2("a.pc2", 0, 1), {});
    EXPECT_EQ(numbers(*plain), (std::vector<i32>{0, 1}));
    EXPECT_EQ(frame(*plain, 1)[2], (Vec3{0, 2, 1}));
    EXPECT_FALSE(plain->rest());
    EXPECT_EQ(plain->fps(), 0);
    EXPECT_EQ(numbers(*open_mesh_animation(pc2("b.pc2", 10, 5), {})), (std::vector<i32>{10, 15}));
    EXPECT_EQ(numbers(*open_mesh_animation(pc2("c.pc2", 10, 0.1f), {})), (std::vector<i32>{0, 1}))
        << "samples between frames are counted";
    std::string mdd = bytes_of<i32>({2, 3}, true) + bytes_of<float>({0, 0.04f}, true);
    for (float h : {1.0f, 2.0f}) mdd += bytes_of<float>({0, h, 0, 1, h, 0, 0, h, 1}, true);
    EXPECT_EQ(open_mesh_animation(file("a.mdd", mdd), {})->fps(), 25);
}

TEST_F(MeshAnimations, UnitAndAxisHoldForEveryFrame) {
    AssetSettings settings;
    settings.unit = "cm";
    settings.up = "z";
    const auto a = open_mesh_animation(pc2("a.pc2", 0, 1), settings);
    triangle("s_01.obj", 1);
    triangle("s_02.obj", 2);
    const auto s = open_mesh_animation(path("s_01.obj"), settings);
    for (u64 f : {0, 1}) EXPECT_EQ(frame(*a, f), frame(*s, f));
    EXPECT_LT(length(frame(*a, 1)[2] - Vec3{0, 0.01f, -0.02f}), 1e-7f);
}

TEST_F(MeshAnimations, TroublesAreSentences) {
    const auto trouble = [](const std::string& name) {
        return error_of([&] {
            const auto a = open_mesh_animation(name, {});
            for (u64 f = 0; f < a->frame_count(); ++f) frame(*a, f);
        });
    };
    EXPECT_MENTIONS(trouble(path("none_%d.obj")), "there is no file of that pattern");
    EXPECT_MENTIONS(trouble(folder_.string()), "there is no file of that pattern");
    EXPECT_MENTIONS(trouble(path("none.obj")), "none.obj");
    EXPECT_MENTIONS(trouble(path("none.pc2")), "none.pc2");
    triangle("grow_01.obj", 0);
    file("grow_02.obj", "v 0 0 0\nv 1 0 0\nv 0 0 1\nv 0 1 0\nf 1 2 3\n");
    EXPECT_MENTIONS(trouble(path("grow_01.obj")), "grow_02.obj: it has 4 points; expected 3");
    EXPECT_MENTIONS(trouble(pc2("nan.pc2", 3, 1, std::nanf(""))), "point 0 of frame 4 is not a finite number");
}

// Thirty frames a second of a clip, from the mesh as it was bound to where the bones have taken it.
TEST_F(MeshAnimations, ClipsOfCharacters) {
    file("tube.glb", testing::tube_glb());
    AssetSettings settings;
    const auto first = open_mesh_animation(path("tube.glb"), settings);
    const LoadedCharacter loaded = load_character(path("tube.glb"), settings);
    const RigClip& clip = loaded.character.clips[0];
    EXPECT_EQ(first->fps(), 30);
    EXPECT_EQ(first->frame_count(), static_cast<u64>(std::ceil(clip.length() * 30 - 1e-9)) + 1);
    ASSERT_TRUE(first->rest());
    EXPECT_EQ(first->rest()->points.size(), first->point_count());
    const std::vector<Vec3> begin = frame(*first, 0), later = frame(*first, first->frame_count() / 2);
    float moved = 0;
    for (size_t p = 0; p < begin.size(); ++p) moved = std::max(moved, length(later[p] - begin[p]));
    EXPECT_GT(moved, 0.1f * length(first->rest()->bounds().size()));
    settings.clip = loaded.character.clips[1].name;
    EXPECT_NE(frame(*open_mesh_animation(path("tube.glb"), settings), 5), frame(*first, 5));
    settings.clip = "Bund";
    EXPECT_MENTIONS(error_of([&] { open_mesh_animation(path("tube.glb"), settings); }), "did you mean");
}

}  // namespace
}  // namespace mesh_animation_tests
}  // namespace pliant
