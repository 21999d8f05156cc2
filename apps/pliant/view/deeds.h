// How a world does what was done to it by hand: see inputs.h. Between steps. What is not there any more is passed over,
// since the scene may have changed since.
#pragma once

#include "pliant/view/inputs.h"

namespace pliant {
class World;
}

namespace pliant::view {

void hold_particles(World& world, const HoldParticles& action);
void touch_particles(World& world, const TouchParticles& action);
void direct(World& world, const Direct& action);  // throws Error when there is no such clip

}  // namespace pliant::view
