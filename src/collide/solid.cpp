#include "collide/solid.h"

#include <algorithm>

#include "collide/advance.h"
#include "core/assert.h"

namespace pliant {

Box MovingShape::bounds() const {
    PL_ASSERT(shape);
    Box box = shape->bounds(before);
    box.add(shape->bounds(now));
    return box;
}

bool sweep_point(const Shape& solid, const Vec3& from, const Vec3& to, float thickness, float max_distance,
                 ContactPlane& plane) {
    PL_ASSERT(is_finite(from) && is_finite(to) && thickness <= max_distance);
    Vec3 p = from;
    SignedDistance d = signed_distance(solid, p);
    const bool met = advance({length(to - from), thickness, max_distance}, d.distance, [&](float t) {
        p = t < 1 ? from + (to - from) * t : to;
        d = signed_distance(solid, p);
        return d.distance;
    });
    plane = {p - d.normal * d.distance, d.normal};
    return met;
}

// No point of it is further from its origin.
static float bounding_radius(const Shape& solid) {
    switch (solid.kind) {
        case ShapeKind::sphere: return solid.radius;
        case ShapeKind::capsule: return solid.radius + solid.half_height;
        case ShapeKind::box: return length(solid.half_size);
        case ShapeKind::compound: {
            float farthest = 0;
            for (const ShapePart& part : *solid.parts)
                farthest = std::max(farthest, length(part.frame.position) + bounding_radius(part.shape));
            return farthest;
        }
        default: return 3e18f;
    }
}

std::optional<Vec3> pushed_out_position(const MovingShape& solid, const Vec3& from, const Vec3& to, float allowed) {
    PL_ASSERT(solid.shape && is_finite(from) && is_finite(to));
    const float max_distance = bounding_radius(*solid.shape);
    if (length_squared(to - solid.now.position) > max_distance * max_distance) return {};
    const Vec3 local_to = solid.now.inverse(to);
    if (!(signed_distance(*solid.shape, local_to).distance < -allowed)) return {};
    const Vec3 local_from = solid.before.inverse(from);
    if (signed_distance(*solid.shape, local_from).distance < -allowed) return {};
    ContactPlane plane;
    sweep_point(*solid.shape, local_from, local_to, 0, allowed, plane);
    // Onto the plane; all of that is outside of what is convex.
    return solid.now * (local_to - plane.normal * dot(plane.normal, local_to - plane.on_shape));
}

}  // namespace pliant
