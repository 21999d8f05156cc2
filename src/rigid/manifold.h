// Where two pieces touch: up to four points with one normal, so that a box rests on its face and not on a corner.
#pragma once

#include "rigid/closest.h"
#include "rigid/shape.h"

namespace pliant::rigid {

constexpr u32 max_points = 4;

struct ManifoldPoint {
    Vec3 on_a, on_b;  // in the world
    float gap = 0;    // [m] along the normal from a to b; negative where they overlap
    u32 feature = 0;  // the corner or crossing it comes from: the same from one substep to the next
};

struct Manifold {
    Vec3 normal;  // from a to b
    ManifoldPoint point[max_points];
    u32 count = 0;
};

void swap_sides(Manifold& manifold);  // a and b change places

// A side of a convex thing: a polygon, a segment or a point, counter-clockwise from outside.
struct SupportingFace {
    static constexpr u32 max_corners = 32;
    Vec3 corner[max_corners];
    u32 count = 0;
    Vec3 normal;     // of a polygon
    u32 number = 0;  // of the face
};

// The side of a convex piece that looks along `direction` (unit, in the world).
void supporting_face(const Piece& piece, const Transform& pose, const Vec3& direction, SupportingFace& out);

// Points where the sides meet along the normal, not farther apart than `speculative_distance`: the one that lies
// flatter is cut out of the other (Sutherland-Hodgman). Where nothing is left, the nearest points are the one contact.
void clip_faces(const SupportingFace& a, const SupportingFace& b, const Closest& nearest, float speculative_distance,
                Manifold& out);

}  // namespace pliant::rigid
