// Particles at rest, put into their place.
#pragma once

#include <span>

#include "body/kind.h"

namespace pliant {

// As Matter::place does, from their places in the mesh's space. Those of no mass are held.
void place_particles(const ParticleView&, const Placement&, std::span<const Vec3> rest, std::span<const float> mass,
                     const Vec3& center);

}  // namespace pliant
