// Momentum and spin of a body that is turned like q, in double: rounded at every substep, and a little longer than 1
// each time, quaternions would let momentum drift by a thousandth in ten seconds.
#pragma once

#include "core/vec.h"

namespace pliant::rigid {

struct Gyroscope {
    Quatd q;
    Vec3d inverse_inertia;

    Gyroscope(const Quat& rotation, const Vec3& inverse)
        : q(normalized(rotation.to<double>())), inverse_inertia(inverse.to<double>()) {}
    Vec3d spin(const Vec3d& momentum) const { return q * scaled(conjugate(q) * momentum, inverse_inertia); }
    Vec3d momentum(const Vec3d& spin) const {
        const Vec3d w = conjugate(q) * spin;
        return q * Vec3d{w.x / inverse_inertia.x, w.y / inverse_inertia.y, w.z / inverse_inertia.z};
    }
};

}  // namespace pliant::rigid
