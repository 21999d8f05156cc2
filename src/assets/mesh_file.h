// Any mesh file, as a mesh in metres with +Y up.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assets/file_mesh.h"

namespace pliant {

// The settings of a scene or of the command line for an asset; empty: those of the file, else metres and y up.
struct AssetSettings {
    std::string unit = "";  // of the file's numbers: "m", "cm", "mm", "km", "in", "ft", "yd" or a number of metres
    std::string up = "";    // the file's axis that points up: "x", "y" or "z"
    std::string mesh = "";  // the part that is wanted; empty: all of them, as one mesh
    double scale = 1;       // times as large as the file says
    std::string clip = "";  // of an animated file; empty: its first
};

struct LoadedMesh {
    Mesh mesh;                       // has faces, and not all of them without a finite place
    std::vector<std::string> notes;  // parts that were left out, guessed or look wrong, one sentence each
    std::string summary;             // "octopus.obj: 1.83 × 0.90 × 0.41 m, 12,410 triangles"
};

// Both throw Error: no such file, unknown or broken format, no faces, settings that make no sense.
LoadedMesh load_mesh(const std::string& path, const AssetSettings& settings);
// From memory. `name` tells the format where the bytes do not, and stands in messages; `resolve` finds files that the
// asset names (may be empty).
LoadedMesh load_mesh(std::string_view bytes, const std::string& name, const AssetSettings& settings,
                     const FileResolver& resolve);

// Formats that need a large library are read elsewhere, by what registers here: extensions without the dot, in lower
// case. A later registration of the same extension wins; what this room reads itself stays its own.
using MeshImporter =
    std::function<FileMesh(std::string_view bytes, const std::string& name, const FileResolver& resolve)>;
void register_importer(std::vector<std::string> extensions, MeshImporter importer);

}  // namespace pliant
