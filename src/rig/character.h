// A character: an animated, skinned mesh. Immutable once it is finished, and shared by all that play it.
//
//   node    a named place in the hierarchy; bones are nodes
//   joint   a node together with the way from the mesh as it was bound into the node's space. A mesh that merely hangs
//           on a node has one joint of its own, so that there is one way in which vertices move
//   morph   another place for some vertices, mixed in by weight before joints move them
//   clip    how nodes and weights of morphs move along a timeline
#pragma once

#include "geometry/mesh.h"
#include "rig/influences.h"
#include "rig/rig_clip.h"

namespace pliant {

struct Joint {
    u32 node = 0;
    Affine inverse_bind;  // from the mesh [m] into the node's space
};

struct Skin {
    std::string name;
    u32 first_joint = 0, joint_count = 0;
};

struct Morph {
    std::string name;
    double rest_weight = 0;
    u32 first_vertex = 0;
    std::vector<Vec3> positions, normals;  // [m] added to vertices from the first on; normals may be empty
};

struct Character {
    std::string name;
    Mesh mesh;      // [m] as it was bound, +Y up; has normals
    NodePose root;  // from the space of the file, in which nodes are, to metres with +Y up
    std::vector<Node> nodes;
    std::vector<Joint> joints;
    std::vector<Skin> skins;
    std::vector<Morph> morphs;
    std::vector<RigClip> clips;
    PackedInfluences influences;
    // [m] Of each vertex, where the nodes have it at rest; empty where that is as it was bound, or is not asked for.
    // Files often bind in another size and on the back, and it is the nodes that set the mesh upright.
    std::vector<Vec3> rest_positions, rest_normals;
    std::vector<float> rest_lanes;  // x y z and nx ny nz of eight vertices each, eight times six a block

    u32 vertex_count() const { return static_cast<u32>(mesh.vertex_point.size()); }
    const RigClip* find_clip(const std::string& wanted) const;
    u32 find_node(const std::string& wanted) const;  // Node::none where there is none
};

// The last step of making one: normals where there are none, and padding for lanes. Throws Error for values out of
// range; the influences are given as pack() takes them.
void finish(Character& character, std::vector<std::vector<Influence>> of_vertex, const std::vector<u32>& fallback,
            InfluenceRepairs& repairs);

// Fills in rest_positions and rest_normals of a finished character.
void find_rest(Character& character);

// Its mesh with points and normals as the nodes have them at rest.
Mesh mesh_at_rest(const Character& character);

// Of all that moves it.
u64 content_hash(const Character& character);

}  // namespace pliant
