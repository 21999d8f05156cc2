// The parameters of a character in a world.
#pragma once

#include "core/parameter.h"

namespace pliant {

struct CharacterP {
    enum : u16 {
        clip,
        loop,
        speed,
        start,
        position,
        rotation,
        scale,
        teleport_distance,
        collider,
        friction,
        restitution,
        layer,
        collides_with,
        look,
        count
    };
};
extern const ParameterTable character_table;

// Of one capsule, where it shall be otherwise than it was fitted.
struct CapsuleP {
    enum : u16 { radius, height, position, count };
};
extern const ParameterTable capsule_table;

}  // namespace pliant
