// A creature as a character: its mesh, skinned to its bones, with its poses and clips.
#pragma once

#include "assets/character_file.h"
#include "assets/creature.h"

namespace pliant {

// The same as from its .glb, to the bit: with the nodes that colliders and joints hang on in the file.
FileCharacter file_character(const Creature& creature);

LoadedCharacter load_character(const Creature& creature, const AssetSettings& settings);  // throws Error

}  // namespace pliant
