#include "geometry/voxelize.h"

#include <algorithm>
#include <memory>

#include "core/contract.h"
#include "core/error.h"
#include "core/text.h"
#include "geometry/voxel_rays.h"

namespace pliant {

namespace {

void check(std::span<const Vec3> points, std::span<const std::array<u32, 3>> triangles, const Vec3& h) {
    if (!(is_finite(h) && h.x > 0 && h.y > 0 && h.z > 0))
        throw Error({"spacing", "the spacing is " + short_number(std::min({h.x, h.y, h.z})) + " m", "more than 0", ""});
    if (triangles.empty()) throw Error({"", "the mesh has no triangles", "a surface", ""});
    for (const auto& t : triangles)
        for (const u32 p : t)
            if (!is_finite(points[p]))
                throw Error({"", "point " + std::to_string(p) + " of the mesh is not a finite number", "", ""});
}

// How much larger cells must be for `fits` to hold, a little generously.
template <class F>
float growth_until(F&& fits) {
    float growth = 1;
    while (!fits(growth)) growth *= 1.05f;
    return growth;
}

std::string advised(const Vec3& spacing, float growth) {
    const Vec3 h = spacing * growth;
    const bool cubes = h.x == h.y && h.y == h.z;
    return "a spacing of " + short_number(h.x) + (cubes ? "" : " x " + short_number(h.y) + " x " + short_number(h.z)) +
           " m would fit";
}

void check_size(const TriangleSoup& soup, const VoxelizeSettings& settings) {
    const Box box = soup.bounds();
    const auto fits = [&](float growth) {
        return grid_sites(box, settings.spacing * growth) <= static_cast<double>(max_grid_sites);
    };
    if (fits(1)) return;
    throw Error({"spacing", "the grid would have " + short_number(grid_sites(box, settings.spacing)) + " sites",
                 "at most " + with_commas(max_grid_sites), advised(settings.spacing, growth_until(fits))});
}

void check_cells(const Voxels& voxels, const TriangleSoup& soup, const VoxelizeSettings& settings) {
    if (voxels.cells.size() <= settings.max_cells) return;
    const auto fits = [&](float growth) {  // a tenth is kept in hand, because it is an estimate
        const u64 cells = estimate_cells(soup.points, soup.triangles, settings.spacing * growth);
        return growth > 1 && static_cast<double>(cells) <= 0.9 * static_cast<double>(settings.max_cells);
    };
    throw Error({"spacing", "there would be more than " + with_commas(settings.max_cells) + " cells", "at most that",
                 settings.max_cells < 10 ? "" : advised(settings.spacing, growth_until(fits))});
}

// Adds the cells of one row; `share` of the row's cells is inside.
void add_row(const std::vector<u8>& touched, const VoxelGrid& grid, i32 y, i32 z, const std::vector<float>& share,
             Voxels& out) {
    for (i32 x = 0; x < grid.count.x; ++x) {
        const bool surface = touched[grid.index(x, y, z)];
        const float f = share.empty() ? 1.0f : share[static_cast<size_t>(x)];
        if (!surface && (share.empty() || f < 0.5f)) continue;
        out.cells.push_back({x, y, z});
        out.fraction.push_back(surface ? std::clamp(f, min_fraction, 1.0f) : 1.0f);
        ++(surface ? out.surface_cells : out.inside_cells);
    }
}

void open_row(const std::vector<u8>& touched, const VoxelGrid& grid, i32 y, i32 z, const VoxelRays& rays,
              const WindingNumber& winding, std::vector<float>& share) {
    share.resize(static_cast<size_t>(grid.count.x));
    for (i32 x = 0; x < grid.count.x; ++x)
        share[static_cast<size_t>(x)] =
            touched[grid.index(x, y, z)]
                ? rays.open_cell(x, y, z, winding)
                : static_cast<float>(std::fabs(winding.at(grid.center(x, y, z).to<float>())) > 0.5);
}

Voxels fill_cells(const std::vector<u8>& touched, const VoxelGrid& grid, const Enclosure* enclosure,
                  const VoxelizeSettings& settings) {
    Voxels out;
    out.spacing = settings.spacing;
    out.origin = grid.origin;
    out.solid = enclosure != nullptr;
    std::unique_ptr<VoxelRays> rays;
    if (enclosure) rays = std::make_unique<VoxelRays>(grid, enclosure->soup);
    std::vector<float> share;
    for (i32 z = 0; z < grid.count.z; ++z)
        for (i32 y = 0; y < grid.count.y; ++y) {
            if (enclosure && enclosure->closed) rays->closed_row(y, z, share);
            if (enclosure && !enclosure->closed) open_row(touched, grid, y, z, *rays, *enclosure->winding, share);
            add_row(touched, grid, y, z, share, out);
            if (out.cells.size() > settings.max_cells) return out;
        }
    return out;
}

bool encloses_nothing(const Voxels& v) {
    if (v.inside_cells > 0) return false;
    double sum = 0;
    for (const float f : v.fraction) sum += f - min_fraction;
    return sum < min_fraction * static_cast<double>(v.cells.size());
}

}  // namespace

namespace {

struct Extent {
    double volume = 0, surface = 0;  // in cells; the surface counts each unit of area by the cell's width along it
};

Extent extent_in_cells(std::span<const Vec3> points, std::span<const std::array<u32, 3>> triangles,
                       const Vec3& spacing) {
    PL_ASSERT(spacing.x > 0 && spacing.y > 0 && spacing.z > 0);
    if (triangles.empty()) return {};
    // A surface is cut into as many pieces as it crosses grid lines: |n_x| / (h_y h_z) + … for each unit of area.
    const Vec3d h = spacing.to<double>(), start = points[triangles[0][0]].to<double>();
    Extent sum;
    for (const auto& t : triangles) {
        const Vec3d a = points[t[0]].to<double>() - start, b = points[t[1]].to<double>() - start,
                    c = points[t[2]].to<double>() - start;
        const Vec3d normal = cross(b - a, c - a) * 0.5;
        sum.surface += (std::fabs(normal.x) * h.x + std::fabs(normal.y) * h.y + std::fabs(normal.z) * h.z);
        sum.volume += dot(a, cross(b, c)) / 6;
    }
    const double cell = h.x * h.y * h.z;
    return {std::fabs(sum.volume) / cell, sum.surface / cell};
}

u64 whole(double count) { return static_cast<u64>(std::min(count + 1, 1e18)); }

}  // namespace

u64 estimate_cells(std::span<const Vec3> points, std::span<const std::array<u32, 3>> triangles, const Vec3& spacing) {
    PL_ASSERT(all_below(triangles, points.size()));
    const Extent e = extent_in_cells(points, triangles, spacing);
    if (e.surface == 0) return 0;
    return whole(e.surface + std::max(0.0, e.volume - e.surface / 2));  // half of each surface cell is inside
}

u64 estimate_corners(std::span<const Vec3> points, std::span<const std::array<u32, 3>> triangles, const Vec3& spacing) {
    PL_ASSERT(all_below(triangles, points.size()));
    const Extent e = extent_in_cells(points, triangles, spacing);
    if (e.surface == 0) return 0;
    return whole(e.volume + e.surface);  // all sites within one cell of the body: its volume, grown by a cell each way
}

Voxels voxelize(std::span<const Vec3> points, std::span<const std::array<u32, 3>> triangles,
                const VoxelizeSettings& settings) {
    PL_ASSERT(all_below(triangles, points.size()) && settings.max_cells > 0);
    check(points, triangles, settings.spacing);
    const TriangleSoup soup = sorted_soup(points, triangles);
    check_size(soup, settings);
    const VoxelGrid grid = fit_grid(soup.bounds(), settings.spacing);
    const std::vector<u8> touched = touched_cells(grid, soup);
    std::shared_ptr<const Enclosure> enclosure = find_enclosure(soup, settings.fill);
    Voxels voxels = fill_cells(touched, grid, enclosure.get(), settings);
    check_cells(voxels, soup, settings);
    if (settings.fill == Fill::automatic && voxels.solid && encloses_nothing(voxels))
        voxels = fill_cells(touched, grid, nullptr, settings);
    if (voxels.solid) voxels.enclosure = std::move(enclosure);
    return voxels;
}

}  // namespace pliant
