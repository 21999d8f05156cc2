// How a tetrahedron of the lattice is filled where the surface passes through it (Labelle & Shewchuk 2007, figure 4).
#pragma once

#include <array>

#include "core/types.h"

namespace pliant {

// A corner of the filling: corner `from` of the lattice's tetrahedron, or, where `to` differs from it, the place
// at which its edge from the inner corner `from` to the outer corner `to` is cut.
struct StencilCorner {
    u8 from, to;
};

struct Stencil {
    std::array<std::array<StencilCorner, 4>, 3> tets;
    u8 count = 0;
};

// `sign` of each corner: 1 inside, 0 on the surface, -1 outside. Corners 0 and 1 are joined by a long edge, and so are
// 2 and 3; all other edges are short. Where both ends of a long edge are inside and the corner opposite is not, the
// face between them is cut into a quadrangle, which the two tetrahedra at that face must halve alike. The paper's
// parity rule: the diagonal starts at the end that is beyond the opposite corner along an odd number of axes. `odd`
// says that for corner 0 as seen from corner 2, and all others follow from it.
Stencil stuffing_stencil(const std::array<i8, 4>& sign, bool odd);

// All of them, and which entry stands for given signs.
constexpr u32 stencil_count = 162;
const std::array<Stencil, stencil_count>& stuffing_stencils();
inline u32 stencil_number(const std::array<i8, 4>& sign, bool odd) {
    return static_cast<u32>(2 * ((sign[0] + 1) + 3 * (sign[1] + 1) + 9 * (sign[2] + 1) + 27 * (sign[3] + 1)) + odd);
}

}  // namespace pliant
