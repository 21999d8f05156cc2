// Signed distances to simple bodies, negative inside, and how to blend them: what creatures are modelled from.
// (Quilez, "Distance functions"; the ellipsoid's is an approximation, exact at its surface.)
#pragma once

#include <algorithm>

#include "core/vec.h"

namespace pliant {

inline double sphere_distance(const Vec3d& p, const Vec3d& center, double radius) {
    return length(p - center) - radius;
}

inline double ellipsoid_distance(const Vec3d& p, const Vec3d& radii) {  // about the origin
    const Vec3d q{p.x / radii.x, p.y / radii.y, p.z / radii.z};
    const Vec3d g{q.x / radii.x, q.y / radii.y, q.z / radii.z};
    const double k = length(q), slope = length(g);
    return slope > 1e-12 ? k * (k - 1) / slope : -std::min({radii.x, radii.y, radii.z});
}

// A capsule whose radius goes from r0 at a to r1 at b.
inline double cone_distance(const Vec3d& p, const Vec3d& a, const Vec3d& b, double r0, double r1) {
    const Vec3d d = b - a;
    const double t = std::clamp(dot(p - a, d) / length_squared(d), 0.0, 1.0);
    return length(p - a - d * t) - (r0 + (r1 - r0) * t);
}

// The union, with a fillet about as wide as `blend` where the two meet.
inline double smooth_union(double a, double b, double blend) {
    const double h = std::max(blend - std::fabs(a - b), 0.0) / blend;
    return std::min(a, b) - h * h * blend / 4;
}

}  // namespace pliant
