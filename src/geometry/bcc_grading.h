// Larger cubes inside: which cubes of a lattice are merged, eight to one, and these again.
//
// A merged cube has a centre and eight corners like any other. Cubes that touch, at a corner even, differ in size by no
// more than a factor of two, so that only three things are new between centres and corners:
//
//    ┌───────┬───┬───┐     an edge of a large cube may have a point in its middle, where a smaller cube touches it:
//    │       │ · │ · │     its tetrahedra are halved there;
//    │   ·   ├───┼───┤     between a large and a small cube their face, a quarter of the large one's, is halved along
//    │       │ · │ · │     the diagonal from the middle of the large face, and each half makes a tetrahedron with
//    └───────┴───┴───┘     either centre.
#pragma once

#include <span>
#include <vector>

#include "geometry/bcc_lattice.h"

namespace pliant {

class BccGrading {
  public:
    // `inner` says which cubes may be merged; `times` how often.
    BccGrading(const BccLattice& lattice, std::vector<u8> inner, int times);

    // The cube that a cube of the lattice has become part of: 2^level of them along each side.
    int level(const Vec3i& cube) const { return level_[lattice_.cube_index(cube)]; }
    Vec3i first(const Vec3i& cube) const {
        const i32 mask = ~((1 << level(cube)) - 1);
        return {cube.x & mask, cube.y & mask, cube.z & mask};
    }
    // The site of its centre.
    Vec3i centre(const Vec3i& cube) const {
        const Vec3i low = first(cube);
        const i32 half = 1 << level(cube);
        return {2 * low.x + half, 2 * low.y + half, 2 * low.z + half};
    }

  private:
    const BccLattice& lattice_;
    std::vector<u8> level_;  // of each cube
};

}  // namespace pliant
