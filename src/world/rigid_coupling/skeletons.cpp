#include "world/rigid_coupling/skeletons.h"

#include <algorithm>

#include "rigid/system.h"
#include "world/bodies/rigid_moves.h"

namespace pliant {

// The rigid bodies that a body alone hangs on, and those that are joined to them.
std::vector<Collider*> Skeletons::of(const Body& body) {
    std::vector<Collider*> bones;
    if (!contents_.rigid) return bones;
    const auto add = [&](ColliderId id) {
        Collider* c = contents_.colliders.find(id);
        if (c && c->dynamic && std::find(bones.begin(), bones.end(), c) == bones.end()) bones.push_back(c);
    };
    std::vector<ColliderId> of_others;
    contents_.attachments.each([&](AttachmentId, const Attachment& a) {
        for (const AttachmentTarget& t : a.targets) {
            if (!t.collider) continue;
            if (a.body == body.id) {
                add(t.collider);
            } else {
                of_others.push_back(t.collider);
            }
        }
    });
    add_joined(bones);
    std::erase_if(bones, [&](const Collider* c) {
        return std::find(of_others.begin(), of_others.end(), c->id) != of_others.end();
    });
    return bones;
}

// Adds the bodies that are joined to these, directly or through others.
void Skeletons::add_joined(std::vector<Collider*>& rigid) {
    const auto add = [&](ColliderId id) {
        Collider* c = contents_.colliders.find(id);
        if (c && c->dynamic && std::find(rigid.begin(), rigid.end(), c) == rigid.end()) rigid.push_back(c);
    };
    for (size_t i = 0; i < rigid.size(); ++i)
        contents_.joints.each([&](JointId, const RigidJoint& j) {
            if (j.broken) return;
            if (j.a == rigid[i]->id) add(j.b);
            if (j.b == rigid[i]->id) add(j.a);
        });
}

void Skeletons::move(const Body& body, const Transform& by) { move_joined(of(body), by); }

void Skeletons::move_joined(const std::vector<Collider*>& rigid, const Transform& by) {
    for (Collider* c : rigid) {
        if (!c->dynamic) continue;
        const RigidVelocity v = contents_.rigid->velocity(c->rigid);
        set_pose(contents_, *c, by * c->pose);
        contents_.rigid->set_velocity(c->rigid, by.rotation * v.linear, by.rotation * v.angular);
    }
}

}  // namespace pliant
