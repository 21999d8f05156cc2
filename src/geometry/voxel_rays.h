// How much of each cell lies inside a surface, measured along rays in the direction of x: sixteen through every row of
// cells, spread so that no two have the same y or the same z (Hammersley's points). Along a ray the winding number is a
// staircase that steps by one at each triangle, so that lengths along x are exact and only y and z are sampled.
//
//     w    0 |1|  2  |1|  0              a ray through two spheres that overlap
//     ───────(─(─────)─)───────► x
#pragma once

#include "geometry/voxel_grid.h"

namespace pliant {

class WindingNumber;

constexpr u32 rays_per_row = 16;

class VoxelRays {
  public:
    VoxelRays(const VoxelGrid& grid, const TriangleSoup& soup);

    // The share of each cell of row (y, z) that is inside, for a closed surface: the winding number is 0 where a ray
    // starts and follows from the steps.
    void closed_row(i32 y, i32 z, std::vector<float>& share) const;

    // The same for one cell and any surface. Between steps the winding number changes little within a cell: it is asked
    // once per ray, in the middle of its longest gap, and follows from the steps elsewhere.
    float open_cell(i32 x, i32 y, i32 z, const WindingNumber& winding) const;

  private:
    struct Step {
        u32 ray;
        float x;   // in cells, from the start of the row
        i32 rise;  // of the winding number towards +x
        bool operator<(const Step& o) const { return ray != o.ray ? ray < o.ray : x != o.x ? x < o.x : rise < o.rise; }
    };
    void trace(const std::array<Vec3d, 3>& corner);
    std::span<const Step> steps_of(u32 ray) const;

    VoxelGrid grid_;
    std::vector<Step> steps_;     // sorted by ray, then x
    std::vector<u32> row_start_;  // of each row (y, z) in steps_
};

}  // namespace pliant
