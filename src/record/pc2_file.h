// A PC2 point cache that grows: positions of every point in every frame.
//
//   "POINTCACHE2\0"  version 1  points  start frame  frames per sample  samples | points x 3 floats for each sample
//
// The header counts the samples. It is updated after every complete frame, so that a file which has
// not been finished can be used as it is; it grows beside its final name all the same, because it is not whole.
#pragma once

#include <vector>

#include "record/growing_file.h"
#include "record/record_frame.h"

namespace pliant {

class Pc2File {
  public:
    // For `frame` samples to be there already. Throws Error when there are fewer.
    Pc2File(const std::string& path, u32 points, u64 frame = 0);
    void add(std::span<const Vec3> points);
    void finish(const std::string& final_path) { file_.close_and_rename(final_path); }
    void close() { file_.close(); }

    static u64 size(u64 points, u64 samples) { return 32 + samples * points * sizeof(Vec3); }  // [bytes]

  private:
    void write_header();
    u32 points_;
    u64 samples_;
    GrowingFile file_;
};

// The file's points, in its order, out of vertices.
const std::vector<Vec3>& points_of(const SurfaceModel& surface, const std::vector<Vec3>& vertices,
                                   std::vector<Vec3>& scratch);

}  // namespace pliant
