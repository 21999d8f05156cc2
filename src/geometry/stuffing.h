// Isosurface stuffing (Labelle & Shewchuk 2007): fills a solid with tetrahedra whose angles are good by construction.
//
//   1. Sites of a body-centred cubic lattice know whether they are inside.
//   2. Edges from inside to outside are cut where the surface passes.
//   3. A site too near to such a cut moves there, onto the surface, and its other edges are no longer cut.
//   4. Each tetrahedron of the lattice is filled by a stencil that depends only on its corners' signs.
//
// Because no cut that is left is near a corner, no dihedral angle is below 10.76 or above 164.71 degrees, whatever the
// solid is like; its sharp edges are cut off within a cell, which a fit (tet_fit.h) sets right as far as angles allow.
#pragma once

#include <functional>
#include <span>

#include "geometry/bcc_lattice.h"
#include "geometry/tet_mesh.h"

namespace pliant {

class Team;

// A cut that is nearer to a site than this part of its edge draws the site to it. The paper offers several pairs; this
// one makes the smallest angle that can occur the largest, found by trying all stencils at their extremes as the test
// does.
constexpr double stuffing_near_long = 0.2850, stuffing_near_short = 0.3985;

// [m] How far inside a point is, negative outside; need not be a distance, but 0 on the surface. Called by many
// threads.
using DepthFunction = std::function<double(const Vec3d&)>;

// `inside` says for each site whether depth > 0 there; the sites at the border of the lattice must not be inside.
// Cubes double in size up to `grading` times towards the inside (bcc_grading.h).
TetMesh stuff(const BccLattice& lattice, std::span<const u8> inside, const DepthFunction& depth, int grading,
              Team* team);

}  // namespace pliant
