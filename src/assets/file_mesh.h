// The result of a reader of one format: the mesh in the units and axes of the file, and those units and axes.
// mesh_file.h turns it into metres with +Y up.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "geometry/mesh.h"

namespace pliant {

// The bytes of a file that an asset names (materials, buffers), by the path written in the asset; nothing if there is
// none. Readers know no file system, so that they work on the web and on archives.
using FileResolver = std::function<std::optional<std::string>(const std::string& path)>;

struct FileMesh {
    Mesh mesh;
    double unit = 1;                 // [m] that one unit of the file stands for
    char up = 'y';                   // the axis of the file that points up: 'x', 'y' or 'z'
    bool skinned = false;            // bones place some of its points, which stand here as they were bound
    std::vector<std::string> notes;  // parts that were left out or guessed, one sentence each
};

// "faces", 3 -> "3 faces"; "faces", 1 -> "1 face".
std::string counted(u64 n, const std::string& plural);

}  // namespace pliant
