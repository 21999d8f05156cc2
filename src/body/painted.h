// Painted parameters, per particle.
#pragma once

#include "body/kind.h"

namespace pliant {

// A vertex attribute of the mesh, carried to the particles. Throws Error when the mesh has none of that name.
std::vector<float> carried_attribute(const Model&, const std::string& attribute);

// What a map gives every particle at a time; empty when the parameter is not painted. Throws Error when the mesh has no
// such attribute.
std::vector<float> painted(const Model&, const ParameterSet&, u16 id, double time = 0);

}  // namespace pliant
