// Maps: numbers painted on a mesh. A scene says where they come from,
//
//   { "attribute": "soft" }                         a vertex attribute of the mesh
//   { "map": "belly.png", "channel": "g", "uv": 0 } an image, by texture coordinates of the mesh
//   { "map": "belly_%04d.png", "fps": 24 }          images, one after the other; "loop": from the beginning again
//   { "bone": "arm.L" }                             what a bone of a character moves
//   { "height": "y", "from": 0, "to": 1.2 }         where a point is along an axis [m]
//   { "distance": [0, 1, 0], "from": 0.1, "to": 1 } how far it is from a place [m]
//   { "noise": 0.1, "seed": 3 }                     clouds of that size [m]
//   { "multiply": [ …, … ] }, "min", "max"          of several of these
//
// and each becomes a vertex attribute that is called by the text of its source, so that everything that knows
// attributes knows maps: all kinds, snapshots, pieces of what has torn, pictures.
#pragma once

#include "assets/map_maker.h"
#include "assets/value_reader.h"

namespace pliant {

// Whether an object is a map, and the text that names its source: "soft", or "{...}". Throws Error.
bool is_map(const Json&);
std::string map_source(const Json&, const JsonPlace&);

// The text of a source as an object whose members make sense. Throws Error.
Json checked_source(const std::string& text, const std::string& where);

// Whether it shows numbered images one after the other, and then: the attributes that it shows, as add_maps made them.
bool is_sequence(const Map&);
void find_frames(ParameterSet& set, std::span<const Attribute> attributes);

// The images that maps of a set read, by the names the scene has for them.
std::vector<std::string> images_of_maps(const ParameterSet& set);

// Makes the attributes that maps of these sets need and the mesh does not have.
void add_maps(Mesh& mesh, std::span<const ParameterSet* const> sets, const MapSources& sources,
              std::vector<std::string>& warnings);

}  // namespace pliant
