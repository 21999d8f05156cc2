// From where the points of a mesh were put to where the particles that carry them then are.
//
// Displacements d of the particles are sought with
//
//     | W d - (points - W rest) |²  +  λ | S d |²
//
// least, where a row of W has the weights by which a point hangs on particles, and rows of S are what should be small
// where points leave a choice. The affine map that fits all points best is taken off beforehand and put back in the
// end: what remains of an affine deformation is zero, whatever λ.
//
// λ pulls what the points do tell by about λ. Solving again for what is left of the points takes that back (iterated
// Tikhonov regularisation): after k rounds it is λ to the power of k. All of it is linear in the points, so what moves
// smoothly from frame to frame is followed smoothly.
#pragma once

#include "body/kind.h"

namespace pliant {

struct FitEntry {
    u32 row, particle;
    double weight;
};

struct SmoothFitInput {
    std::vector<u32> points;        // of the mesh: those that take part
    std::vector<Vec3> rest;         // [m] of particles
    std::vector<FitEntry> weights;  // W; rows are places in `points`
    std::vector<FitEntry> smooth;   // S
    u32 smooth_rows = 0;
    double smoothness = 1e-4;  // λ, relative to what the points weigh
};

std::unique_ptr<PoseFit> make_smooth_fit(const SmoothFitInput&);  // throws Error

}  // namespace pliant
