#include "geometry/weld.h"

#include <algorithm>

#include "core/assert.h"
#include "core/hash.h"

namespace pliant {
namespace {

// The points that others may join, by cell. Cells are sixteen times wider than the distance searched: most searches
// then end in one cell. Cells that fall into the same bucket cost a comparison and change no result.
class JoinedPoints {
  public:
    JoinedPoints(std::span<const Vec3> points, const Box& bounds, double distance)
        : points_(points), low_(bounds.low.to<double>()), distance_(distance), next_(points.size(), no_index) {
        const double size = bounds.empty() ? 0 : length(bounds.high.to<double>() - low_);
        cell_ = std::max({16 * distance, 1e-7 * size, 1e-300});
        size_t buckets = 16;
        while (buckets < points.size()) buckets *= 2;
        first_.assign(buckets, no_index);
    }

    u32 find(u32 point) const {
        const Vec3d p = points_[point].to<double>();
        u32 best = no_index;
        Vec3i low, high;
        for (int axis = 0; axis < 3; ++axis) {
            low[axis] = cell_of(p[axis] - distance_, axis);
            high[axis] = cell_of(p[axis] + distance_, axis);
        }
        for (i32 z = low.z; z <= high.z; ++z)
            for (i32 y = low.y; y <= high.y; ++y)
                for (i32 x = low.x; x <= high.x; ++x) best = std::min(best, find_in(bucket({x, y, z}), p));
        return best;
    }

    void add(u32 point) {
        const Vec3d p = points_[point].to<double>();
        u32& first = first_[bucket({cell_of(p.x, 0), cell_of(p.y, 1), cell_of(p.z, 2)})];
        next_[point] = first;
        first = point;
    }

  private:
    // At most 1e7 cells along the box, so that the number fits.
    i32 cell_of(double x, int axis) const { return static_cast<i32>(std::floor((x - low_[axis]) / cell_)); }
    size_t bucket(const Vec3i& cell) const {
        const u64 yz = static_cast<u64>(static_cast<u32>(cell.y)) << 32 | static_cast<u32>(cell.z);
        return mix(static_cast<u32>(cell.x) ^ mix(yz)) & (first_.size() - 1);
    }
    u32 find_in(size_t bucket, const Vec3d& p) const {
        u32 best = no_index;
        for (u32 other = first_[bucket]; other != no_index; other = next_[other])
            if (other < best && length_squared(points_[other].to<double>() - p) <= distance_ * distance_) best = other;
        return best;
    }

    std::span<const Vec3> points_;
    Vec3d low_;
    double distance_, cell_;
    std::vector<u32> first_, next_;
};

}  // namespace

std::vector<u32> weld_points(std::span<const Vec3> points, std::span<const u8> used, double distance) {
    PL_ASSERT(points.size() == used.size() && distance >= 0);
    Box bounds;
    for (size_t i = 0; i < points.size(); ++i)
        if (used[i]) bounds.add(points[i]);
    JoinedPoints joined(points, bounds, distance);
    std::vector<u32> result(points.size());
    for (u32 i = 0; i < points.size(); ++i) {
        result[i] = i;
        if (!used[i]) continue;
        const u32 other = joined.find(i);
        if (other == no_index)
            joined.add(i);
        else
            result[i] = other;
    }
    return result;
}

}  // namespace pliant
