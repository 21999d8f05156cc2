// The parts that move a creature's mesh in any viewer: its skin, its poses and its clips, as standard glTF. The joints
// of the skin are the nodes of the bones, bound as they stand at rest; poses are morph targets of the mesh.
//
// Read by way of the reader of characters, so that both check the same things; parts that a creature cannot have are
// left out and noted: scaled nodes, nodes that are no bones, a skin that is bound in another pose.
#pragma once

#include <span>

#include "assets/creature.h"
#include "assets/gltf_model.h"
#include "assets/gltf_writer.h"

namespace pliant {

// `bone_nodes` are nodes of the file, one a bone. The mesh and the bones are there already. Throws Error.
void read_creature_rig(const GltfModel& model, u64 limit, const std::string& name, std::span<const size_t> bone_nodes,
                       Creature& creature);

// Numbers as files have them: the inverse of a bone's pose, column by column; keys of a channel.
std::vector<float> inverse_bind_matrix(const Transformd& pose);
void round_channel(RigChannel& channel);

// Throws Error, with `name`.
void check_rig(const Creature& creature, const std::string& name);

// Attributes of the mesh's vertices, `, "JOINTS_0": …`; targets of its primitives, and what the mesh calls them. Empty
// where there are none.
std::string skin_attributes(const Creature& creature, std::span<const u32> vertices, GltfWriter& document);
std::string morph_targets(const Creature& creature, std::span<const u32> vertices, GltfWriter& document);
std::string morph_names(const Creature& creature);
// The skin itself, and the animations.
void write_creature_rig(const Creature& creature, u32 mesh_node, std::span<const u32> bone_nodes, GltfWriter& document);

}  // namespace pliant
