// Finds where two pieces touch or soon may.
//
// Spheres, capsules, boxes and planes among themselves in closed form; whatever has a hull or a triangle by GJK and EPA
// (closest.h). Each way finds a normal; the points are then cut out of the two sides that face each other (manifold.h),
// the same for all.
#pragma once

#include "rigid/manifold.h"

namespace pliant::rigid {

// Fills `out` (count 0: farther apart than `speculative_distance`). At most one of the two is a plane; none is a mesh.
void collide_pieces(const Piece& a, const Transform& pose_a, const Piece& b, const Transform& pose_b,
                    float speculative_distance, Manifold& out);

// A convex piece against triangles. Each triangle that is near gets a manifold of its own, whose normal goes from the
// piece to the triangle: `triangle_key` names it. Normals that a neighbouring triangle would not
// let through are turned to the face's: otherwise things that slide over a flat mesh stumble over its edges.
void collect_near_triangles(const Piece& convex, const Transform& pose, const Piece& mesh, const Transform& pose_mesh,
                            float speculative_distance, std::vector<ColliderTriangle>& out);
void collide_triangle(const Piece& convex, const Transform& pose, const ColliderTriangle& triangle, bool closed,
                      const Transform& pose_mesh, float speculative_distance, Manifold& out);
u32 triangle_key(const ColliderTriangle& triangle);

}  // namespace pliant::rigid
