// Nearest points of two convex shapes by Bullet's GJK, and their penetration by EPA where they overlap: from its
// headers, so that the web has them too. Nothing is kept from one call to the next.
#pragma once

#include "rigid/hull.h"

namespace pliant::rigid {

// The hull of some points, grown by a radius: a sphere is a point, a capsule a segment.
struct Core {
    const Point4* points = nullptr;
    u32 count = 0;
    float radius = 0;
};

struct Closest {
    Vec3 normal;      // from a to b
    Vec3 on_a, on_b;  // in the world
    float gap = 0;    // [m] negative where they overlap
};

// False where they are farther apart than `speculative_distance`, or no answer was found.
bool closest_points(const Core& a, const Transform& pose_a, const Core& b, const Transform& pose_b,
                    float speculative_distance, Closest& out);

}  // namespace pliant::rigid
