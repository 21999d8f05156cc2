#include "rig/capsule_coverage.h"

#include <algorithm>

#include "core/contract.h"
#include "geometry/winding.h"
#include "rig/bone_surface.h"

namespace pliant {

namespace {

constexpr double near_enough = 1e-3;  // of the size: less is not seen
constexpr int cells_along = 64;

struct PlacedCapsule {
    Vec3d from, to;
    double radius;

    double distance(const Vec3d& p) const {  // [m] negative inside
        const Vec3d along = to - from;
        const double squared = length_squared(along);
        const double t = squared > 0 ? std::clamp(dot(p - from, along) / squared, 0.0, 1.0) : 0.0;
        return length(p - from - along * t) - radius;
    }
};

double distance(const std::vector<PlacedCapsule>& capsules, const Vec3d& p) {
    double least = 1e300;
    for (const PlacedCapsule& c : capsules) least = std::min(least, c.distance(p));
    return least;
}

void compare_vertices(const RestVertices& rest, const std::vector<PlacedCapsule>& capsules, double size,
                      CapsuleCoverage& out) {
    u64 all = 0, outside = 0;
    for (const Vec3& position : rest.positions) {
        if (!is_finite(position)) continue;
        ++all;
        const double d = distance(capsules, position.to<double>());
        if (d <= near_enough * size) continue;
        ++outside;
        out.mean_outside += d;
        out.max_outside = std::max(out.max_outside, d);
    }
    if (outside) out.mean_outside /= static_cast<double>(outside);
    if (all) out.inside = 1 - static_cast<double>(outside) / static_cast<double>(all);
}

void compare_volumes(const Character& c, const RestVertices& rest, const std::vector<PlacedCapsule>& capsules,
                     const Box& box, CapsuleCoverage& out) {
    const WindingNumber winding(rest.positions, rest.triangles(c));
    const Vec3d low = box.low.to<double>(), extent = (box.high - box.low).to<double>();
    const double cell = std::max({extent.x, extent.y, extent.z}) / cells_along;
    const Vec3i count{static_cast<i32>(extent.x / cell) + 1, static_cast<i32>(extent.y / cell) + 1,
                      static_cast<i32>(extent.z / cell) + 1};
    u64 mesh = 0, missed = 0, excess = 0;
    for (i32 z = 0; z < count.z; ++z)
        for (i32 y = 0; y < count.y; ++y)
            for (i32 x = 0; x < count.x; ++x) {
                const Vec3d p = low + (Vec3i{x, y, z}.to<double>() + Vec3d{0.5, 0.5, 0.5}) * cell;
                const bool covered = distance(capsules, p) <= 0, solid = winding.at(p.to<float>()) > 0.5;
                mesh += solid;
                missed += solid && !covered;
                excess += covered && !solid;
            }
    const double volume = cell * cell * cell;
    out.mesh = static_cast<double>(mesh) * volume;
    out.missed = static_cast<double>(missed) * volume;
    out.excess = static_cast<double>(excess) * volume;
}

}  // namespace

CapsuleCoverage capsule_coverage(const Character& c, std::span<const BoneCapsule> capsules, double scale) {
    PL_ASSERT(is_positive(scale));
    const RestVertices rest = rest_vertices(c, scale);
    std::vector<PlacedCapsule> placed;
    Box box;
    for (const Vec3& p : rest.positions)
        if (is_finite(p)) box.add(p);
    for (const BoneCapsule& capsule : capsules) {
        const auto [from, to] = capsule_ends(capsule, rest.nodes[capsule.node]);
        const float r = capsule.radius;
        placed.push_back({from, to, static_cast<double>(r)});
        for (const Vec3& end : {from.to<float>(), to.to<float>()}) {
            box.add(end - Vec3{r, r, r});
            box.add(end + Vec3{r, r, r});
        }
    }
    CapsuleCoverage out;
    const double size = rest.size();
    if (capsules.empty() || !(size > 0) || !std::isfinite(size)) return out;
    compare_vertices(rest, placed, size, out);
    compare_volumes(c, rest, placed, box, out);
    return out;
}

}  // namespace pliant
