// Prints the contents of a creature file.
#pragma once

#include "assets/creature.h"

namespace pliant::app {

void print_creature(const Creature& creature, bool json);

}  // namespace pliant::app
