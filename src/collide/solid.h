// Sweeps of a point against a solid: a plane, a sphere, a capsule or a box.
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

// Whether a point that moves from one place to another in the solid's frame ends within `max_distance` of the solid, or
// comes nearer than `thickness` before; and the plane that separates them then.
bool sweep_point(const Shape& solid, const Vec3& from, const Vec3& to, float thickness, float max_distance,
                 ContactPlane& plane);

// A final check for points without a contact. Contacts are detected along the predicted path; if a contact of an edge
// moves its ends off that path, they may end inside a solid that they would have missed. Returns the corrected place
// of such a point: one that was outside when the substep began and would end deeper inside than
// allowed.
std::optional<Vec3> pushed_out_position(const MovingShape& solid, const Vec3& from, const Vec3& to, float allowed);

}  // namespace pliant
