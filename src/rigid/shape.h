// The shape of a rigid body: one or several solid pieces, moved to the frame of its mass.
//
//   own frame    as the artist has it; poses go in and out in it
//   mass frame   origin in the centre of mass, axes along the principal axes of inertia; the solver works in it
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "collide/shape.h"
#include "rigid/hull.h"

namespace pliant::rigid {

struct Piece {
    pliant::Shape shape;  // where there is no hull: sphere, capsule, box; plane, mesh (bodies that do not move)
    std::shared_ptr<const Hull> hull;  // or a convex hull
    Transform frame;                   // of the piece in the body

    bool is_infinite() const { return !hull && shape.kind == ShapeKind::plane; }
    bool is_convex() const { return hull || !(shape.is_triangle_set() || is_infinite()); }
    Box bounds(const Transform& pose) const;  // pose: of the piece in the world
};

Piece sphere(float radius, const Transform& frame = {});
Piece capsule(float radius, float half_height, const Transform& frame = {});  // along y
Piece box(const Vec3& half_size, const Transform& frame = {});
Piece hull(std::span<const Vec3> points, const Transform& frame = {});
Piece plane(const Transform& frame = {});  // solid below y = 0
Piece mesh(std::shared_ptr<const MeshShape> triangles, const Transform& frame = {});

// Mass of the solid at density 1, about its centre.
struct MassProperties {
    double volume = 0;  // [m³]
    Vec3d center;       // [m]
    Mat3d inertia{};    // [m⁵] about the centre
};
MassProperties mass_properties(const Piece& piece);

struct RigidShape {
    std::vector<Piece> pieces;  // frames are in the mass frame
    Transform mass_frame;       // in the own frame
    float volume = 0;           // [m³]; 0 where a piece has none, and then it cannot be dynamic
    Vec3 inertia;               // [m⁵] principal moments at density 1
    float radius = 0;           // [m] of a ball about the centre of mass that holds everything; infinite for planes
    float min_half_extent = 0;  // [m] half the least extent of the smallest piece: what counts as near
    std::shared_ptr<const RigidShape> made;  // as it was, where with_mass_frame has changed it

    Box bounds(const Transform& pose) const;  // pose: of the mass frame
};

// Throws Error, with `where`: no pieces, sizes that are not positive, numbers that are not finite.
std::shared_ptr<const RigidShape> make_shape(std::vector<Piece> pieces, const std::string& where);

// The same pieces where they are, about a mass that is known to others.
std::shared_ptr<const RigidShape> with_mass_frame(std::shared_ptr<const RigidShape> shape, const Transform& mass_frame);

}  // namespace pliant::rigid
