#include "geometry/voxel_grid.h"

#include <algorithm>

#include "core/assert.h"
#include "geometry/triangle_queries.h"

namespace pliant {

namespace {

// An extent that is longer than a whole number of cells by less than this part of one counts as whole: a box of 1 m
// with a spacing of 0.1 m has ten cells, however its corners were rounded.
constexpr double whole = 1e-3;

double cells_across(double extent, double spacing) { return std::max(1.0, std::ceil(extent / spacing - whole)); }

// Marks the cells that one triangle touches, column by column along the axis that its normal is closest to: in each
// column its plane passes only a few cells.
void mark(const VoxelGrid& grid, const std::array<Vec3d, 3>& corner, std::vector<u8>& marks) {
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
                from = std::max(from, height - reach), to = std::min(to, height + reach);
            }
            const auto ds = grid.range(d, from, to);
            for (cell[d] = ds.first; cell[d] <= ds.last; ++cell[d]) {
                u8& m = marks[grid.index(cell.x, cell.y, cell.z)];
                if (!m)
                    m = triangle_overlaps_box(grid.center(cell.x, cell.y, cell.z), half, corner[0], corner[1],
                                              corner[2]);
            }
            cell[d] = 0;
        }
}

}  // namespace

VoxelGrid::Range VoxelGrid::range(int axis, double low, double high) const {
    constexpr double doubt = 1e-6;
    const double first = std::floor(cells(axis, low) - doubt), last = std::floor(cells(axis, high) + doubt);
    const double most = count[axis] - 1;
    return {static_cast<i32>(std::clamp(first, 0.0, most)), static_cast<i32>(std::clamp(last, 0.0, most))};
}

double grid_sites(const Box& box, const Vec3& spacing) {
    const Vec3d size = box.high.to<double>() - box.low.to<double>();
    double sites = 1;
    for (int axis = 0; axis < 3; ++axis) sites *= cells_across(size[axis], spacing[axis]) + 1;
    return sites;
}

VoxelGrid fit_grid(const Box& box, const Vec3& spacing) {
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

std::vector<u8> touched_cells(const VoxelGrid& grid, const TriangleSoup& soup) {
    std::vector<u8> marks(grid.cell_count(), 0);
    for (size_t t = 0; t < soup.triangles.size(); ++t) mark(grid, soup.corners(t), marks);
    return marks;
}

}  // namespace pliant
