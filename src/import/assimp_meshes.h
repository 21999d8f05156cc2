// The meshes of a file that Assimp has opened, placed by their nodes: what readers of meshes and of characters share.
#pragma once

#include <assimp/matrix4x4.h>

#include <functional>

#include "assets/file_mesh.h"
#include "import/assimp_units.h"
#include "rig/affine.h"

struct aiMesh;
struct aiNode;
struct aiScene;

namespace pliant {

// Vertices that one mesh of a node brought, in the order of the mesh.
struct AssimpPlaced {
    const aiNode* node;
    const aiMesh* mesh;
    u32 first_vertex;
    Affine place;  // from the mesh's numbers to the file's space
};

// `use` is called with the scene, which lives no longer than that. Throws Error with what Assimp says.
// What Assimp complains of in a file that can be read all the same is a note.
void with_assimp_scene(std::string_view bytes, const std::string& name, bool animated, std::vector<std::string>& notes,
                       const std::function<void(const aiScene&, const FileUnits&)>& use);
std::vector<AssimpPlaced> read_assimp_meshes(const aiScene& scene, const FileUnits& units, const std::string& name,
                                             FileMesh& result);
Affine affine_of(const aiMatrix4x4& m);

}  // namespace pliant
