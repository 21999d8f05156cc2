// Tetrahedra that join parts which the mesh has apart.
//
// Thin parts are filled thicker than they are, and may meet where the mesh has room between them. Points of such a
// bridge are drawn to both sides by a fit (tet_fit.h) and go nowhere.
#pragma once

#include "geometry/solid_field.h"
#include "geometry/tet_mesh.h"

namespace pliant {

// [m] Removes tets at the boundary that are outside of the given surface and have a place on it farther away than
// `limit`, unless something would fall off. Says whether there were some.
bool remove_bridges(TetMesh& mesh, const SolidField& field, double limit);

}  // namespace pliant
