// The kind `jiggle`: every vertex is drawn to its animated place by a mass, a spring, a damper and a weight of its own
// (Roque 2017), solved exactly. Cheap enough for a whole character, and whatever is painted stiff does not move at all.
#pragma once

#include "body/kind.h"

namespace pliant::jiggle {

extern const Kind kind;

// The rows of the parameter table: P::mass and so on.
struct P {
    enum : u16 { mass, stiffness, damping, weight, frequency, damping_ratio, volume, max_particles, count };
};
extern const ParameterTable table;

}  // namespace pliant::jiggle
