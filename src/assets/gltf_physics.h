// Bones and joints in glTF files: the Khronos drafts KHR_implicit_shapes and KHR_physics_rigid_bodies, read and written
// here and nowhere else, since they still change. Written as of mid-2026 (colliders have a `geometry` that refers to a
// shape or a mesh); what earlier drafts said is read too (`geometry.node`, `collider.shape`).
//
// What the drafts cannot say of a bone or a joint stands beside it in "PLIANT_body": see pliant_body.h.
#pragma once

#include "assets/creature.h"
#include "assets/gltf_model.h"
#include "assets/gltf_writer.h"

namespace pliant {

// Adds bones and joints of the default scene, and notes about parts left out; returns the node of each bone. Throws
// Error.
std::vector<size_t> read_gltf_physics(const GltfModel& model, const Json& document, const std::string& name,
                                      Creature& creature);

// Adds nodes, meshes of hulls and the extensions; gives back the node of each bone.
std::vector<u32> write_gltf_physics(const Creature& creature, GltfWriter& document);

// Where bones will be when the file is read: each pose is written in the frame of its parent, on a grid.
std::vector<Transformd> poses_in_file(const Creature& creature);

}  // namespace pliant
