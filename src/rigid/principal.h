// The axes about which a body turns freely.
#pragma once

#include "core/vec.h"

namespace pliant::rigid {

struct PrincipalAxes {
    Vec3d moments;
    Quatd rotation;  // its columns are the axes
};

// Of a symmetric matrix, by Jacobi's rotations; axes stay as near to the given ones as sorting by size would not, so
// that a body that is already aligned is not turned.
PrincipalAxes principal_axes(Mat3d inertia);

}  // namespace pliant::rigid
