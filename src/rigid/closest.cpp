#include "rigid/closest.h"

#include <BulletCollision/CollisionShapes/btConvexPointCloudShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

namespace pliant::rigid {

static_assert(sizeof(btVector3) == sizeof(Point4) && alignof(btVector3) <= alignof(Point4));

namespace {

// Bullet only reads the points.
btVector3* bullet_points(const Core& core) { return reinterpret_cast<btVector3*>(const_cast<Point4*>(core.points)); }

Vec3 to_vec(const btVector3& v) { return {v.x(), v.y(), v.z()}; }

}  // namespace

bool closest_points(const Core& a, const Transform& pose_a, const Core& b, const Transform& pose_b, float notice,
                    Closest& out) {
    const btVector3 unit(1, 1, 1);
    btConvexPointCloudShape cloud_a(bullet_points(a), static_cast<int>(a.count), unit, false);
    btConvexPointCloudShape cloud_b(bullet_points(b), static_cast<int>(b.count), unit, false);
    cloud_a.setMargin(0);
    cloud_b.setMargin(0);
    btVoronoiSimplexSolver simplex;
    btGjkEpaPenetrationDepthSolver depth;
    btGjkPairDetector detector(&cloud_a, &cloud_b, &simplex, &depth);

    // Seen from a, so that digits are not lost far from the origin.
    const Vec3 apart = pose_b.position - pose_a.position;
    const Quat &qa = pose_a.rotation, &qb = pose_b.rotation;
    btGjkPairDetector::ClosestPointInput input;
    input.m_transformA = btTransform(btQuaternion(qa.x, qa.y, qa.z, qa.w), btVector3(0, 0, 0));
    input.m_transformB = btTransform(btQuaternion(qb.x, qb.y, qb.z, qb.w), btVector3(apart.x, apart.y, apart.z));
    const float reach = notice + a.radius + b.radius;
    input.m_maximumDistanceSquared = reach * reach;
    btPointCollector found;
    detector.getClosestPoints(input, found, nullptr);
    if (!found.m_hasResult) return false;

    out.normal = -to_vec(found.m_normalOnBInWorld);
    out.gap = found.m_distance - a.radius - b.radius;
    out.on_b = to_vec(found.m_pointInWorld) + pose_a.position - out.normal * b.radius;
    out.on_a = out.on_b - out.normal * out.gap;
    const float size2 = length_squared(out.normal);
    return size2 > 0.9f && size2 < 1.1f && is_finite(out.on_b) && out.gap <= notice;
}

}  // namespace pliant::rigid
