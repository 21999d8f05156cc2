// The maps of a body, made into vertex attributes of its mesh, so that everything that knows attributes knows maps: all
// kinds, snapshots, torn pieces, pictures. Such an attribute is named by the hash of its source.
#pragma once

#include <span>

#include "cook/map_maker.h"
#include "core/parameter.h"

namespace pliant {

// Makes the attributes that maps of these sets need and the mesh does not have. Throws Error.
void add_maps(Mesh& mesh, std::span<const ParameterSet* const> sets, const MapInputs& inputs,
              std::vector<std::string>& warnings);

// Of maps that show numbered images one after the other: the attributes that they show, as add_maps made them.
void find_frames(ParameterSet& set, std::span<const Attribute> attributes);

// The images that maps of a set read, by the names that the scene has for them.
std::vector<std::string> images_of_maps(const ParameterSet& set);

}  // namespace pliant
