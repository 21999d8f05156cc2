// Creatures as XML: the format of Lubiszewska 2012 (figure 8), read and written, with additions: names,
// materials, poses, plain shapes, other parameters. docs/formats/one-file.md lists its elements.
#pragma once

#include "assets/creature.h"

namespace pliant {

// Makes load_mesh and load_creature know .xml.
void register_creature_xml();

// Throws Error with file and line: broken XML, elements and attributes that are not known, numbers that are none, ids
// that are missing or twice, and what check_creature finds.
Creature read_creature_xml(std::string_view bytes, const std::string& name);

// The same creature gives the same text, and so does one that was read from it.
std::string creature_xml(const Creature& creature);

}  // namespace pliant
