// How well capsules stand for the mesh of a character, in numbers.
#pragma once

#include <span>

#include "rig/bone_capsules.h"

namespace pliant {

struct CapsuleCoverage {
    double inside = 0;        // share of the vertices that are in a capsule, or on it to a thousandth of the size
    double mean_outside = 0;  // [m] of the other vertices from the nearest capsule
    double max_outside = 0;   // [m]
    // Volumes, counted on a grid of about 64 cells along the longest side. The mesh's is where its surface goes round
    // at least half; where it is open, that is a guess.
    double mesh = 0;    // [m³]
    double missed = 0;  // [m³] of the mesh that is in no capsule
    double excess = 0;  // [m³] of the capsules together that is not in the mesh
};

// In the rest pose, for a character of that scale.
CapsuleCoverage capsule_coverage(const Character& character, std::span<const BoneCapsule> capsules, double scale);

}  // namespace pliant
