// Poses of a character: where its nodes are and how strong its morphs, at one time.
#pragma once

#include "rig/character.h"

namespace pliant {

struct CharacterPose {
    std::vector<NodePose> nodes;  // relative to the parent
    std::vector<double> morphs;   // weights
};

void rest_pose(const Character& character, CharacterPose& pose);
// The rest pose, with all that the clip moves moved. `seconds` is how long the clip has played.
void clip_pose(const Character& character, const RigClip& clip, double seconds, bool loop, CharacterPose& pose);
// `pose` goes towards another: by nothing where the share is 0, to it where it is 1.
void cross_fade(const CharacterPose& other, double share, CharacterPose& pose);

// A node in the world: its place, scale and shear included, and how it is turned.
struct PlacedNode {
    Affine place;
    Quatd turn;
    Transform frame() const { return {place.translation.to<float>(), turn.to<float>()}; }
};
// `placement` is that of the character; it may scale.
void place_nodes(const Character& character, const NodePose& placement, const CharacterPose& pose,
                 std::vector<PlacedNode>& nodes);

}  // namespace pliant
