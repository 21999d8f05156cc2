// The kobold, whole: the ready-made shape with tets, bones and joints, a skin and a clip. In the part of the paper's
// armadillo, which is not ours to give away; about as many polygons and tetrahedra.
#pragma once

#include "assets/creature.h"

namespace pliant {

Creature make_kobold();

}  // namespace pliant
