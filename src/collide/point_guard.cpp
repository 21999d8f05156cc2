#include "collide/point_guard.h"

#include "collide/advance.h"

namespace pliant {

std::optional<Vec3> kept_out(const MovingShape& solid, const Vec3& from, const Vec3& to, float allowed) {
    const Vec3 local_to = solid.now.inverse(to);
    if (!(signed_distance(*solid.shape, local_to).distance < -allowed)) return {};
    const Vec3 local_from = solid.before.inverse(from);
    Vec3 at = local_from;
    SignedDistance d = signed_distance(*solid.shape, at);
    if (d.distance < -allowed) return {};
    advance({length(local_to - local_from), 0, allowed}, d.distance, [&](float t) {
        at = t < 1 ? local_from + (local_to - local_from) * t : local_to;
        d = signed_distance(*solid.shape, at);
        return d.distance;
    });
    // Onto the plane at which it met the solid; all of that is outside.
    const Vec3 on_solid = at - d.normal * d.distance;
    return solid.now * (local_to - d.normal * dot(d.normal, local_to - on_solid));
}

}  // namespace pliant
