// What happened in a step, as arrays that stay until the next one.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/state_fields.h"

namespace pliant {

enum class ContactPhase : u8 { begin, stay, end };

// Contacts of a pair, summed over a step. A contact also ends when one of the two is removed: the id in the event then
// names nothing any more, and is never given again.
struct ContactEvent {
    BodyId body;
    BodyId other_body;          // null when the other is a collider
    ColliderId other_collider;  // null when the other is a body
    ContactPhase phase;
    bool hit;       // began faster than hit_speed
    bool sensor;    // nothing was pushed
    Vec3 point;     // [m] mean place, weighted by impulse
    Vec3 normal;    // from the other to the body
    float impulse;  // [N s]
    float speed;    // [m/s] greatest speed of approach
};

enum class BodyChange : u32 { slept, woke, quarantined };
constexpr BodyChange last_value(BodyChange) { return BodyChange::quarantined; }

struct BodyEvent {
    BodyId body;
    BodyChange change;

    static constexpr auto fields() {
        return std::tuple{field("body", &BodyEvent::body), field("change", &BodyEvent::change)};
    }
};

// An attachment broke.
struct AttachmentEvent {
    AttachmentId attachment;
    BodyId body;
    Vec3 force;  // [N] on the body, in the step that was too much
};

enum class ColliderChange : u32 { slept, woke, quarantined };  // of rigid bodies; as BodyChange

struct ColliderEvent {
    ColliderId collider;
    ColliderChange change;
};

// A joint broke.
struct JointEvent {
    JointId joint;
    float force;   // [N] that it bore
    float torque;  // [N m]
};

// Two colliders touch, of which one at least is dynamic.
struct RigidContactEvent {
    ColliderId a, b;
    ContactPhase phase;
    bool hit;       // began faster than hit_speed
    bool sensor;    // one of them is a sensor: it is in there, and nothing pushes
    Vec3 point;     // [m] mean place, weighted by impulse
    Vec3 normal;    // from a to b
    float impulse;  // [N s]
    float speed;    // [m/s] greatest speed of approach
};

// One of them, while a step sums it up.
struct RigidTouch {
    ColliderId a, b;
    Vec3 point, normal;
    float impulse = 0, speed = 0;
    std::array<u32, 4> order() const { return {a.slot, a.generation, b.slot, b.generation}; }
    bool operator<(const RigidTouch& o) const { return order() < o.order(); }

    static constexpr auto fields() {
        return std::tuple{field("a", &RigidTouch::a),
                          field("b", &RigidTouch::b),
                          field("point", &RigidTouch::point),
                          field("normal", &RigidTouch::normal),
                          field("impulse", &RigidTouch::impulse),
                          field("speed", &RigidTouch::speed)};
    }
};

// A body tore, or a piece came off it.
struct TearEvent {
    BodyId body;   // that tore
    BodyId piece;  // that came off, or null: this event sums up what parted in the step
    Vec3 point;    // [m] mean place of what parted; middle of the piece
    float load;    // the greatest, against what could be borne
    u32 links;     // how many parted
};

struct StepEvents {
    std::vector<ContactEvent> contacts;
    std::vector<RigidContactEvent> rigid_contacts;
    std::vector<BodyEvent> bodies, coming_bodies;  // coming: what the host did since the last step
    std::vector<ColliderEvent> colliders;
    std::vector<AttachmentEvent> attachments;
    std::vector<JointEvent> joints;
    std::vector<TearEvent> tears;

    void clear() {  // the arrays keep their capacity
        contacts.clear();
        rigid_contacts.clear();
        bodies.clear();
        coming_bodies.clear();
        colliders.clear();
        attachments.clear();
        joints.clear();
        tears.clear();
    }
};

}  // namespace pliant
