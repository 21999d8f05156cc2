// Point caches, read: places of the same points in every frame. PC2 (Blender, Maya, 3ds Max) and MDD (Blender,
// LightWave); also those that a run has not finished, which are called .part.
#pragma once

#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/vec.h"

namespace pliant {

class PointCache {
  public:
    explicit PointCache(const std::string& path);  // throws Error

    const std::string& path() const { return path_; }
    u32 point_count() const { return point_count_; }
    u64 frame_count() const { return frame_count_; }  // those that are whole
    bool cut_off() const { return cut_off_; }         // the header tells of more frames than there are
    // Of MDD [s], one a frame; of PC2 in frames.
    const std::vector<float>& times() const { return times_; }

    // Any frame, in any order; as many places as there are points. By one thread at a time. Throws Error.
    void read(u64 frame, std::span<Vec3> out) const;

  private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    void read_pc2_header();
    void read_mdd_header();
    void count_frames(i64 promised, i64 points, u64 header);
    [[noreturn]] void fail(const std::string& wrong, const std::string& expected, const std::string& advice = "") const;

    std::string path_;
    std::unique_ptr<std::FILE, Close> file_;
    u64 size_ = 0, first_ = 0;  // [bytes] of the file, before the first frame
    u32 point_count_ = 0;
    u64 frame_count_ = 0;
    bool cut_off_ = false, big_endian_ = false;
    std::vector<float> times_;
};

}  // namespace pliant
