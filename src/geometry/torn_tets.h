// Tets that part along the faces between them (torn_simplices.h).
#pragma once

#include "geometry/tet_faces.h"
#include "geometry/torn_simplices.h"

namespace pliant {

// A face between two tets.
struct TetLink {
    TrianglePoints face;  // seen from outside the low tet, counterclockwise
    u32 low, high;        // tets
    const TrianglePoints& points() const { return face; }
};
std::vector<TetLink> tet_links(std::span<const TetPoints> tets);  // in the order of tet_faces

using TornTets = TornSimplices<TetPoints>;
// `links`: all of the whole; `broken`: numbers of those that have; `of`: tets of the whole, ascending, that no link
// joins to others but parted ones.
TornTets tear_tets(std::span<const TetPoints> whole, std::span<const TetLink> links, std::span<const u32> broken,
                   std::span<const u32> of);

}  // namespace pliant
