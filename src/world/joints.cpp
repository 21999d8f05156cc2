// Joints come, change, break and go.

#include "world/joints.h"

#include "core/text.h"
#include "core/trig.h"
#include "rigid/system.h"
#include "world/world.h"

namespace pliant {

namespace {

Transform pose_of(const Collider* c) { return !c ? Transform{} : c->jumped ? c->target : c->pose; }

Transform seen_from(const Collider* c, const Transform& frame) {
    const Transform pose = pose_of(c);
    return {pose.inverse(frame.position), conjugate(pose.rotation) * frame.rotation};
}

}  // namespace

const Collider* World::joined(const RigidJoint& joint, u16 row) const {
    const std::string& name = joint.parameters.text(row);
    const char* const key = joint_table.rows[row].name;
    if (const Collider* c = colliders_.find(find_collider(name))) return c;
    std::vector<std::string> names;
    each_collider([&](ColliderId, const Collider& known) { names.push_back(known.name); });
    const std::string meant = nearest_name(name, names);
    throw Error({joint.name + "." + key, "there is no collider " + in_quotes(name), "",
                 meant.empty() ? "" : "did you mean \"" + meant + "\"?"});
}

JointId World::add_joint(std::string name, ParameterSet parameters) {
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
    const Vec3 on_b = p.given(JointP::position_b)                ? p.vector(JointP::position_b).to<float>()
                      : two_points || !p.given(JointP::position) ? pose_of(b).position
                                                                 : p.vector(JointP::position).to<float>();
    const Vec3 on_a = p.given(JointP::position) ? p.vector(JointP::position).to<float>()
                      : two_points              ? pose_of(a).position
                                                : on_b;
    def.frame_a = seen_from(a, {on_a, axes}), def.frame_b = seen_from(b, {on_b, axes});
    made.reach = length(on_b - on_a);
    if (p.text(JointP::kind) == "pulley") {
        const Vec3 wheel_a = p.vector(JointP::wheel_a).to<float>(),
                   wheel_b = p.given(JointP::wheel_b) ? p.vector(JointP::wheel_b).to<float>() : wheel_a;
        made.reach = length(on_a - wheel_a) + static_cast<float>(p.number(JointP::ratio)) * length(on_b - wheel_b);
    }
    if (p.text(JointP::kind) == "reach") {  // targets are places in the frame of a, or of the world
        def.frame_a = {}, def.frame_b = seen_from(b, {on_b, {}});
        if (!a && !p.given(JointP::target) && !p.given(JointP::follow))
            made.parameters.set(JointP::target, on_b.to<double>());
    }
    if (p.given(JointP::follow)) find_followed(made, axes);
    describe(p, time_, made.reach, def);
    made.rigid = rigid_->add_joint(def, made.name);
    auto [id, joint] = joints_.add(std::move(made));
    joint.id = id;
    return id;
}

bool World::remove_joint(JointId id) {
    const RigidJoint* joint = joints_.find(id);
    if (!joint) return false;
    rigid_->remove_joint(joint->rigid);
    return joints_.remove(id);
}

void World::remove_joints_of(ColliderId collider) {
    std::vector<JointId> gone;
    joints_.each([&](JointId id, const RigidJoint& joint) {
        if (joint.a == collider || joint.b == collider) gone.push_back(id);
    });
    for (const JointId id : gone) remove_joint(id);
}

JointId World::find_joint(std::string_view name) const {
    JointId found;
    joints_.each([&](JointId id, const RigidJoint& joint) {
        if (!found && joint.name == name) found = id;
    });
    return found;
}

void World::set_joint_parameter(JointId id, std::string_view name, Value value) {
    RigidJoint* joint = joints_.find(id);
    PL_ASSERT(joint);
    const Parameter* row = joint_table.find(name);
    if (row && row->effect != Effect::next_step)
        throw Error({joint->name + "." + std::string(name), "this parameter is only used when the joint is made", "",
                     "make the joint anew with the other value"});
    ParameterSet changed = joint->parameters;
    changed.set(name, std::move(value));
    check_joint(changed);
    rigid::JointDef def;
    describe(changed, time_, joint->reach, def);
    rigid::check_joint(def, joint->name);
    joint->parameters = std::move(changed), joint->parameters_changed = true;
}

rigid::JointState World::state(JointId id) const {
    const RigidJoint* joint = joints_.find(id);
    PL_ASSERT(joint);
    return rigid_->state(joint->rigid);
}

const rigid::JointDef& World::definition(JointId id) const {
    const RigidJoint* joint = joints_.find(id);
    PL_ASSERT(joint);
    return rigid_->definition(joint->rigid);
}

std::pair<Transform, Transform> World::frames(JointId id) const {
    const RigidJoint* joint = joints_.find(id);
    PL_ASSERT(joint);
    return rigid_->frames(joint->rigid);
}

// ---- the step

// Towards the pose that the end of the step has.
void World::drive_joints() {
    joints_.each([&](JointId, RigidJoint& joint) {
        if (!joint.parameters_changed && !joint.parameters.any_keys() && !joint.followed.character) return;
        joint.parameters_changed = false;
        rigid::JointDef def;
        describe(joint.parameters, time_ + clock_step(), joint.reach, def);
        if (joint.reaches_into_world())  // whose origin may have been shifted since it was made
            def.target.position = rigid_->frames(joint.rigid).first.inverse(def.target.position);
        follow_bone(joint, def.target);
        rigid_->change_joint(joint.rigid, def, joint.name);
    });
}

void World::judge_joints() {
    joints_.each([&](JointId id, RigidJoint& joint) {
        joint.force = rigid_->joint_force(joint.rigid), joint.torque = rigid_->joint_torque(joint.rigid);
        if (joint.broken || !rigid_->is_broken(joint.rigid)) return;
        joint.broken = true;
        joint_events_.push_back({id, joint.force, joint.torque});
    });
}

}  // namespace pliant
