// Finds contacts of a skin with one collider, which may move in the substep.
//
// All is computed in the collider's own frame, where the shape is at rest and points move on straight lines from their
// old place, seen from the old pose, to their new place, seen from the new pose. A point is advanced along its line by
// its distance to the shape until it is within the thickness: the normal there gives a plane that it may not pass in
// this substep. A point whose line stays away gets no contact. So nothing tunnels, at any speed, and no point is
// stopped by a shape that it would have missed.
#pragma once

#include <vector>

#include "collide/advance.h"
#include "collide/contact.h"
#include "collide/moving_surface.h"
#include "collide/solid.h"
#include "geometry/triangle_queries.h"

namespace pliant {

// Whether a point, in the frame of a shape, lies in it; in an open mesh nothing does.
bool is_inside(const Shape& shape, const Vec3& point);

class ColliderContacts {
  public:
    // Appends to `out`. Points of patches near the shape are evaluated as needed.
    void find(MovingSurface& surface, const MovingShape& shape, const ContactDistances& distances,
              std::vector<FoundContact>& out);

    void reserve_like(const ColliderContacts& other);

  private:
    using Plane = ContactPlane;
    struct Path {  // of a point in the substep, in the collider's frame
        Vec3 from, to;
        Vec3 at(float t) const { return from + (to - from) * t; }
        float length() const { return pliant::length(to - from); }
    };
    const Path& path_of(u32 point);
    void list_triangles(const ContactSurface::Patch& patch);
    void list_collider_triangles();
    void find_local_patch(u32 patch);
    void collide_points(u32 patch);
    void collide_triangles(u32 patch);
    void collide_point(u32 point);
    void collide_triangle(u32 triangle, const FeatureEdge& edge_line);
    float longest_edge_squared(const ContactSurface::Patch& patch) const;
    struct TriangleDistance {
        float distance;
        Vec3 on_shape;
        const ColliderTriangle* triangle;
        TriangleFeature feature;
    };
    static TriangleDistance distance_to(const ColliderTriangle& t, const Vec3& p);
    static Vec3 outward(const TriangleDistance& d);
    TriangleDistance distance_to_patch(const Vec3& p, std::span<const u32> triangles);
    f32x8 box_distances(const Vec3& p, u32 first) const;
    f32x8 box_distances(const Vec3& p, std::span<const u32> slots) const;
    friend bool is_inside(const Shape& shape, const Vec3& point);
    void collide_edge(u32 triangle, u32 edge, const Path* corners, const FeatureEdge& edge_line);
    void collide_face(u32 triangle, const Path* corners, const FeatureEdge& edge_line);
    Advance advance_to_feature_edge(float max_approach, const FeatureEdge& edge_line) const;
    void add_feature_edge_contact(const SkinPlace& place, const Vec3& on_skin, const FeatureEdge& edge_line,
                                  float along, u32 feature);
    void sweep_triangle_set(const Vec3& from, const Vec3& to, float thickness);
    bool is_inside_triangle_set(const Vec3& p, Plane& plane);
    void sweep_part(const ShapePart& part, const Vec3& from, const Vec3& to, float thickness);
    void add(const SkinPlace& place, const Vec3& before, const Plane& plane, u32 feature, bool guard);

    MovingSurface* surface_ = nullptr;
    MovingShape moving_{};
    ContactDistances distances_{};
    float thickness_ = 0;  // with the radius of the points
    std::vector<FoundContact>* out_ = nullptr;
    Box local_patch_;                                       // in the collider's frame
    // Of points, where they were asked for since the last find().
    std::vector<Path> paths_;
    std::vector<u32> path_found_;
    u32 finds_ = 0;
    BoxList triangle_boxes_;       // of the paths of a patch's triangles
    std::vector<u32> triangles_;   // by slot
    std::vector<ColliderTriangle> patch_triangles_;  // around a patch
    BoxList patch_boxes_;                            // theirs, in the same order
    std::vector<u32> all_, near_;                    // their numbers: all, and those around a point
    std::vector<float> box_squared_;                 // [m²] distances of a point from boxes
    std::vector<FeatureEdge> feature_edges_;
    std::vector<Plane> planes_;
};

}  // namespace pliant
