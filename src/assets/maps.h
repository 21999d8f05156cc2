// Maps: numbers painted on a mesh. A scene says where they come from,
//
//   { "attribute": "soft" }                         a vertex attribute of the mesh
//   { "map": "belly.png", "channel": "g", "uv": 0 } an image, by texture coordinates of the mesh
//   { "map": "belly_%04d.png", "fps": 24 }          images, one after the other; "loop": from the beginning again
//   { "bone": "arm.L" }                             the weights of a bone of a character
//   { "height": "y", "from": 0, "to": 1.2 }         where a point is along an axis [m]
//   { "distance": [0, 1, 0], "from": 0.1, "to": 1 } how far it is from a place [m]
//   { "noise": 0.1, "seed": 3 }                     clouds of that size [m]
//   { "multiply": [ …, … ] }, "min", "max"          of several of these
//
// which is read here into a MapSource; cook/body_maps.h makes vertex attributes of those.
#pragma once

#include "assets/value_reader.h"
#include "core/map_source.h"

namespace pliant {

bool is_map(const Json&);                                  // whether an object says where a map comes from
MapSource read_map_source(const Json&, const JsonPlace&);  // throws Error
MapSource parse_map_source(const std::string& json, const std::string& where);

// Whether it shows numbered images one after the other.
bool is_sequence(const MapSource&);

}  // namespace pliant
