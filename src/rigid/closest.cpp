#include "rigid/closest.h"

#include <BulletCollision/NarrowPhaseCollision/btGjkEpa3.h>

#include "core/assert.h"

namespace pliant::rigid {

namespace {

// Of the same header for all compilers, and for the web: its results have the same bits everywhere.
btVector3 to_bullet(const Vec3& v) { return {v.x, v.y, v.z}; }
Vec3 to_vec(const btVector3& v) { return {v.x(), v.y(), v.z()}; }

// The points of a core, as Bullet's templates ask for them.
struct Cloud {
    const Core& core;
    btTransform at;

    const btTransform& getWorldTransform() const { return at; }
    btVector3 getLocalSupportWithMargin(const btVector3& along) const {
        const Vec3 d = to_vec(along);
        u32 best = 0;
        float most = dot(d, core.points[0].xyz());
        for (u32 i = 1; i < core.count; ++i)
            if (const float further = dot(d, core.points[i].xyz()); further > most) {
                most = further;
                best = i;
            }
        return to_bullet(core.points[best].xyz());
    }
};

// [m] how far the two are really apart along the way from one to the other: never more than their distance.
float parted_along(const Cloud& a, const Cloud& b, const btVector3& n) {
    return n.dot(b.at * b.getLocalSupportWithMargin(-n * b.at.getBasis()) - a.getLocalSupportWithMargin(n));
}

}  // namespace

bool closest_points(const Core& a, const Transform& pose_a, const Core& b, const Transform& pose_b,
                    float speculative_distance, Closest& out) {
    PL_ASSERT(a.points && a.count > 0 && a.radius >= 0 && b.points && b.count > 0 && b.radius >= 0 &&
              speculative_distance >= 0);
    // Seen from a, so that digits are not lost far from the origin.
    const Vec3 between = pose_a.inverse(pose_b.position);
    const Quat turn = conjugate(pose_a.rotation) * pose_b.rotation;
    const Cloud cloud_a{a, btTransform::getIdentity()},
        cloud_b{b, btTransform(btQuaternion(turn.x, turn.y, turn.z, turn.w), to_bullet(between))};
    const btVector3 guess = to_bullet(length_squared(between) > 0 ? between : Vec3{0, 1, 0});
    btGjkEpaSolver3::sResults found;
    const auto find_apart = [&](const btVector3& first) {
        return btGjkEpaSolver3_Distance(cloud_a, cloud_b, first, found) && found.distance > 1e-6f;
    };
    const auto is_sure = [&] { return parted_along(cloud_a, cloud_b, -found.normal) > found.distance - 1e-3f; };
    // Once in a thousand random questions it stops too early, and goes on when it starts from there.
    bool apart = find_apart(guess);
    for (int again = 0; apart && again < 4 && !is_sure(); ++again) apart = find_apart(found.normal);
    if (!apart && !btGjkEpaSolver3_Penetration(cloud_a, cloud_b, guess, found)) return false;
    const float gap = found.distance - a.radius - b.radius;
    out.normal = pose_a.rotation * -to_vec(found.normal);
    out.gap = gap;
    out.on_a = pose_a * to_vec(found.witnesses[0]) + out.normal * a.radius;
    out.on_b = out.on_a + out.normal * gap;
    const float size2 = length_squared(out.normal);
    return size2 > 0.9f && size2 < 1.1f && is_finite(out.on_b) && gap <= speculative_distance;
}

}  // namespace pliant::rigid
