// A triangle soup becomes cells of a regular grid: those that the surface passes through, and those inside it.
//
// Any soup will do: open, crossing itself, inside out, of many parts, welded or not. The result does not depend on the
// order of triangles or points.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "geometry/enclosure.h"

namespace pliant {

struct Voxels {
    Vec3 spacing;              // [m] along each axis
    Vec3 origin;               // [m] low corner of cell (0, 0, 0)
    std::vector<Vec3i> cells;  // sorted by z, y, x; none negative
    std::vector<float>
        fraction;  // of each cell that lies inside: 1 within, 1/64 … 1 at the surface; all 1 if not solid
    bool solid = false;
    std::shared_ptr<const Enclosure> enclosure;  // where it is solid: the enclosure that it is the inside of
    size_t surface_cells = 0, inside_cells = 0;
};

constexpr float min_fraction = 1.0f / 64;  // of a cell that the surface touches

struct VoxelizeSettings {
    Vec3 spacing;  // [m] along each axis
    Fill fill = Fill::automatic;
    u64 max_cells = 1u << 24;
};

constexpr u64 max_grid_sites = 1u << 26;

// About how many cells a solid fill will have: from area and volume alone, within a few per cent for meshes that are
// large compared with a cell. Costs one pass over the triangles.
u64 estimate_cells(std::span<const Vec3> points, std::span<const std::array<u32, 3>> triangles, const Vec3& spacing);

// The same for the corners of those cells: the particles of a lattice.
u64 estimate_corners(std::span<const Vec3> points, std::span<const std::array<u32, 3>> triangles, const Vec3& spacing);

// Throws Error where a point is not a number, and, with a spacing that would do, where the grid or the cells are too
// many.
Voxels voxelize(std::span<const Vec3> points, std::span<const std::array<u32, 3>> triangles,
                const VoxelizeSettings& settings);

}  // namespace pliant
