// What a creature stands for in a scene.
#pragma once

#include "assets/creature.h"

namespace pliant {

// Where a body that is a creature stands.
struct CreaturePlace {
    Transformd pose;
    double scale = 1;
};

// The sections of a scene, an object with "bodies", "colliders", "joints" and "attachments". The body has what the file
// says of it; bones, joints and attachments are called "<body>/<name>", and stand where the body does. `drives`, an
// object, is said for all joints that can be driven; its "follow" names a character of the same bones.
Json creature_sections(const Creature& creature, const std::string& body, const CreaturePlace& place,
                       const Json* drives = nullptr);

}  // namespace pliant
