#include "geometry/voxel_rays.h"

#include <algorithm>

#include "core/contract.h"
#include "geometry/winding.h"

namespace pliant {

namespace {

// Where ray s of a row stands within the row: y in equal steps, z by the same number with its bits reversed.
double ray_y(u32 s) { return (s + 0.5) / rays_per_row; }
double ray_z(u32 s) { return ((s & 1) * 8 + (s & 2) * 2 + (s >> 1 & 2) + (s >> 3) + 0.5) / rays_per_row; }

// How often the triangle, seen along x, goes round the point (y, z): +1, 0 or -1. Each edge is judged from its lower to
// its upper end, whichever triangle asks, so that the sum over a closed surface is 0 with any rounding.
i32 turns(const std::array<Vec3d, 3>& corner, double y, double z) {
    i32 sum = 0;
    for (int e = 0; e < 3; ++e) {
        const Vec3d &p = corner[e], &q = corner[(e + 1) % 3];
        const bool up = p.z <= z && z < q.z, down = q.z <= z && z < p.z;
        if (!up && !down) continue;
        const Vec3d &low = up ? p : q, &high = up ? q : p;
        if (low.y + (high.y - low.y) * ((z - low.z) / (high.z - low.z)) > y) sum += up ? 1 : -1;
    }
    return sum;
}

}  // namespace

VoxelRays::VoxelRays(const VoxelGrid& grid, const TriangleSoup& soup) : grid_(grid) {
    PL_ASSERT(grid.count.x > 0 && grid.count.y > 0 && grid.count.z > 0 && all_finite(soup.points));
    for (size_t t = 0; t < soup.triangles.size(); ++t) trace(soup.corners(t));
    std::sort(steps_.begin(), steps_.end());
    const size_t rows = static_cast<size_t>(grid.count.y) * grid.count.z;
    row_start_.assign(rows + 1, 0);
    for (const Step& s : steps_) ++row_start_[s.ray / rays_per_row + 1];
    for (size_t r = 0; r < rows; ++r) row_start_[r + 1] += row_start_[r];
}

void VoxelRays::trace(const std::array<Vec3d, 3>& corner) {
    const Vec3d normal = cross(corner[1] - corner[0], corner[2] - corner[0]);
    const Vec3d low = least(least(corner[0], corner[1]), corner[2]),
                high = greatest(greatest(corner[0], corner[1]), corner[2]);
    const auto ys = grid_.range(1, low.y, high.y), zs = grid_.range(2, low.z, high.z);
    for (i32 z = zs.first; z <= zs.last; ++z)
        for (i32 y = ys.first; y <= ys.last; ++y)
            for (u32 s = 0; s < rays_per_row; ++s) {
                const double py = grid_.coordinate(1, y + ray_y(s)), pz = grid_.coordinate(2, z + ray_z(s));
                if (py < low.y || py > high.y || pz < low.z || pz > high.z) continue;
                const i32 around = turns(corner, py, pz);
                if (around == 0) continue;
                const double slope = (py - corner[0].y) * normal.y + (pz - corner[0].z) * normal.z;
                const double x = normal.x != 0 ? corner[0].x - slope / normal.x : low.x;
                const u32 row = static_cast<u32>(z) * static_cast<u32>(grid_.count.y) + static_cast<u32>(y);
                steps_.push_back({row * rays_per_row + s,
                                  static_cast<float>(grid_.cells(0, std::clamp(x, low.x, high.x))), -around});
            }
}

std::span<const VoxelRays::Step> VoxelRays::steps_of(u32 ray) const {
    const Step *row = steps_.data() + row_start_[ray / rays_per_row],
               *row_end = steps_.data() + row_start_[ray / rays_per_row + 1];
    const Step* first = std::lower_bound(row, row_end, ray, [](const Step& s, u32 r) { return s.ray < r; });
    const Step* last = first;
    while (last != row_end && last->ray == ray) ++last;
    return {first, static_cast<size_t>(last - first)};
}

void VoxelRays::closed_row(i32 y, i32 z, std::vector<float>& share) const {
    PL_ASSERT(y >= 0 && y < grid_.count.y && z >= 0 && z < grid_.count.z);
    share.assign(static_cast<size_t>(grid_.count.x), 0.0f);
    const auto add = [&](float from, float to) {  // the part of the row that is inside
        for (size_t x = static_cast<size_t>(std::max(from, 0.0f)); x < share.size() && static_cast<float>(x) < to; ++x)
            share[x] += std::min(to, static_cast<float>(x + 1)) - std::max(from, static_cast<float>(x));
    };
    const u32 row = static_cast<u32>(z) * static_cast<u32>(grid_.count.y) + static_cast<u32>(y);
    for (u32 s = 0; s < rays_per_row; ++s) {
        i32 winding = 0;
        float from = 0;
        for (const Step& step : steps_of(row * rays_per_row + s)) {
            if (winding != 0) add(from, step.x);
            winding += step.rise;
            from = step.x;
        }
    }
    for (float& f : share) f /= rays_per_row;
}

float VoxelRays::open_cell(i32 x, i32 y, i32 z, const WindingNumber& winding) const {
    PL_ASSERT(x >= 0 && x < grid_.count.x && y >= 0 && y < grid_.count.y && z >= 0 && z < grid_.count.z);
    const u32 row = static_cast<u32>(z) * static_cast<u32>(grid_.count.y) + static_cast<u32>(y);
    const float begin = static_cast<float>(x), end = begin + 1;
    double inside = 0;
    for (u32 s = 0; s < rays_per_row; ++s) {
        auto steps = steps_of(row * rays_per_row + s);
        while (!steps.empty() && steps.front().x <= begin) steps = steps.subspan(1);
        while (!steps.empty() && steps.back().x >= end) steps = steps.first(steps.size() - 1);
        const auto gap_begin = [&](size_t i) { return i == 0 ? begin : steps[i - 1].x; };
        const auto gap_end = [&](size_t i) { return i == steps.size() ? end : steps[i].x; };
        size_t longest = 0;
        for (size_t i = 1; i <= steps.size(); ++i)
            if (gap_end(i) - gap_begin(i) > gap_end(longest) - gap_begin(longest)) longest = i;
        const Vec3d asked{grid_.coordinate(0, (gap_begin(longest) + gap_end(longest)) / 2.0),
                          grid_.coordinate(1, y + ray_y(s)), grid_.coordinate(2, z + ray_z(s))};
        double w = winding.at(asked.to<float>());
        for (size_t i = longest; i > 0; --i) w -= steps[i - 1].rise;
        for (size_t i = 0; i <= steps.size(); ++i) {
            if (std::fabs(w) > 0.5) inside += gap_end(i) - gap_begin(i);
            if (i < steps.size()) w += steps[i].rise;
        }
    }
    return static_cast<float>(inside / rays_per_row);
}

}  // namespace pliant
