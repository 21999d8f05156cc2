// Skinning: vertices go where their joints take them.
//
//     p' = (Σ w_j M_j) p,    n' = cof(Σ w_j M_j) n, normalised,    M_j = place of the node · inverse bind
//
// The cofactor carries normals through scale and shear; where the blend mirrors, its sign is turned.
#pragma once

#include <span>

#include "rig/pose.h"

namespace pliant {

// Three rows of a joint's matrix.
struct JointMatrix {
    float row[3][4];
};

// What skinning borrows; kept by those who skin often.
struct SkinningScratch {
    std::vector<JointMatrix> joints;
    std::vector<float> lanes;  // vertices with their morphs
};

// Positions and normals of all vertices, in the world.
void skin(const Character& character, std::span<const PlacedNode> nodes, const CharacterPose& pose,
          SkinningScratch& scratch, std::span<Vec3> positions, std::span<Vec3> normals);
// One vertex alone, to the bit where all of them together have it: for those who follow a few.
Vec3 skin_vertex(const Character& character, std::span<const PlacedNode> nodes, const CharacterPose& pose, u32 vertex);

}  // namespace pliant
