// The objects of a scene that a creature represents.
#pragma once

#include "assets/creature.h"
#include "assets/scene.h"

namespace pliant {

// Where a body that is a creature stands.
struct CreaturePlace {
    Transformd pose;
    double scale = 1;
};

// Rigid bodies of its bones, its joints, and what holds the body to the bones, as entries of a scene. They are called
// "<body>/<name>", stand where the body does, and name the creature as the place where they come from.
struct CreatureParts {
    std::vector<SceneCollider> colliders;
    std::vector<SceneJoint> joints;
    std::vector<SceneAttachment> attachments;
};

// `drives` (joint_table) is said for all joints that can be driven; its "follow" names a character of the same bones.
// Throws Error.
CreatureParts creature_parts(const Creature& creature, const std::string& body, const CreaturePlace& place,
                             const ParameterSet* drives = nullptr);

}  // namespace pliant
