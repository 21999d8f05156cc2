// A point on its way through a substep, and a solid: a plane, a sphere, a capsule or a box.
#pragma once

#include <optional>

#include "collide/shape.h"

namespace pliant {

// A shape with where it is when the substep begins and when it ends.
struct MovingShape {
    const Shape* shape;
    Transform before, now;
    Box bounds() const;  // swept
};

struct ContactPlane {  // in the frame of the shape
    Vec3 on_shape, normal;
};

// Whether a point comes within `reach` of a solid, by the end of its way from one place to another in the solid's
// frame, or nearer than `thickness` before; and the plane that is between them then.
bool sweep_point(const Shape& solid, const Vec3& from, const Vec3& to, float thickness, float max_distance,
                 ContactPlane& plane);

// The last word where a contact has moved a point that had none of its own: contacts are looked for along the way that
// matter wants to go, and where one of an edge throws its ends off that way, they may come to end inside something that
// they would have passed. Where such a point ends instead: if it was outside when the substep began and would end
// further inside than it may.
std::optional<Vec3> pushed_out_position(const MovingShape& solid, const Vec3& from, const Vec3& to, float allowed);

}  // namespace pliant
