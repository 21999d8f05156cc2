// Capsules that stand for the bones of a character where things touch it.
#pragma once

#include <optional>
#include <span>
#include <utility>

#include "rig/pose.h"

namespace pliant {

struct BoneCapsule {
    u32 node;
    Transform local;            // in the frame of the node; the capsule lies along y of it
    float radius, half_height;  // [m] the latter of its axis, without the round ends
};

// One for each node that moves a part of the surface more than any other node does, and at least eight vertices, fitted
// to that part in the rest pose: of all axes and radii those that leave least of it bare and stand out of it least.
// Parts smaller than a twentieth of the character, such as fingers, belong to the bone above them.
std::vector<BoneCapsule> fit_capsules(const Character& character, double scale);

// The ends of its axis [m], where its node stands.
std::pair<Vec3d, Vec3d> capsule_ends(const BoneCapsule& capsule, const PlacedNode& node);

// A user's change of a fitted capsule.
struct CapsuleEdit {
    std::string bone;
    bool removed = false;
    std::optional<double> radius, height;  // [m] the latter with the round ends
    std::optional<Vec3d> position;         // [m] of its middle, in the frame of the bone
    bool operator==(const CapsuleEdit&) const = default;
};
// A bone that got no capsule gets one where a radius is given: from its joint to that of its first child. Throws Error
// with the likeliest name where there is no such bone.
void edit_capsules(const Character& character, double scale, std::span<const CapsuleEdit> edits,
                   std::vector<BoneCapsule>& capsules);

}  // namespace pliant
