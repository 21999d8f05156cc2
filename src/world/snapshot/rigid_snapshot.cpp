#include "world/snapshot/rigid_snapshot.h"

#include <algorithm>

#include "core/soundness.h"

namespace pliant {

void RigidSnapshot::save(Writer& w) const {
    w.value(static_cast<u64>(contents_.colliders.size()));
    contents_.colliders.each([&](ColliderId id, const Collider& c) {
        w.value(id);
        save_fields(w, static_cast<const ColliderState&>(c));
        c.parameters.save_live(w);
    });
    w.value(static_cast<u64>(contents_.joints.size()));
    contents_.joints.each([&](JointId id, const RigidJoint& joint) {
        w.value(id);
        save_fields(w, static_cast<const RigidJointState&>(joint));
        joint.parameters.save_live(w);
    });
    w.value(static_cast<u8>(contents_.rigid != nullptr));
    if (contents_.rigid) contents_.rigid->save(w);
}

SavedRigid RigidSnapshot::read(Reader& r) const {
    const Soundness sound("snapshot");
    SavedRigid saved;
    read_colliders(r, saved);
    read_joints(r, saved);
    const bool any = r.value<u8>() != 0;
    const auto is_dynamic = [&](const auto& c) { return contents_.colliders.find(c.id)->dynamic; };
    sound.require(any == std::any_of(saved.colliders.begin(), saved.colliders.end(), is_dynamic), "rigid bodies");
    sound.require(any || saved.joints.empty(), "joints");
    if (any) saved.system = contents_.rigid->read(r);
    if (any) check_system(saved);
    return saved;
}

void RigidSnapshot::read_colliders(Reader& r, SavedRigid& saved) const {
    for (u64 n = r.value<u64>(); n > 0; --n) {
        const ColliderId id = r.value<ColliderId>();
        const Collider* collider = contents_.colliders.find(id);
        Soundness("snapshot").require(saved.colliders.empty() || saved.colliders.back().id.slot < id.slot, "colliders");
        if (!collider)
            throw Error(
                {"snapshot", "a collider is not in this world any more", "the world the snapshot was taken of", ""});
        SavedRigid::SavedCollider c{id, {}, collider->parameters};
        read_fields(r, c.state);
        c.parameters.load_live(r);
        saved.colliders.push_back(std::move(c));
    }
}

void RigidSnapshot::read_joints(Reader& r, SavedRigid& saved) const {
    for (u64 n = r.value<u64>(); n > 0; --n) {
        const JointId id = r.value<JointId>();
        const RigidJoint* joint = contents_.joints.find(id);
        Soundness("snapshot").require(saved.joints.empty() || saved.joints.back().id.slot < id.slot, "joints");
        if (!joint)
            throw Error(
                {"snapshot", "a joint is not in this world any more", "the world the snapshot was taken of", ""});
        SavedRigid::SavedJoint j{id, {}, joint->parameters};
        read_fields(r, j.state);
        j.parameters.load_live(r);
        saved.joints.push_back(std::move(j));
    }
}

// The system holds the colliders and joints of the snapshot and no others.
void RigidSnapshot::check_system(const SavedRigid& saved) const {
    const Soundness sound("snapshot");
    const rigid::SavedSystem& system = *saved.system;
    for (const SavedRigid::SavedCollider& c : saved.colliders) {
        const u32 slot = contents_.colliders.find(c.id)->rigid.slot;
        sound.require(slot < system.alive.size() && system.alive[slot], "rigid bodies");
    }
    for (const SavedRigid::SavedJoint& j : saved.joints) {
        const u32 slot = contents_.joints.find(j.id)->rigid.slot;
        sound.require(slot <= system.joints.size() && system.joints[slot - 1].alive, "joints");
    }
    const auto bodies = std::count(system.alive.begin(), system.alive.end(), u8{1});
    const auto joints =
        std::count_if(system.joints.begin(), system.joints.end(), [](const auto& j) { return j.alive; });
    sound.require(
        static_cast<size_t>(bodies) == saved.colliders.size() && static_cast<size_t>(joints) == saved.joints.size(),
        "rigid bodies");
}

void RigidSnapshot::remove_late(const SavedRigid& saved) {
    std::vector<ColliderId> colliders;
    contents_.colliders.each([&](ColliderId id, const Collider&) {
        if (std::none_of(saved.colliders.begin(), saved.colliders.end(), [&](const auto& c) { return c.id == id; }))
            colliders.push_back(id);
    });
    for (ColliderId id : colliders) collider_system_.remove(id);
    std::vector<JointId> joints;
    contents_.joints.each([&](JointId id, const RigidJoint&) {
        if (std::none_of(saved.joints.begin(), saved.joints.end(), [&](const auto& j) { return j.id == id; }))
            joints.push_back(id);
    });
    for (JointId id : joints) joint_system_.remove(id);
}

void RigidSnapshot::put_back(const SavedRigid& saved) {
    for (const SavedRigid::SavedCollider& c : saved.colliders) {
        Collider& collider = *contents_.colliders.find(c.id);
        static_cast<ColliderState&>(collider) = c.state;
        collider.parameters = c.parameters;
    }
    for (const SavedRigid::SavedJoint& j : saved.joints) {
        RigidJoint& joint = *contents_.joints.find(j.id);
        static_cast<RigidJointState&>(joint) = j.state;
        joint.parameters = j.parameters;
        joint.parameters_changed = true;
    }
    if (!saved.system) return;
    contents_.rigid->put_back(*saved.system);
    contents_.colliders.each([&](ColliderId, Collider& c) { c.quarantined = contents_.rigid->is_frozen(c.rigid); });
    contents_.joints.each([&](JointId, RigidJoint& j) {
        j.force = contents_.rigid->joint_force(j.rigid);
        j.torque = contents_.rigid->joint_torque(j.rigid);
    });
}

}  // namespace pliant
