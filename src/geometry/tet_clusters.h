// The order in which tets are moved. Tets that share a corner cannot be moved at the same time, and a corner has two
// dozen of them: colours of single tets are many, short, and all over the mesh. So tets that are near each other make a
// cluster, which one thread goes through from the beginning to the end while its points are in the nearest cache; and
// only clusters have colours.
//
//   group     eight tets that share no corner: the lanes of a vector
//   cluster   some hundred tets near each other; groups of a cluster follow each other
//   colour    clusters that share no corner: in any order, and at once
#pragma once

#include <span>

#include "geometry/tet_mesh.h"

namespace pliant {

struct TetClusters {
    static constexpr u32 lanes = 8;
    std::vector<u32> tet;          // of every lane of every group; short groups have their first tet again
    std::vector<u32> group_start;  // of each cluster, and the end
    std::vector<u32> color_start;  // of each colour in clusters, and the end
    u32 groups() const { return group_start.back(); }
    u32 clusters() const { return static_cast<u32>(group_start.size()) - 1; }
    u32 colors() const { return static_cast<u32>(color_start.size()) - 1; }
};

// Sorts tets by place, `each` that follow each other near each other, and points as tets need them; points that no tet
// has are left out. Returns the new number of each point, or no_point.
std::vector<u32> sort_by_place(TetMesh& mesh, u32 each);
constexpr u32 no_point = 0xffffffffu;

// Of tets that are sorted so.
TetClusters cluster_tets(std::span<const TetPoints> tets, u32 points, u32 each);

}  // namespace pliant
