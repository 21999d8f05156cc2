// The bones, weights and morphs of a character, as formats with skinned meshes need them.
#pragma once

#include <string>
#include <vector>

#include "core/archive.h"
#include "rig/pose.h"

namespace pliant {

struct RecordedSkeleton {
    struct Bone {
        std::string name;
        u32 parent = Node::none;
    };
    struct Morph {
        std::string name;
        u32 first_vertex = 0;
        std::vector<Vec3> positions, normals;  // displacements; normals may be empty
    };
    NodePose root;  // of the nodes within the character: from the space of its file
    std::vector<Bone> nodes;
    std::vector<u32> joint_node;       // of each joint
    std::vector<Affine> inverse_bind;  // likewise
    std::vector<Morph> morphs;
    u32 influence_sets = 1;  // four influences each
    // Four a vertex, set after set: all of the first set, then all of the second.
    std::vector<u16> joints;
    std::vector<float> weights;

    // Numbers of a pose in a frame: translation, rotation and scale of the placement and of each node, then weights of
    // morphs.
    static constexpr size_t numbers_of_node = 10;
    size_t pose_size() const { return numbers_of_node * (1 + nodes.size()) + morphs.size(); }
    void save(Writer&) const;
    void load(Reader&, size_t vertices);  // throws Error, also for data that makes no sense
};

RecordedSkeleton recorded_skeleton(const Character& character);
// As many numbers as pose_size() says.
void add_pose(const NodePose& placement, const CharacterPose& pose, std::vector<float>& out);

}  // namespace pliant
