// Any character file, as a character in metres with +Y up.
#pragma once

#include "assets/mesh_file.h"
#include "rig/character.h"

namespace pliant {

// The result of a reader of one format, in the units and axes of the file: the mesh, and a character without
// the mesh and the parts derived from it.
struct FileCharacter {
    FileMesh file;        // skinned vertices as they were bound, others as their nodes place them
    Character character;  // inverse binds take points of that mesh
    std::vector<std::vector<Influence>> influences;  // of each vertex
    std::vector<u32> fallback;                       // the joint of each vertex that no joint moves
    double applied = 1;                              // what the nodes have been scaled by already
};

struct LoadedCharacter {
    Character character;
    std::vector<std::string> notes;  // parts that were left out, repaired, guessed or look wrong, one sentence each
    std::string summary;             // "dancer.glb: 1.14 × 1.51 × 0.36 m, 4,672 triangles, 19 bones, 1 clip"
};

// Both throw Error: no such file, unknown or broken format, no faces, skins and clips that make no sense.
LoadedCharacter load_character(const std::string& path, const AssetSettings& settings);
LoadedCharacter load_character(std::string_view bytes, const std::string& name, const AssetSettings& settings,
                               const FileResolver& resolve);

// The result of a reader, prepared for use.
LoadedCharacter loaded_character(FileCharacter from, const std::string& name, const AssetSettings& settings,
                                 const FileResolver& resolve);

// Whether a file of this name may hold a character: formats known here and registered ones.
bool may_hold_character(const std::string& name);

// As register_importer of mesh_file.h, for characters.
using CharacterImporter =
    std::function<FileCharacter(std::string_view bytes, const std::string& name, const FileResolver& resolve)>;
void register_character_importer(std::vector<std::string> extensions, CharacterImporter importer);

}  // namespace pliant
