// The rigid motion that a body has, whatever its deformation.
#pragma once

#include <span>

#include "constraint/rigid.h"
#include "world/items.h"

namespace pliant {

// The rotation and translation that bring points nearest to where the particles are now. `shape` has one point for each
// particle of the whole body.
Transform rigid_fit(std::span<const Vec3> shape, const Body& body);
Transform rigid_fit(const Body& body);  // of its shape at rest, in the space of its mesh

// Of the centre of mass [m/s], and the angular velocity about it [rad/s] that has the body's angular momentum.
RigidVelocity mean_velocity(const Body& body);

}  // namespace pliant
