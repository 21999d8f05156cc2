// How the kobold moves where nothing is simulated: its skin, and the clip in which it walks.
#pragma once

#include "assets/creature.h"

namespace pliant {

void add_kobold_skin(Creature& kobold);
void add_kobold_walk(Creature& kobold);  // on the spot, a second long

}  // namespace pliant
