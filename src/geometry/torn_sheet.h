// Sheets of triangles that tear along their edges: where triangles around a point no longer hang together, the point is
// doubled, and each keeps the copy on its side. No triangle is lost or changes its shape, and no edge is left hanging.
#pragma once

#include "geometry/triangle_edges.h"

namespace pliant {

// An edge between two triangles. Edges of one triangle have nothing to part; those of three or more never part.
struct SheetLink {
    u32 a, b;       // points
    u32 low, high;  // triangles
};
std::vector<SheetLink> sheet_links(std::span<const TrianglePoints> triangles);  // in the order of their points

struct TornSheet {
    std::vector<TrianglePoints> triangles;  // those asked for, of copies
    std::vector<u32> point_from;            // of each copy; ascending
    std::vector<u32> piece;                 // of each of these triangles: pieces are numbered by their lowest
    u32 piece_count = 0;
};
// `links`: all of the whole; `parted`: numbers of those that have; `of`: triangles of the whole, ascending, that no
// link joins to others but parted ones.
TornSheet tear_sheet(std::span<const TrianglePoints> whole, std::span<const SheetLink> links,
                     std::span<const u32> parted, std::span<const u32> of);

}  // namespace pliant
