#include "assets/point_cache.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "core/assert.h"
#include "core/big_endian.h"
#include "core/error.h"
#include "core/text.h"

namespace pliant {

namespace fs = std::filesystem;

namespace {

constexpr char pc2_magic[12] = {'P', 'O', 'I', 'N', 'T', 'C', 'A', 'C', 'H', 'E', '2', 0};

}  // namespace

void PointCache::fail(const std::string& wrong, const std::string& expected, const std::string& advice) const {
    throw Error({path_, wrong, expected, advice});
}

PointCache::PointCache(const std::string& path) : path_(path) {
    std::error_code error;
    if (fs::is_directory(path, error)) fail("this is a folder", "a point cache (.pc2 or .mdd)");
    file_.reset(std::fopen(path.c_str(), "rb"));
    if (!file_) fail(std::string("cannot be opened: ") + std::strerror(errno), "");
    size_ = fs::file_size(path, error);
    if (error) fail("its size cannot be found out", "");
    char magic[12] = {};
    const bool has_magic = std::fread(magic, 1, sizeof magic, file_.get()) == sizeof magic &&
                           std::memcmp(magic, pc2_magic, sizeof magic) == 0;
    if (has_magic) {
        read_pc2_header();
    } else {
        if (ends_with(path, ".pc2") || ends_with(path, ".part"))
            fail("the file does not begin like a PC2 cache", "POINTCACHE2", "it may be empty or of another format");
        read_mdd_header();
    }
}

// The magic, then version, points, start, frames per sample, samples: all of four bytes.
void PointCache::read_pc2_header() {
    i32 header[5];
    if (std::fread(header, 4, 5, file_.get()) != 5) fail("the header is cut off", "32 bytes");
    float start, sampling;
    std::memcpy(&start, &header[2], 4);
    std::memcpy(&sampling, &header[3], 4);
    if (header[0] != 1) fail("version " + std::to_string(header[0]) + " of PC2", "version 1");
    count_frames(header[4], header[1], 32);
    for (u64 f = 0; f < frame_count_; ++f) times_.push_back(start + sampling * static_cast<float>(f));
}

// Frames, points, then the time of each frame. There is nothing to tell an MDD by but that its numbers fit its size.
void PointCache::read_mdd_header() {
    i32 header[2] = {};
    if (size_ < 8) fail("the file has " + std::to_string(size_) + " bytes", "a point cache (.pc2 or .mdd)");
    std::fseek(file_.get(), 0, SEEK_SET);
    if (std::fread(header, 4, 2, file_.get()) != 2) fail("the header cannot be read", "");
    swap_words(header, 2);
    big_endian_ = true;
    const u64 times = 4 * static_cast<u64>(std::max(header[0], 0));
    if (header[0] < 0 || header[1] < 0 || size_ < 8 + times)
        fail("the numbers of frames and points do not fit the size of the file", "a point cache (.pc2 or .mdd)");
    const u64 whole = 8 + times + static_cast<u64>(header[0]) * static_cast<u64>(header[1]) * sizeof(Vec3);
    if (size_ > whole) fail("there are " + with_commas(size_ - whole) + " bytes more than an MDD has", "");
    count_frames(header[0], header[1], 8 + times);
    times_.resize(frame_count_);
    if (std::fread(times_.data(), 4, frame_count_, file_.get()) != frame_count_) fail("the times cannot be read", "");
    swap_words(times_.data(), frame_count_);
}

void PointCache::count_frames(i64 promised, i64 points, u64 header) {
    if (points <= 0) fail("it has " + std::to_string(points) + " points", "at least one");
    if (promised < 0) fail("it has " + std::to_string(promised) + " frames", "none or some");
    point_count_ = static_cast<u32>(points);
    first_ = header;
    const u64 there = (size_ - header) / (sizeof(Vec3) * static_cast<u64>(points));
    cut_off_ = there < static_cast<u64>(promised);
    frame_count_ = std::min(there, static_cast<u64>(promised));
}

void PointCache::read(u64 frame, std::span<Vec3> out) const {
    PL_ASSERT(out.size() == point_count_);
    if (frame >= frame_count_)
        fail("there is no frame " + with_commas(frame), "0 to " + with_commas(frame_count_ ? frame_count_ - 1 : 0));
    const u64 at = first_ + frame * out.size_bytes();
    if (fseeko(file_.get(), static_cast<off_t>(at), SEEK_SET) != 0 ||
        std::fread(out.data(), 1, out.size_bytes(), file_.get()) != out.size_bytes())
        fail("frame " + with_commas(frame) + " cannot be read", "", "was the file changed meanwhile?");
    if (big_endian_) swap_words(out.data(), 3 * out.size());
}

}  // namespace pliant
