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

bool meet_solid(const Shape& solid, const Vec3& from, const Vec3& to, float thickness, float reach,
                ContactPlane& plane) {
    PL_ASSERT(is_finite(from) && is_finite(to) && thickness <= reach);
    Vec3 p = from;
    SignedDistance d = signed_distance(solid, p);
    const bool met = advance({length(to - from), thickness, reach}, d.distance, [&](float t) {
        p = t < 1 ? from + (to - from) * t : to;
        d = signed_distance(solid, p);
        return d.distance;
    });
    plane = {p - d.normal * d.distance, d.normal};
    return met;
}

// No point of it is further from its origin.
static float reach_of(const Shape& solid) {
    switch (solid.kind) {
        case ShapeKind::sphere: return solid.radius;
        case ShapeKind::capsule: return solid.radius + solid.half_height;
        case ShapeKind::box: return length(solid.half_size);
        case ShapeKind::compound: {
            float farthest = 0;
            for (const ShapePart& part : *solid.parts)
                farthest = std::max(farthest, length(part.frame.position) + reach_of(part.shape));
            return farthest;
        }
        default: return 3e18f;
    }
}

std::optional<Vec3> kept_out(const MovingShape& solid, const Vec3& from, const Vec3& to, float allowed) {
    PL_ASSERT(solid.shape && is_finite(from) && is_finite(to));
    const float reach = reach_of(*solid.shape);
    if (length_squared(to - solid.now.position) > reach * reach) return {};
    const Vec3 local_to = solid.now.inverse(to);
    if (!(signed_distance(*solid.shape, local_to).distance < -allowed)) return {};
    const Vec3 local_from = solid.before.inverse(from);
    if (signed_distance(*solid.shape, local_from).distance < -allowed) return {};
    ContactPlane plane;
    meet_solid(*solid.shape, local_from, local_to, 0, allowed, plane);
    // Onto the plane; all of that is outside of what is convex.
    return solid.now * (local_to - plane.normal * dot(plane.normal, local_to - plane.on_shape));
}

}  // namespace pliant
