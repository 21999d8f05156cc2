// The volume that a triangle soup encloses, and how it is found.
#pragma once

#include <memory>

#include "geometry/soup.h"
#include "geometry/winding.h"

namespace pliant {

// surface: only cells that some triangle touches.
// solid: also cells that the surface encloses, i.e. where its winding number is beyond 1/2 or -1/2.
// automatic: the first of these that holds (enclosure.cpp measures it)
//   - the mesh is closed: solid;
//   - seen from the surface, holes take up less than a tenth of the sky on average: solid, closed by winding number;
//   - some connected pieces are closed: solid within them, and the other pieces are sheets;
//   - otherwise surface. Also where the enclosed volume is below 1/64 of the surface cells: cloth with two sides.
enum class Fill { automatic, surface, solid };

struct Enclosure {
    TriangleSoup soup;  // the surface that encloses
    bool closed;
    std::unique_ptr<WindingNumber> winding;  // where it is not closed
};

// How far a surface is from closed: the share of the sky that, seen from the surface, its holes take up, averaged over
// the surface. 0 closed, 0.5 a flat sheet. Triangles have to agree on their orientation (orient).
double openness(const TriangleSoup& soup, const WindingNumber& winding);

// Nothing where only the surface is to be filled.
std::shared_ptr<const Enclosure> find_enclosure(const TriangleSoup& soup, Fill fill);

}  // namespace pliant
