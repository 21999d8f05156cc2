// The hierarchy of a character: named places, each relative to its parent.
#pragma once

#include <string>

#include "rig/affine.h"

namespace pliant {

// Scale first, then the turn, then the way: as glTF has it.
struct NodePose {
    Vec3d translation;
    Quatd rotation;
    Vec3d scale{1, 1, 1};
    bool operator==(const NodePose&) const = default;
};

struct Node {
    static constexpr u32 none = 0xffffffffu;
    std::string name;     // no two nodes of a character have the same
    u32 parent = none;    // stands before its children
    NodePose rest;        // relative to the parent
    u32 first_morph = 0;  // of the mesh at this node
    u32 morph_count = 0;
};

Affine affine_of(const NodePose& pose);

// The pose nearest to a matrix, which may mirror. Shear cannot be had: `sheared` says how much of it was left out, as a
// share of the matrix.
NodePose pose_of(const Affine& place, double* sheared = nullptr);

// The turn of a right-handed orthonormal matrix.
Quatd rotation_of(const Mat3d& m);

// From a to b on the short way round at constant speed.
Quatd turn_between(const Quatd& a, const Quatd& b, double share);

}  // namespace pliant
