// The grid that a soup is voxelised on, and the cells of it that triangles touch.
#pragma once

#include <algorithm>
#include <cmath>

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

// Calls f(cell) for the cells that a triangle may touch, column by column along the axis that its normal is closest to:
// in each column its plane passes only a few cells.
template <class F>
void for_near_cells(const VoxelGrid& grid, const std::array<Vec3d, 3>& corner, F&& f) {
    const Vec3d low = least(least(corner[0], corner[1]), corner[2]),
                high = greatest(greatest(corner[0], corner[1]), corner[2]);
    const Vec3d normal = cross(corner[1] - corner[0], corner[2] - corner[0]);
    const Vec3d steep{std::fabs(normal.x), std::fabs(normal.y), std::fabs(normal.z)};
    const int d = steep.x >= steep.y && steep.x >= steep.z ? 0
                  : steep.y >= steep.z                     ? 1
                                                           : 2,
              u = (d + 1) % 3, v = (d + 2) % 3;
    const Vec3d half = grid.spacing.to<double>() * 0.5;
    const bool has_plane = steep[d] > 0;
    const double reach = has_plane ? (steep[u] * half[u] + steep[v] * half[v]) / steep[d] : 0;
    const auto us = grid.range(u, low[u], high[u]), vs = grid.range(v, low[v], high[v]);
    Vec3i cell;
    for (cell[v] = vs.first; cell[v] <= vs.last; ++cell[v])
        for (cell[u] = us.first; cell[u] <= us.last; ++cell[u]) {
            double from = low[d], to = high[d];
            if (has_plane) {
                const Vec3d c = grid.center(cell.x, cell.y, cell.z);
                const double height =
                    corner[0][d] - ((c[u] - corner[0][u]) * normal[u] + (c[v] - corner[0][v]) * normal[v]) / normal[d];
                from = std::max(from, height - reach);
                to = std::min(to, height + reach);
            }
            const auto ds = grid.range(d, from, to);
            for (cell[d] = ds.first; cell[d] <= ds.last; ++cell[d]) f(cell);
            cell[d] = 0;
        }
}

// Both are closed, and a gap of rounding alone counts as contact.
bool touches_cell(const VoxelGrid& grid, const Vec3i& cell, const std::array<Vec3d, 3>& corner);

// One byte per cell, 1 where a triangle touches it.
std::vector<u8> touched_cells(const VoxelGrid& grid, const TriangleSoup& soup);

}  // namespace pliant
