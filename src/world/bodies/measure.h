// Mass, momentum and hash of a body.
#pragma once

#include "core/hash.h"
#include "world/items.h"

namespace pliant {

double mass(const Body& body);                                   // [kg]
Vec3d center_of_mass(const Body& body);                          // [m]
Vec3d momentum(const Body& body);                                // [kg m/s]
Vec3d angular_momentum(const Body& body);                        // [kg m²/s] about the origin
void hash_body(Hasher& hasher, const Body& body, u32 substeps);  // substeps: those of the world

}  // namespace pliant
