// The meshes of an opened glTF file, placed by their nodes: what readers of meshes and of characters share.
#pragma once

#include "assets/gltf_model.h"
#include "rig/affine.h"

namespace pliant {

// Vertices that a node's mesh brought, in the order of the mesh.
struct GltfPrimitive {
    int node;
    const tinygltf::Primitive* primitive;
    u32 first_vertex, vertex_count;
};

struct GltfMeshes {
    std::vector<GltfPrimitive> primitives;
    u64 skinned = 0;  // meshes; their vertices stand as stored
};

// All meshes of the default scene into `result`; see gltf.h. No more than `limit` points or triangles.
GltfMeshes read_gltf_meshes(const GltfModel& model, u64 limit, const std::string& name, FileMesh& result);
u64 gltf_limit(u64 file_size, const GltfModel& model);

Affine gltf_place(const tinygltf::Node& node, const GltfModel& model, const std::string& where);  // in its parent
std::vector<int> gltf_roots(const tinygltf::Model& model);  // of the default scene, or all that have no parent

}  // namespace pliant
