// PC2 and MDD caches: any frame, and a sentence for whatever is wrong with them.
#include "assets/point_cache.h"

#include <filesystem>
#include <fstream>

#include "unit/assets/support.h"

namespace pliant {
namespace point_cache_tests {
namespace {

namespace fs = std::filesystem;

constexpr u32 points = 3, frames = 4;

float place(u32 frame, u32 point, int axis) { return static_cast<float>(100 * frame + 10 * point) + 0.25f * axis; }

std::string places(bool big_endian) {
    std::string bytes;
    for (u32 f = 0; f < frames; ++f)
        for (u32 p = 0; p < points; ++p)
            for (int axis = 0; axis < 3; ++axis) bytes += bytes_of<float>({place(f, p, axis)}, big_endian);
    return bytes;
}

std::string pc2(i32 version = 1, i32 point_count = points, i32 samples = frames) {
    return std::string("POINTCACHE2\0", 12) + bytes_of<i32>({version, point_count}) + bytes_of<float>({0, 1}) +
           bytes_of<i32>({samples}) + places(false);
}

std::string mdd(i32 frame_count = frames, i32 point_count = points) {
    return bytes_of<i32>({frame_count, point_count}, true) + bytes_of<float>({0, 0.5f, 1, 1.5f}, true) + places(true);
}

class PointCaches : public ::testing::Test {
  protected:
    void SetUp() override {
        std::string name = (fs::temp_directory_path() / "pliant-cache-XXXXXX").string();
        ASSERT_NE(mkdtemp(name.data()), nullptr);
        folder_ = name;
    }
    void TearDown() override { fs::remove_all(folder_); }
    std::string file(const std::string& name, const std::string& bytes) {
        std::ofstream(folder_ / name, std::ios::binary) << bytes;
        return (folder_ / name).string();
    }
    std::string trouble(const std::string& name, const std::string& bytes) {
        const std::string path = file(name, bytes);
        return error_of([&] { PointCache cache(path); });
    }
    fs::path folder_;
};

void expect_frames(const PointCache& cache, u64 count) {
    EXPECT_EQ(cache.point_count(), points);
    ASSERT_EQ(cache.frame_count(), count);
    std::vector<Vec3> at(points);
    for (u64 i = 0; i < count; ++i) {
        const u32 f = static_cast<u32>(count - 1 - i);  // backwards: any order
        cache.read(f, at);
        for (u32 p = 0; p < points; ++p)
            EXPECT_EQ(at[p], (Vec3{place(f, p, 0), place(f, p, 1), place(f, p, 2)})) << f << " " << p;
    }
}

TEST_F(PointCaches, BothFormatsGiveTheSamePlaces) {
    const PointCache a(file("a.pc2", pc2())), b(file("b.mdd", mdd())), part(file("c.mdd.part", pc2()));
    expect_frames(a, frames);
    expect_frames(b, frames);
    expect_frames(part, frames);
    EXPECT_FALSE(a.cut_off() || b.cut_off());
    EXPECT_EQ(b.times(), (std::vector<float>{0, 0.5f, 1, 1.5f}));
    EXPECT_EQ(a.times(), (std::vector<float>{0, 1, 2, 3}));
}

TEST_F(PointCaches, CutOffFilesHaveTheFramesThatAreWhole) {
    const std::string whole_pc2 = pc2(), whole_mdd = mdd();
    for (const size_t less : {1u, 35u, 36u, 37u, 72u}) {
        const PointCache a(file("a.pc2", whole_pc2.substr(0, whole_pc2.size() - less))),
            b(file("b.mdd", whole_mdd.substr(0, whole_mdd.size() - less)));
        EXPECT_TRUE(a.cut_off() && b.cut_off());
        expect_frames(a, frames - (less + 35) / 36);
        expect_frames(b, frames - (less + 35) / 36);
    }
    // A frame that the header does not count yet was being written.
    expect_frames(PointCache(file("c.pc2.part", pc2(1, points, 2))), 2);
}

TEST_F(PointCaches, WrongFilesGetASentence) {
    EXPECT_MENTIONS(trouble("a.pc2", ""), "does not begin like a PC2 cache; expected POINTCACHE2");
    EXPECT_MENTIONS(trouble("a.pc2", mdd()), "does not begin like a PC2 cache");
    EXPECT_MENTIONS(trouble("a.pc2", pc2().substr(0, 20)), "the header is cut off");
    EXPECT_MENTIONS(trouble("a.pc2", pc2(2)), "version 2 of PC2; expected version 1");
    EXPECT_MENTIONS(trouble("a.pc2", pc2(1, -3)), "it has -3 points");
    EXPECT_MENTIONS(trouble("a.pc2", pc2(1, 3, -1)), "it has -1 frames");
    EXPECT_MENTIONS(trouble("a.mdd", "abc"), "the file has 3 bytes");
    EXPECT_MENTIONS(trouble("a.mdd", "a text of some length"), "do not fit the size of the file");
    EXPECT_MENTIONS(trouble("a.mdd", mdd() + "more"), "4 bytes more than an MDD has");
    EXPECT_MENTIONS(trouble("a.mdd", mdd(-1)), "do not fit the size of the file");
    EXPECT_MENTIONS(error_of([&] { PointCache c((folder_ / "none.pc2").string()); }), "cannot be opened");
    EXPECT_MENTIONS(error_of([&] { PointCache c(folder_.string()); }), "this is a folder");
    const PointCache cache(file("b.pc2", pc2()));
    std::vector<Vec3> at(points);
    EXPECT_MENTIONS(error_of([&] { cache.read(4, at); }), "there is no frame 4; expected 0 to 3");
}

}  // namespace
}  // namespace point_cache_tests
}  // namespace pliant
