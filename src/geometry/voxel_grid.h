// The grid that a soup is voxelised on, and the cells of it that triangles touch.
#pragma once

#include "geometry/soup.h"

namespace pliant {

struct VoxelGrid {
    Vec3 origin;   // low corner of cell (0, 0, 0)
    Vec3 spacing;  // of cells
    Vec3i count;   // of cells along each axis

    size_t cell_count() const { return static_cast<size_t>(count.x) * count.y * count.z; }
    size_t index(i32 x, i32 y, i32 z) const { return (static_cast<size_t>(z) * count.y + y) * count.x + x; }
    // In double, from cell coordinates: every place is computed the same way, so that neighbours agree on their border.
    double coordinate(int axis, double cells) const {
        return static_cast<double>(origin[axis]) + cells * static_cast<double>(spacing[axis]);
    }
    double cells(int axis, double coordinate) const {
        return (coordinate - static_cast<double>(origin[axis])) / static_cast<double>(spacing[axis]);
    }
    Vec3d center(i32 x, i32 y, i32 z) const {
        return {coordinate(0, x + 0.5), coordinate(1, y + 0.5), coordinate(2, z + 0.5)};
    }
    // The cells from low to high along an axis, one more where rounding leaves a doubt.
    struct Range {
        i32 first, last;
    };
    Range range(int axis, double low, double high) const;
};

// The box is in the middle of the grid and never reaches its border: an extent of a whole number of cells gets one
// more, half on each side, so that flat ends lie in the middle of a cell and not between two.
VoxelGrid fit_grid(const Box& box, const Vec3& spacing);

// How many grid points such a grid has; a double, because it may be absurdly many.
double grid_sites(const Box& box, const Vec3& spacing);

// One byte per cell, 1 where a triangle touches it.
std::vector<u8> touched_cells(const VoxelGrid& grid, const TriangleSoup& soup);

}  // namespace pliant
