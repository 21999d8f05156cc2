// A creature as a character: its mesh, skinned to its bones, with its poses and clips.
#pragma once

#include "assets/character_file.h"
#include "assets/creature.h"

namespace pliant {

// The same as from its .glb, to the bit, but that bones are its only nodes: what colliders and joints hang on in the
// file is left out.
FileCharacter file_character(const Creature& creature);

LoadedCharacter load_character(const Creature& creature, const AssetSettings& settings);  // throws Error

}  // namespace pliant
