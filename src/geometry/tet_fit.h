// Moves points of tetrahedra so that their boundary comes as near to the given surface as it has to be.
//
// Stuffing cuts off sharp edges and tips, and makes thin parts thicker than they are. Where that leaves the boundary
// too far off (surface_offset.h), the nearest points of the boundary are drawn to where they should be, and points
// around them make room. A move is taken only if all tetrahedra around it keep their angles, so a fit may stay
// incomplete but never harms. Points that nothing draws stay as they are, to the bit.
#pragma once

#include "geometry/surface_offset.h"

namespace pliant {

// [m] `limit` is how far the boundary may be off. Returns how far it is off after that.
SurfaceOffset fit_boundary(TetMesh& mesh, const SolidField& field, double limit, Team* team);

}  // namespace pliant
