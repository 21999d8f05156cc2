// Performs actions (inputs.h) on a world, between steps. Things that are not there any more are skipped: the scene
// may have changed since.
#pragma once

#include "pliant/view/inputs.h"

namespace pliant {
class World;
}

namespace pliant::view {

void hold_particles(World& world, const HoldParticles& action);
void touch_particles(World& world, const TouchParticles& action);
void control_clip(World& world, const ControlClip& action);  // throws Error when there is no such clip

}  // namespace pliant::view
