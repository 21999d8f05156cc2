// Which parts of a mesh share a cell of a grid: two fingers side by side are in the same cells and yet are not one.
//
//        ┌───────┐       a part is matter inside the cell that hangs together inside the cell:
//     ───┼───────┼───      - triangles, from one to the next across points and edges that are in the cell;
//     ▒▒▒│▒▒ 1 ▒▒│▒▒▒      - pieces of surface with matter between them, as the two sides of a plate. Lines through the
//     ───┼───────┼───        cell tell, along each axis: from where one enters matter to where it leaves it;
//     ───┼───────┼───      - pieces of surface that cross or touch, however little: an eye sunk into a head.
//     ▒▒▒│▒▒ 2 ▒▒│▒▒▒    The first rule has no resolution: a gap of any width separates two closed surfaces. The second
//     ───┼───────┼───    misses matter that is connected only by bridges narrower than a quarter of a cell, away from the
//        └───────┘       surface that bounds both. The third has a width: `touch` below.
#pragma once

#include <span>

#include "core/assert.h"
#include "geometry/voxel_grid.h"
#include "geometry/voxelize.h"

namespace pliant {

class CellParts {
  public:
    static constexpr u32 none = 0xffffffffu;

    // Points and triangles, those that the voxels were made from, must outlive it.
    CellParts(const Voxels& voxels, std::span<const Vec3> points, std::span<const std::array<u32, 3>> triangles);

    struct Touching {
        u32 triangle, part;
    };
    // Triangles that touch a cell of the voxels, ascending.
    std::span<const Touching> touching(u32 cell) const {
        return {touching_.data() + start_[cell], touching_.data() + start_[cell + 1]};
    }
    u32 part_of(u32 cell, u32 triangle) const;  // none where it does not touch the cell
    u32 part_count(u32 cell) const {
        PL_ASSERT(cell < shared_of_.size());
        return shared_of_[cell] == none ? 1 : shared(cell).part_count;
    }
    float share(u32 cell, u32 part) const;     // of the matter in the cell, 0 … 1
    void merge(u32 cell, u32 part, u32 into);  // parts behind it move up
    // The part that has matter at all of a face that no triangle crosses, on the low or high side along an axis.
    u32 part_at_face(u32 cell, int axis, bool high) const;

    const std::array<Vec3d, 3>& corners(u32 triangle) const { return corners_[triangle]; }
    bool inside(const Vec3d& place) const;  // of what the mesh encloses
    // Two triangles come as close to each other as counts as touching, somewhere in a box.
    bool touch_in(u32 a, u32 b, const Vec3d& center, const Vec3d& half) const;
    double reach() const { return reach_; }  // [m] at most this far apart
    const VoxelGrid& grid() const { return grid_; }

  private:
    struct Shared {
        u32 part_count = 0;
        std::array<u32, 6> at_face;  // 2 axis + high
        std::vector<float> length;   // of lines inside each part
    };
    const Shared& shared(u32 cell) const { return shared_[shared_of_[cell]]; }
    class InCell;

    void list_triangles(const Voxels&);
    void find_open_pieces();
    void find_parts(u32 cell, const Vec3i& site);

    std::span<const Vec3> points_;
    std::span<const std::array<u32, 3>> triangles_;
    VoxelGrid grid_;
    std::vector<std::array<Vec3d, 3>> corners_;  // of each triangle, the least first
    std::vector<u32> rank_;  // of each triangle, by place: it does not depend on how they are listed
    std::vector<u8> open_;   // of each triangle: it is of a piece that is not closed
    std::vector<u32> start_;
    std::vector<Touching> touching_;
    std::vector<u32> shared_of_;
    std::vector<Shared> shared_;
    std::shared_ptr<const Enclosure> enclosure_;
    mutable std::unique_ptr<const WindingNumber> winding_;  // of a closed enclosure, when first asked for
    double touch_ = 0, open_touch_ = 0, reach_ = 0;
};

}  // namespace pliant
