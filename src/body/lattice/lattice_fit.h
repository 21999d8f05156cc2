// The inverse of a surface that follows its cells: where particles must be so that the points of a mesh come nearest to
// where an animator put them (Sullivan 2011, section 5.3). What does not depend on the frame is done once.
//
//   smooth   least squares of the trilinear map itself, with a little smoothness where the points leave a choice.
//            Reproduces whatever the lattice can represent.
//   cells    as published: each cell follows its points by an affine map, and a particle the mean of its cells.
//            Reproduces affine deformations of the whole; details are smoothed over.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "body/kind.h"
#include "geometry/embed.h"

namespace pliant::lattice {

class LatticeModel;

// Where the points of a mesh stand in a lattice at rest, in the mesh's order.
std::vector<LatticePlace> point_places(const LatticeModel& model);
std::vector<LatticePlace> point_places(const LatticeMesh& lattice, std::span<const Vec3> points);

// Forward: the points as the particles carry them [m].
void follow_cells(const LatticeMesh& lattice, std::span<const LatticePlace> places, std::span<const Vec3> particles,
                  std::span<Vec3> points);

enum class FitMethod { smooth, cells };

struct FitSettings {
    FitMethod method = FitMethod::smooth;
    double smoothness = 1e-4;  // of `smooth`, relative to what the points weigh: the less, the nearer they come, and
                               // the wilder are particles that few points tell of
};

using LatticeFit = PoseFit;

// Points that stand far outside of all cells, which only those can that no face uses, are left out. Throws Error when
// no point is left, and `cells` also when all of them lie in one plane.
std::unique_ptr<LatticeFit> make_fit(const FitSettings& settings, const LatticeMesh& lattice,
                                     std::span<const LatticePlace> places);
bool can_be_fitted(const LatticePlace& place);

// How far points are from where they should be.
struct FitError {
    double rms = 0, greatest = 0;  // [m]
    u32 worst = 0;                 // the point
};
// `distance` [m] of each point is written where it is not empty; points that cannot be fitted have none.
FitError fit_error(std::span<const LatticePlace> places, std::span<const Vec3> wanted, std::span<const Vec3> found,
                   std::span<float> distance = {});

}  // namespace pliant::lattice
