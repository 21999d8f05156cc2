// Bodies and colliders by one noun: what a program does to anything that is simulated.
//
// Bodies are soft; colliders are rigid bodies, if they are dynamic, or fixed. Fixed ones have a pose only.
#pragma once

#include "world/bodies/bodies.h"
#include "world/colliders/colliders.h"
#include "world/object_id.h"

namespace pliant {

class ObjectSystem {
  public:
    ObjectSystem(Contents& contents, Waking& waking, BodySystem& bodies, ColliderSystem& colliders)
        : contents_(contents), waking_(waking), bodies_(bodies), colliders_(colliders) {}

    bool exists(ObjectId id) const;
    bool has_mass(ObjectId id) const;  // it is a body or a dynamic collider
    const std::string& name(ObjectId id) const;

    Transform pose(ObjectId id) const;  // of a body: the rigid motion of its mesh that fits its particles best
    void set_pose(ObjectId id, const Transform& at);  // at once, deformed as it is, with its velocity
    void teleport(ObjectId id, const Transform& by);  // likewise; the velocity turns with it

    // Whether the impulses of its contacts are listed after every step: StepEvents::impulses.
    void enable_contact_impulses(ObjectId id, bool enabled);

    // ---- objects with mass
    RigidVelocity velocity(ObjectId id) const;  // of the centre of mass, and about it
    void set_velocity(ObjectId id, const RigidVelocity& velocity);
    void apply_impulse(ObjectId id, const Vec3& impulse);                  // [N s] on the whole object
    void apply_impulse(ObjectId id, const Vec3& impulse, const Vec3& at);  // of a body: where its skin is nearest
    void apply_force(ObjectId id, const Vec3& force, const Vec3& at);      // [N] likewise, during the next step
    double mass(ObjectId id) const;                                        // [kg]
    bool is_asleep(ObjectId id) const;
    void wake(ObjectId id);

  private:
    const Collider& collider(ObjectId id) const;

    Contents& contents_;
    Waking& waking_;
    BodySystem& bodies_;
    ColliderSystem& colliders_;
};

}  // namespace pliant
