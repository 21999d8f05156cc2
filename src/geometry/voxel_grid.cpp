#include "geometry/voxel_grid.h"

#include <algorithm>

#include "core/assert.h"
#include "core/contract.h"
#include "geometry/triangle_queries.h"

namespace pliant {

namespace {

// An extent that is longer than a whole number of cells by less than this part of one counts as whole: a box of 1 m
// with a spacing of 0.1 m has ten cells, however its corners were rounded.
constexpr double near_whole = 1e-3;

double cells_across(double extent, double spacing) { return std::max(1.0, std::ceil(extent / spacing - near_whole)); }

}  // namespace

VoxelGrid::Range VoxelGrid::range(int axis, double low, double high) const {
    PL_ASSERT(axis >= 0 && axis < 3);
    constexpr double doubt = 1e-6;
    const double first = std::floor(cells(axis, low) - doubt), last = std::floor(cells(axis, high) + doubt);
    const double most = count[axis] - 1;
    return {static_cast<i32>(std::clamp(first, 0.0, most)), static_cast<i32>(std::clamp(last, 0.0, most))};
}

double grid_sites(const Box& box, const Vec3& spacing) {
    PL_ASSERT(spacing.x > 0 && spacing.y > 0 && spacing.z > 0);
    const Vec3d size = box.high.to<double>() - box.low.to<double>();
    double sites = 1;
    for (int axis = 0; axis < 3; ++axis) sites *= cells_across(size[axis], spacing[axis]) + 1;
    return sites;
}

VoxelGrid fit_grid(const Box& box, const Vec3& spacing) {
    PL_ASSERT(spacing.x > 0 && spacing.y > 0 && spacing.z > 0);
    PL_ASSERT(!box.empty());
    VoxelGrid grid;
    grid.spacing = spacing;
    for (int axis = 0; axis < 3; ++axis) {
        const double low = box.low[axis], size = box.high[axis] - low, h = spacing[axis], n = cells_across(size, h);
        grid.count[axis] = static_cast<i32>(n);
        grid.origin[axis] = static_cast<float>(low - (n * h - size) / 2);
    }
    return grid;
}

bool touches_cell(const VoxelGrid& grid, const Vec3i& cell, const std::array<Vec3d, 3>& corner) {
    return triangle_overlaps_box(grid.center(cell.x, cell.y, cell.z), grid.spacing.to<double>() * 0.5, corner[0],
                                 corner[1], corner[2]);
}

std::vector<u8> touched_cells(const VoxelGrid& grid, const TriangleSoup& soup) {
    PL_VALIDATE(soup);
    std::vector<u8> marks(grid.cell_count(), 0);
    for (size_t t = 0; t < soup.triangles.size(); ++t) {
        const std::array<Vec3d, 3> corner = soup.corners(t);
        for_near_cells(grid, corner, [&](const Vec3i& cell) {
            u8& mark = marks[grid.index(cell.x, cell.y, cell.z)];
            if (!mark) mark = touches_cell(grid, cell, corner);
        });
    }
    return marks;
}

}  // namespace pliant
