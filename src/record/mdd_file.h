// An MDD point cache, written as a whole: big-endian, frames, points, the time of each frame, then positions. Since the
// times of all frames come first, it cannot grow; while a run goes on its frames are kept as a PC2.
#pragma once

#include <span>
#include <vector>

#include "core/vec.h"
#include "record/growing_file.h"

namespace pliant {

class MddFile {
  public:
    MddFile(const std::string& path, u32 points, u64 frames, double rate);  // `rate` frames a second
    void add(std::span<const Vec3> points);                                 // once for each of the frames
    void finish();                                                          // only now the file has its name

  private:
    std::string path_;
    GrowingFile file_;
    std::vector<Vec3> points_;
};

// Both by frames 0 … `frames` - 1 of the first file. Throw OutputError.
void mdd_from_pc2(const std::string& pc2, const std::string& mdd, u32 points, u64 frames, double rate);
void pc2_from_mdd(const std::string& mdd, const std::string& pc2, u32 points, u64 frames);

}  // namespace pliant
