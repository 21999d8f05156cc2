// Joints come, change, break and go.

#include "world/rigid_coupling/joints.h"

#include "core/text.h"
#include "core/trig.h"
#include "world/rigid_coupling/joint.h"

namespace pliant {

namespace {

Transform pose_of(const Collider* c) { return !c ? Transform{} : c->jumped ? c->target : c->pose; }

Transform seen_from(const Collider* c, const Transform& frame) {
    const Transform pose = pose_of(c);
    return {pose.inverse(frame.position), conjugate(pose.rotation) * frame.rotation};
}

}  // namespace

const Collider* JointSystem::joined(const RigidJoint& joint, u16 row) const {
    const std::string& name = joint.parameters.text(row);
    const char* const key = joint_table.rows[row].name;
    if (const Collider* c = contents_.colliders.find(contents_.find_collider(name))) return c;
    std::vector<std::string> names;
    contents_.colliders.each([&](ColliderId, const Collider& known) { names.push_back(known.name); });
    const std::string meant = nearest_name(name, names);
    throw Error({joint.name + "." + key, "there is no collider " + in_quotes(name), "",
                 meant.empty() ? "" : "did you mean \"" + meant + "\"?"});
}

JointId JointSystem::add(std::string name, ParameterSet parameters) {
    PL_ASSERT(&parameters.table() == &joint_table);
    RigidJoint made(std::move(name), std::move(parameters));
    const ParameterSet& p = made.parameters;
    try {
        check_joint(p);
    } catch (const Error& e) {
        throw e.inside(made.name);
    }
    const Collider* const a = p.text(JointP::a).empty() ? nullptr : joined(made, JointP::a);
    if (p.text(JointP::b).empty()) throw Error({made.name, "a joint without \"b\"", "the collider that is joined", ""});
    const Collider* const b = joined(made, JointP::b);
    if (a == b) throw Error({made.name, in_quotes(b->name) + " is joined to itself", "two colliders", ""});
    if (!b->dynamic && !(a && a->dynamic))
        throw Error(
            {made.name, "neither of the two that it joins can move", "one that has \"motion\": \"dynamic\"", ""});
    if (a) made.a = a->id;
    made.b = b->id;

    rigid::JointDef def;
    if (a) def.a = a->rigid;
    def.b = b->rigid;
    const Quat axes = rotation_from_degrees(p.vector(JointP::rotation)).to<float>();
    const bool two_points = p.text(JointP::kind) == "distance" || p.text(JointP::kind) == "pulley";
    const Vec3 on_b = p.is_explicit(JointP::position_b)                ? p.vector(JointP::position_b).to<float>()
                      : two_points || !p.is_explicit(JointP::position) ? pose_of(b).position
                                                                       : p.vector(JointP::position).to<float>();
    const Vec3 on_a = p.is_explicit(JointP::position) ? p.vector(JointP::position).to<float>()
                      : two_points                    ? pose_of(a).position
                                                      : on_b;
    def.frame_a = seen_from(a, {on_a, axes}), def.frame_b = seen_from(b, {on_b, axes});
    made.reach = length(on_b - on_a);
    if (p.text(JointP::kind) == "pulley") {
        const Vec3 wheel_a = p.vector(JointP::wheel_a).to<float>(),
                   wheel_b = p.is_explicit(JointP::wheel_b) ? p.vector(JointP::wheel_b).to<float>() : wheel_a;
        made.reach = length(on_a - wheel_a) + static_cast<float>(p.number(JointP::ratio)) * length(on_b - wheel_b);
    }
    if (p.text(JointP::kind) == "reach") {  // targets are places in the frame of a, or of the world
        def.frame_a = {}, def.frame_b = seen_from(b, {on_b, {}});
        if (!a && !p.is_explicit(JointP::target) && !p.is_explicit(JointP::follow))
            made.parameters.set(JointP::target, on_b.to<double>());
    }
    if (p.is_explicit(JointP::follow)) find_followed(made, axes);
    describe(p, contents_.time, made.reach, def);
    made.rigid = contents_.rigid->add_joint(def, made.name);
    auto [id, joint] = contents_.joints.add(std::move(made));
    joint.id = id;
    return id;
}

bool JointSystem::remove(JointId id) {
    const RigidJoint* joint = contents_.joints.find(id);
    if (!joint) return false;
    contents_.rigid->remove_joint(joint->rigid);
    return contents_.joints.remove(id);
}

void JointSystem::remove_of(ColliderId collider) {
    std::vector<JointId> gone;
    contents_.joints.each([&](JointId id, const RigidJoint& joint) {
        if (joint.a == collider || joint.b == collider) gone.push_back(id);
    });
    for (const JointId id : gone) remove(id);
}

void JointSystem::set_parameter(JointId id, std::string_view name, Value value) {
    RigidJoint* joint = contents_.joints.find(id);
    PL_ASSERT(joint);
    const Parameter* row = joint_table.find(name);
    if (row && row->effect != Effect::next_step)
        throw Error({joint->name + "." + std::string(name), "this parameter is only used when the joint is made", "",
                     "make the joint anew with the other value"});
    ParameterSet changed = joint->parameters;
    changed.set(name, std::move(value));
    check_joint(changed);
    rigid::JointDef def;
    describe(changed, contents_.time, joint->reach, def);
    rigid::check_joint(def, joint->name);
    joint->parameters = std::move(changed), joint->parameters_changed = true;
}

rigid::JointState JointSystem::state(JointId id) const {
    const RigidJoint* joint = contents_.joints.find(id);
    PL_ASSERT(joint);
    return contents_.rigid->state(joint->rigid);
}

const rigid::JointDef& JointSystem::definition(JointId id) const {
    const RigidJoint* joint = contents_.joints.find(id);
    PL_ASSERT(joint);
    return contents_.rigid->definition(joint->rigid);
}

std::pair<Transform, Transform> JointSystem::frames(JointId id) const {
    const RigidJoint* joint = contents_.joints.find(id);
    PL_ASSERT(joint);
    return contents_.rigid->frames(joint->rigid);
}

// ---- the step

// Towards the pose that the end of the step has.
void JointSystem::drive() {
    contents_.joints.each([&](JointId, RigidJoint& joint) {
        if (!joint.parameters_changed && !joint.parameters.any_keys() && !joint.followed.character) return;
        joint.parameters_changed = false;
        rigid::JointDef def;
        describe(joint.parameters, contents_.time + contents_.clock_step(), joint.reach, def);
        if (joint.reaches_into_world())  // whose origin may have been shifted since it was made
            def.target.position = contents_.rigid->frames(joint.rigid).first.inverse(def.target.position);
        follow_bone(joint, def.target);
        contents_.rigid->change_joint(joint.rigid, def, joint.name);
    });
}

void JointSystem::break_overloaded() {
    contents_.joints.each([&](JointId id, RigidJoint& joint) {
        joint.force = contents_.rigid->joint_force(joint.rigid),
        joint.torque = contents_.rigid->joint_torque(joint.rigid);
        if (joint.broken || !contents_.rigid->is_broken(joint.rigid)) return;
        joint.broken = true;
        step_.events.joints.push_back({id, joint.force, joint.torque});
    });
}

}  // namespace pliant
