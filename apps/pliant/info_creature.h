// What is in a file of a creature.
#pragma once

#include "assets/creature.h"

namespace pliant::app {

void print_creature(const Creature& creature, bool json);

}  // namespace pliant::app
