#include "geometry/triangle_tree.h"

#include <algorithm>

namespace pliant {

namespace {

// Squared, for the tree, which counts in floats: a little more, so that rounding loses nothing.
float bound_squared(double bound) { return static_cast<float>(bound * bound * 1.000001); }

}  // namespace

TriangleTree::TriangleTree(std::vector<TriangleCorners> triangles) : triangles_(std::move(triangles)) {
    std::vector<Box> boxes(triangles_.size());
    for (size_t t = 0; t < triangles_.size(); ++t)
        for (const Vec3d& corner : triangles_[t]) boxes[t].add(corner.to<float>());
    tree_ = Bvh(boxes);
}

double TriangleTree::distance(const Vec3d& p, double bound) const {
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

TriangleTree::Nearest TriangleTree::nearest(const Vec3d& p) const {
    PL_ASSERT(!empty());
    Nearest best{};
    best.on.distance_squared = 1e300;
    tree_.closest(p.to<float>(), 3e38f, [&](u32 item, float tree_bound) {
        const TriangleCorners& t = triangles_[item];
        const TrianglePoint<double> on = closest_on_triangle(p, t[0], t[1], t[2]);
        if (on.distance_squared >= best.on.distance_squared) return tree_bound;
        best = {item, on};
        return std::min(tree_bound, static_cast<float>(on.distance_squared * 1.00001));
    });
    return best;
}

double TriangleTree::distance_less_reach(const Vec3d& p, std::span<const float> reach, double largest,
                                         double bound) const {
    double least = bound;
    tree_.closest(p.to<float>(), bound_squared(bound + largest), [&](u32 item, float tree_bound) {
        const TriangleCorners& t = triangles_[item];
        const double d = std::sqrt(closest_on_triangle(p, t[0], t[1], t[2]).distance_squared) - reach[item];
        if (d >= least) return tree_bound;
        least = d;
        return std::min(tree_bound, bound_squared(std::max(0.0, d + largest)));
    });
    return least;
}

double TriangleTree::along(const Vec3d& origin, const Vec3d& direction, double from, double bound) const {
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
