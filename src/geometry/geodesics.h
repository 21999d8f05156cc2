// Distances along a surface of triangles, by fast marching (Kimmel & Sethian 1998): first order, a little too long as a
// rule, never shorter than the straight line.
#pragma once

#include <span>
#include <vector>

#include "core/vec.h"
#include "geometry/triangle_edges.h"

namespace pliant {

struct Distances {
    static constexpr u32 none = 0xffffffffu;
    std::vector<float> distance;  // [m] from the nearest of the sources to every point; 3e38 where no way leads
    std::vector<u32> nearest;     // number of that source among them, or none
    std::vector<u8> known;        // all of them, in the end
    std::vector<std::pair<float, u32>> heap;
};

class Geodesics {
  public:
    Geodesics() = default;
    Geodesics(std::span<const Vec3> points, std::span<const TrianglePoints> triangles);  // which must stay
    // Into distances that may have been used before: then nothing is allocated.
    void from(std::span<const u32> sources, Distances& out) const;

  private:
    float across(u32 triangle, u32 to, const Distances& so_far, u32& through) const;
    std::span<const Vec3> points_;
    std::span<const TrianglePoints> triangles_;
    std::vector<u32> start_, at_;  // triangles around points
};

}  // namespace pliant
