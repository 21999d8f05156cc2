#include "record/mdd_file.h"

#include <cstring>
#include <fstream>

#include "core/assert.h"
#include "core/big_endian.h"
#include "core/error.h"
#include "record/pc2_file.h"

namespace pliant {

namespace {

// Frame after frame of a file that has them at one distance.
class FrameStream {
  public:
    FrameStream(const std::string& path, u64 first_byte, u32 points)
        : path_(path), file_(path, std::ios::binary), points_(points) {
        file_.seekg(static_cast<std::streamoff>(first_byte));
    }
    std::vector<Vec3>& next() {
        const auto size = static_cast<std::streamsize>(points_.size() * sizeof(Vec3));
        if (!file_.read(reinterpret_cast<char*>(points_.data()), size))
            throw Error({path_, "there are fewer frames than the run has made", "", ""});
        return points_;
    }

  private:
    std::string path_;
    std::ifstream file_;
    std::vector<Vec3> points_;
};

}  // namespace

MddFile::MddFile(const std::string& path, u32 points, u64 frames, double rate)
    : path_(path), file_(path + ".new"), points_(points) {
    PL_ASSERT(rate > 0);
    std::vector<u32> header{static_cast<u32>(frames), points};
    for (u64 f = 0; f < frames; ++f) {
        const float time = static_cast<float>(static_cast<double>(f) / rate);
        std::memcpy(&header.emplace_back(), &time, sizeof time);
    }
    swap_words(header.data(), header.size());
    file_.write(header.data(), header.size() * sizeof(u32));
}

void MddFile::add(std::span<const Vec3> points) {
    PL_ASSERT(points.size() == points_.size());
    points_.assign(points.begin(), points.end());
    swap_words(points_.data(), 3 * points_.size());
    file_.write(points_.data(), points_.size() * sizeof(Vec3));
}

void MddFile::finish() { file_.close_and_rename(path_); }

void mdd_from_pc2(const std::string& pc2, const std::string& mdd, u32 points, u64 frames, double rate) {
    PL_ASSERT(rate > 0);
    FrameStream from(pc2, Pc2File::size(points, 0), points);
    MddFile to(mdd, points, frames, rate);
    for (u64 f = 0; f < frames; ++f) to.add(from.next());
    to.finish();
}

void pc2_from_mdd(const std::string& mdd, const std::string& pc2, u32 points, u64 frames) {
    u32 all = 0;
    if (!std::ifstream(mdd, std::ios::binary).read(reinterpret_cast<char*>(&all), 4)) all = 0;
    swap_words(&all, 1);
    FrameStream from(mdd, 8 + 4 * static_cast<u64>(all), points);
    Pc2File to(pc2 + ".new", points);
    for (u64 f = 0; f < frames; ++f) {
        std::vector<Vec3>& frame = from.next();
        swap_words(frame.data(), 3 * frame.size());
        to.add(frame);
    }
    to.finish(pc2);
}

}  // namespace pliant
