// Triangles in a tree, to be asked for the nearest of them.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "geometry/bvh.h"
#include "geometry/triangle_queries.h"

namespace pliant {

using TriangleCorners = std::array<Vec3d, 3>;
inline double area(const TriangleCorners& t) { return length(cross(t[1] - t[0], t[2] - t[0])) / 2; }

class TriangleTree {
  public:
    TriangleTree() = default;
    explicit TriangleTree(std::vector<TriangleCorners> triangles);

    // The same triangles, moved; as good as the motion is small.
    void move(size_t triangle, const TriangleCorners& to) { triangles_[triangle] = to; }
    void refit();

    bool empty() const { return triangles_.empty(); }
    std::span<const TriangleCorners> triangles() const { return triangles_; }
    const Bvh& tree() const { return tree_; }

    // [m] to the nearest triangle, or `bound` where none is nearer.
    double distance(const Vec3d& p, double bound) const;
    // The nearest triangle and the place on it that is nearest; the tree must not be empty.
    struct Nearest {
        u32 triangle;
        TrianglePoint<double> on;
    };
    Nearest nearest(const Vec3d& p) const;
    Nearest nearest(const Vec3d& p, u32 guess) const;  // the same, faster if the triangle `guess` is near
    // The least of distance - reach[triangle], or `bound` where none is less. `largest` is the largest reach.
    double distance_less_reach(const Vec3d& p, std::span<const float> reach, double largest, double bound) const;
    // The same with the triangle it is of and the place on it; `triangle` is none where none is less.
    static constexpr u32 none = 0xffffffffu;
    Nearest nearest_less_reach(const Vec3d& p, std::span<const float> reach, double largest, double bound) const;
    // [m] along a unit direction to the first triangle beyond `from`, or `bound` where there is none.
    double along(const Vec3d& origin, const Vec3d& direction, double from, double bound) const;

  private:
    std::vector<TriangleCorners> triangles_;
    Bvh tree_;
};

}  // namespace pliant
