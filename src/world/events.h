// What happened in a step, as arrays that stay until the next one.
#pragma once

#include <string>
#include <vector>

#include "world/object_id.h"

namespace pliant {

enum class ContactPhase : u8 { begin, stay, end };

// Two objects touch: their contacts in a step, summed. A contact also ends when one of the two is removed: its id then
// refers to nothing, and is never given to another object.
struct ContactEvent {
    ObjectId a, b;  // a body stands before a collider, and otherwise the lower slot first
    ContactPhase phase;
    bool hit;       // began faster than hit_speed
    bool sensor;    // one of them is a sensor: nothing was pushed
    Vec3 point;     // [m] mean place, weighted by impulse
    Vec3 normal;    // from a to b; zero where there was no impulse
    float impulse;  // [N s]
    float speed;    // [m/s] greatest speed of approach
};

// One contact in one substep, of an object whose contact impulses are enabled.
struct ObjectImpulse {
    ObjectId object, other;
    Vec3 point;    // [m]
    Vec3 impulse;  // [N s] on the object
    u32 substep;   // from 0
};

enum class ObjectChange : u32 { slept, woke, quarantined };
constexpr ObjectChange last_value(ObjectChange) { return ObjectChange::quarantined; }

struct ObjectEvent {
    ObjectId object;
    ObjectChange change;

    static constexpr auto fields() {
        return std::tuple{field("object", &ObjectEvent::object), field("change", &ObjectEvent::change)};
    }
};

// An attachment broke.
struct AttachmentEvent {
    AttachmentId attachment;
    BodyId body;
    Vec3 force;  // [N] on the body, in the step that was too much
};

// A joint broke.
struct JointEvent {
    JointId joint;
    float force;   // [N] that it bore
    float torque;  // [N m]
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
    std::vector<ObjectEvent> objects, coming_objects;  // coming: what the host did since the last step
    std::vector<ObjectImpulse> impulses;
    std::vector<AttachmentEvent> attachments;
    std::vector<JointEvent> joints;
    std::vector<TearEvent> tears;

    void clear() {  // the arrays keep their capacity
        contacts.clear();
        objects.clear();
        coming_objects.clear();
        impulses.clear();
        attachments.clear();
        joints.clear();
        tears.clear();
    }
};

}  // namespace pliant
