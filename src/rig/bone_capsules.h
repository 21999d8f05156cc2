// Capsules that stand for the bones of a character where things touch it.
#pragma once

#include "rig/pose.h"

namespace pliant {

struct BoneCapsule {
    u32 node;
    Transform local;            // in the frame of the node; the capsule lies along y of it
    float radius, half_height;  // [m] the latter of its axis, without the round ends
};

// One for each node that moves at least eight vertices more than any other node does, fitted to those vertices in the
// rest pose: three of four of them lie within its radius, and it reaches from the first to the last of them.
std::vector<BoneCapsule> fit_capsules(const Character& character, double scale);

}  // namespace pliant
