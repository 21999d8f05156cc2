// Questions to a world between steps: rays, closest points, overlaps. Many at once, because a tree over each body's
// skin is made only when the world has changed since the last question.
#pragma once

#include <map>

#include "geometry/bvh.h"
#include "world/contents.h"

namespace pliant {

// The result of a query: a body or a collider, and where it was hit.
struct QueryHit {
    BodyId body;
    ColliderId collider;
    float distance = 0;  // [m] along the ray, or from the point; negative inside a collider
    Vec3 point, normal;
    u32 triangle = 0;  // of the body's contact surface
    Vec3 weights;      // barycentric in it
    explicit operator bool() const { return body || collider; }
};

struct Ray {
    Vec3 origin, direction;  // direction need not have unit length
    float length = 1e30f;    // [m]
    u32 touches = ~0u;       // layers
};

struct PointQuery {
    Vec3 point;
    float radius = 1e30f;  // [m] look no further
    u32 touches = ~0u;
};

// Where a collider is nearest to a point, if that is nearer than what was found so far.
void closest_collider(const PointQuery& q, const Collider& collider, QueryHit& best);

class Queries {
  public:
    explicit Queries(const Contents& contents) : contents_(contents) {}
    void cast(std::span<const Ray> rays, std::span<QueryHit> nearest);
    void closest(std::span<const PointQuery> points, std::span<QueryHit> nearest);
    // Everything that touches a ball, in order of bodies, then colliders.
    void overlap(const PointQuery& ball, std::vector<QueryHit>& all);

  private:
    struct Skin {
        Bvh tree;
        std::vector<Vec3> points;
    };
    void refresh();
    void cast_body(const Ray& ray, const Vec3& direction, const Body& body, QueryHit& best);
    void closest_body(const PointQuery& q, const Body& body, QueryHit& best);
    const Contents& contents_;
    u64 revision_ = 0;
    std::map<std::pair<u32, u32>, Skin> skins_;  // by slot and generation
};

}  // namespace pliant
