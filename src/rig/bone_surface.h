// The surface of a character by the bones that move it.
#pragma once

#include "rig/pose.h"

namespace pliant {

// A character of some size in its rest pose.
struct RestVertices {
    std::vector<PlacedNode> nodes;
    std::vector<Vec3> positions;                                                  // [m]
    double size() const;                                                          // [m] the diagonal of its bounds
    std::vector<std::array<u32, 3>> triangles(const Character& character) const;  // those that are somewhere
};
RestVertices rest_vertices(const Character& character, double scale);

struct BoneSurfacePiece {
    Vec3d at;     // [m]
    double area;  // [m²]
};

// Of each node, the pieces that it moves more than any other node does. Triangles are cut up until pieces are no longer
// than `spacing` [m], at most 32 times a side: limbs of few, long triangles have no vertices between their joints.
std::vector<std::vector<BoneSurfacePiece>> surface_of_nodes(const Character& character, const RestVertices& rest,
                                                        double spacing);

}  // namespace pliant
