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

}  // namespace pliant
