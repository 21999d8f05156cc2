// Sheets of triangles that tear along their edges (torn_simplices.h); no edge is left hanging.
#pragma once

#include "geometry/torn_simplices.h"
#include "geometry/triangle_edges.h"

namespace pliant {

// An edge between two triangles. Edges of one triangle have nothing to part; those of three or more never part.
struct SheetLink {
    u32 a, b;       // points
    u32 low, high;  // triangles
    std::array<u32, 2> points() const { return {a, b}; }
};
std::vector<SheetLink> sheet_links(std::span<const TrianglePoints> triangles);  // in the order of their points

using TornSheet = TornSimplices<TrianglePoints>;
// `links`: all of the whole; `broken`: numbers of those that have; `of`: triangles of the whole, ascending, that no
// link joins to others but parted ones.
TornSheet tear_sheet(std::span<const TrianglePoints> whole, std::span<const SheetLink> links,
                     std::span<const u32> broken, std::span<const u32> of);

}  // namespace pliant
