// Finer and thicker meshes from a mesh, to be drawn.
#pragma once

#include "geometry/mesh.h"

namespace pliant {

// Every face in triangles, and every triangle in four, `levels` times over. Edges bend as the normals at their ends ask
// for (Boubekeur & Alexa 2008), so that surfaces that are shaded round become round; hard edges stay.
Mesh subdivided(Mesh mesh, u32 levels);

// A sheet as a solid: both sides of it at half the thickness [m] along the normals, closed along its borders. Points of
// the front come first, in their order, then those of the back.
Mesh thickened(Mesh mesh, float thickness);

}  // namespace pliant
