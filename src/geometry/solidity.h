// Whether a surface is the skin of a solid thing or a sheet, which decides what kind of body suits a mesh.
//
// Meshes of solid things are rarely closed: scans have holes where the object stood, eyes and teeth are pieces of their
// own, a lid leaves a gap. Meshes of sheets are open, but a sock is nearly closed. Any of three measures makes a mesh
// solid: how little of its surroundings the surface leaves open (openness, enclosure.h), how little area would close its
// holes, and how much of it consists of closed pieces.
#pragma once

#include "geometry/mesh.h"
#include "geometry/soup.h"

namespace pliant {

struct Solidity {
    bool closed = false;      // no border at all
    double openness = 0.5;    // 0 closed … 0.5 flat
    double rim_share = 0;     // area that would fill the holes, as a share of the surface
    double closed_share = 0;  // of the area: connected pieces that are closed by themselves
    double roundness = 0;     // volume against the sphere of the same area: 1 sphere, 0 two layers of a sheet
    u32 parts = 0;            // pieces that share no point
    bool is_solid() const;
};

Solidity measure_solidity(const TriangleSoup& soup);
// Of a mesh as files have it: seams are welded first.
Solidity measure_solidity(const Mesh& mesh);

}  // namespace pliant
