// Maps: numbers painted on a mesh. A scene says where they come from,
//
//   { "attribute": "soft" }                         a vertex attribute of the mesh
//   { "map": "belly.png", "channel": "g" }          an image, by the mesh's texture coordinates
//   { "height": "y", "from": 0, "to": 1.2 }         where a point is along an axis [m]
//   { "distance": [0, 1, 0], "from": 0.1, "to": 1 } how far it is from a place [m]
//   { "noise": 0.1, "seed": 3 }                     clouds of that size [m]
//   { "multiply": [ …, … ] }, "min", "max"          of several of these
//
// and each becomes a vertex attribute that is called by the text of its source, so that everything that knows
// attributes knows maps: all kinds, snapshots, pieces of what has torn, pictures.
#pragma once

#include <functional>

#include "assets/value_reader.h"
#include "geometry/mesh.h"

namespace pliant {

// Whether an object is a map, and the text that names its source: "soft", or "{...}". Throws Error.
bool is_map(const Json&);
std::string map_source(const Json&, const JsonPlace&);

// Makes the attributes that maps of these sets need and the mesh does not have. `read` gives the bytes of a file.
using ReadFile = std::function<std::string(const std::string& name)>;
void add_maps(Mesh& mesh, std::span<const ParameterSet* const> sets, const ReadFile& read,
              std::vector<std::string>& warnings);

}  // namespace pliant
