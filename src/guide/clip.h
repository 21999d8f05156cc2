// Poses of points along a timeline: what keyframes are, whatever they were made with.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/types.h"
#include "core/vec.h"

namespace pliant {

struct Clip {
    std::string name;
    double fps = 24;
    bool interpolate = true;     // between poses; otherwise a pose holds until the next
    u32 point_count = 0;         // of a pose
    std::vector<double> frames;  // where poses stand on the timeline, ascending
    std::vector<Vec3> points;    // [m] in the mesh's space, pose after pose

    size_t pose_count() const { return frames.size(); }
    std::span<const Vec3> pose(size_t i) const { return {points.data() + i * point_count, point_count}; }
    double length() const { return frames.empty() ? 0 : (frames.back() - frames.front()) / fps; }  // [s]

    // The two poses around a time in [0, length], and how far it is from the first to the second.
    struct Between {
        size_t first = 0, second = 0;
        float share = 0;
    };
    Between at(double seconds) const;
    void sample(double seconds, std::span<Vec3> out) const;
};

}  // namespace pliant
