// Joint drives that follow a bone of a character: its rotation against its parent, or its place.

#include "core/text.h"
#include "rig/pose.h"
#include "rigid/system.h"
#include "world/rigid_coupling/joints.h"

namespace pliant {

// A bone without a parent turns against the character's placement.
static Quat turn_of_parent(const CharacterInstance& c, std::span<const Transform> frames, u32 parent, double time) {
    return parent == Node::none ? c.placement(time).rotation : frames[parent].rotation;
}

// The bodies are taken to be placed as the character's bones are at rest. With the joint's axes A in the world, and the
// bone B and its parent P turned as B₀ and P₀ there, b's frame of the joint seen from a's is
//
//   (P P₀⁻¹ A)⁻¹ (B B₀⁻¹ A)  =  A⁻¹ P₀ · P⁻¹ B · B₀⁻¹ A
void JointSystem::find_followed(RigidJoint& joint, const Quat& axes) const {
    const std::string& wanted = joint.parameters.text(JointP::follow);
    const std::string where = joint.name + ".follow";
    const size_t slash = wanted.find('/');
    const CharacterId id = contents_.find_character(wanted.substr(0, slash));
    const CharacterInstance* c = contents_.characters.find(id);
    if (!c || slash == std::string::npos)
        throw Error({where, "there is no bone " + in_quotes(wanted), "a bone of a character, as in \"ada/Hand\"", ""});
    const u32 node = c->character().find_node(wanted.substr(slash + 1));
    if (node == Node::none) {
        std::vector<std::string> names;
        for (const Node& n : c->character().nodes) names.push_back(c->name + "/" + n.name);
        const std::string meant = nearest_name(wanted, names);
        throw Error({where, in_quotes(c->name) + " has no bone " + in_quotes(wanted.substr(slash + 1)), "",
                     meant.empty() ? "" : "did you mean \"" + meant + "\"?"});
    }
    CharacterInstance at_rest = *c;
    at_rest.now.clip = PlayedClip::none, at_rest.fade_left = 0;
    at_rest.find_nodes(contents_.time);
    std::vector<Transform> frames;
    at_rest.take_frames(frames);
    const u32 parent = c->character().nodes[node].parent;
    joint.followed = {id, node, parent, conjugate(axes) * turn_of_parent(at_rest, frames, parent, contents_.time),
                      conjugate(frames[node].rotation) * axes};
}

// As the bone will be at the end of the step.
void JointSystem::follow_bone(const RigidJoint& joint, rigid::DriveTarget& target) const {
    const FollowedBone& bone = joint.followed;
    const CharacterInstance* c = contents_.characters.find(bone.character);
    if (!c) {  // it has gone: what was wanted last
        if (bone.character) target = contents_.rigid->definition(joint.rigid).target;
        return;
    }
    const Transform& frame = c->goal_frames[bone.node];
    if (joint.parameters.text(JointP::kind) == "reach") {
        target.position = contents_.rigid->frames(joint.rigid).first.inverse(frame.position);
        return;
    }
    const Quat parent = turn_of_parent(*c, c->goal_frames, bone.parent, contents_.time + contents_.clock_step());
    target.rotation = normalized(bone.before * conjugate(parent) * frame.rotation * bone.after);
}

}  // namespace pliant
