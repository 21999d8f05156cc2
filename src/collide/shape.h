// The shapes of colliders, each in its own frame.
//
//   plane         y = 0, solid below
//   sphere        about the origin
//   capsule       along y, with round ends
//   box           about the origin
//   mesh          triangles; solid where they are closed, a two-sided sheet where not
//   height_field  a grid of heights over x and z, solid below
//   compound      several spheres, capsules and boxes that keep their places in it
#pragma once

#include <memory>

#include "collide/mesh_shape.h"
#include "core/vec.h"

namespace pliant {

enum class ShapeKind : u8 { plane, sphere, capsule, box, mesh, height_field, compound };

struct ShapePart;

struct Shape {
    ShapeKind kind = ShapeKind::plane;
    float radius = 0;       // [m] of sphere and capsule
    float half_height = 0;  // [m] of a capsule's axis
    Vec3 half_size;         // [m] of a box
    std::shared_ptr<const MeshShape> mesh;
    std::shared_ptr<const HeightField> height_field;
    std::shared_ptr<const std::vector<ShapePart>> parts;  // of a compound

    bool is_triangle_set() const { return kind == ShapeKind::mesh || kind == ShapeKind::height_field; }
    Box bounds(const Transform& pose) const;  // a plane's is everything; callers test planes apart
};

struct ShapePart {
    Shape shape;
    Transform frame;  // in the compound
};

// Signed distance to a plane, sphere, capsule or box, or to the nearest part of a compound, and the direction in which
// it grows.
struct SignedDistance {
    float distance;  // [m], negative inside
    Vec3 normal;
};
SignedDistance signed_distance(const Shape& shape, const Vec3& p);

// Line segments with a radius at the edges of a shape, which could pass between the points of a skin.
struct FeatureEdge {
    Vec3 from, to;
    float radius;
};
void collect_feature_edges(const Shape& shape, const Box& near, std::vector<FeatureEdge>& out);

}  // namespace pliant
