#include "geometry/triangle_tree.h"

#include <algorithm>
#include <limits>

#include "core/contract.h"

namespace pliant {

namespace {

// Squared, for the tree, which counts in floats: a little more, so that rounding loses nothing.
float bound_squared(double bound) { return static_cast<float>(bound * bound * 1.000001); }

std::vector<Box> boxes_of(std::span<const TriangleCorners> triangles) {
    std::vector<Box> boxes(triangles.size());
    for (size_t t = 0; t < triangles.size(); ++t)
        for (const Vec3d& corner : triangles[t]) boxes[t].add(corner.to<float>());
    return boxes;
}

}  // namespace

TriangleTree::TriangleTree(std::vector<TriangleCorners> triangles) : triangles_(std::move(triangles)) {
    PL_ASSERT(all_finite(triangles_));
    tree_ = Bvh(boxes_of(triangles_));
}

void TriangleTree::refit() { tree_.refit(boxes_of(triangles_)); }

double TriangleTree::distance(const Vec3d& p, double bound) const {
    PL_ASSERT(bound >= 0);
    double least = bound * bound;
    tree_.closest(p.to<float>(), bound_squared(bound), [&](u32 item, float tree_bound) {
        const TriangleCorners& t = triangles_[item];
        const double d = closest_on_triangle(p, t[0], t[1], t[2]).distance_squared;
        if (d >= least) return tree_bound;
        least = d;
        return std::min(tree_bound, static_cast<float>(d * 1.000001));
    });
    return std::sqrt(least);
}

TriangleTree::Nearest TriangleTree::nearest(const Vec3d& p) const { return nearest(p, 0); }

// Of triangles that are equally near, which shared corners make common, the first wins: a guess must not change that.
TriangleTree::Nearest TriangleTree::nearest(const Vec3d& p, u32 guess) const {
    PL_ASSERT(guess < triangles_.size());
    const TriangleCorners& first = triangles_[guess];
    Nearest best{guess, closest_on_triangle(p, first[0], first[1], first[2])};
    const float bound = static_cast<float>(best.on.distance_squared * 1.00001) + std::numeric_limits<float>::min();
    tree_.closest(p.to<float>(), bound, [&](u32 item, float tree_bound) {
        const TriangleCorners& t = triangles_[item];
        const TrianglePoint<double> on = closest_on_triangle(p, t[0], t[1], t[2]);
        const double d = on.distance_squared, least = best.on.distance_squared;
        if (d > least || (d == least && item >= best.triangle)) return tree_bound;
        best = {item, on};
        return std::min(tree_bound, static_cast<float>(d * 1.00001));
    });
    return best;
}

TriangleTree::Nearest TriangleTree::nearest_less_reach(const Vec3d& p, std::span<const float> reach, double largest,
                                                       double bound) const {
    PL_ASSERT(reach.size() == triangles_.size() && largest >= 0 && bound >= 0);
    double least = bound;
    Nearest best{none, {}};
    tree_.closest(p.to<float>(), bound_squared(bound + largest), [&](u32 item, float tree_bound) {
        const TriangleCorners& t = triangles_[item];
        const TrianglePoint<double> on = closest_on_triangle(p, t[0], t[1], t[2]);
        const double d = std::sqrt(on.distance_squared) - reach[item];
        if (d >= least) return tree_bound;
        least = d;
        best = {item, on};
        return std::min(tree_bound, bound_squared(std::max(0.0, d + largest)));
    });
    return best;
}

double TriangleTree::distance_less_reach(const Vec3d& p, std::span<const float> reach, double largest,
                                         double bound) const {
    const Nearest best = nearest_less_reach(p, reach, largest, bound);
    return best.triangle == none ? bound : std::sqrt(best.on.distance_squared) - reach[best.triangle];
}

double TriangleTree::along(const Vec3d& origin, const Vec3d& direction, double from, double bound) const {
    PL_ASSERT(is_finite(direction) && from <= bound);
    double first = bound;
    const Vec3d inverse{1 / direction.x, 1 / direction.y, 1 / direction.z};
    tree_.ray(origin.to<float>(), inverse.to<float>(), static_cast<float>(bound), [&](u32 item, float max_t) {
        const TriangleCorners& t = triangles_[item];
        const auto hit = ray_triangle(origin, direction, first, t[0], t[1], t[2]);
        if (!hit || hit->t <= from || hit->t >= first) return max_t;
        first = hit->t;
        return std::min(max_t, static_cast<float>(first * 1.000001));
    });
    return first;
}

}  // namespace pliant
