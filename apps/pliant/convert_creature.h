// Creatures between their formats, and meshes and ready-made shapes as creatures.
#pragma once

#include <string>

namespace pliant::app {

// Whether `out` is a file that a creature can be written to and `in` one that it can be made of.
bool converts_creature(const std::string& in, const std::string& out);
void convert_creature(const std::string& in, const std::string& out, const std::string& unit, bool quiet);

}  // namespace pliant::app
