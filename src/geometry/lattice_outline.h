// A lattice as polygons and edges, for programs that pose meshes.
#pragma once

#include "geometry/lattice_mesh.h"

namespace pliant {

struct LatticeOutline {
    std::vector<std::array<u32, 4>> faces;  // those that one cell alone has, counter-clockwise seen from outside
    std::vector<std::array<u32, 4>> inner;  // those that several cells share, once each
    std::vector<std::array<u32, 2>> edges;  // of cells, but for those of the faces: they hold the particles inside
};

LatticeOutline lattice_outline(const LatticeMesh& lattice);

}  // namespace pliant
