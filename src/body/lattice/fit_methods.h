// The ways to fit a lattice to points; lattice_fit.h is what others see of them.
#pragma once

#include "body/lattice/lattice_fit.h"

namespace pliant::lattice {

std::unique_ptr<LatticeFit> make_smooth_fit(const LatticeMesh& lattice, std::span<const LatticePlace> places,
                                            double smoothness);
std::unique_ptr<LatticeFit> make_cells_fit(const LatticeMesh& lattice, std::span<const LatticePlace> places);

// Numbers of the points that can be fitted; throws Error when there is none.
std::vector<u32> fitted_points(std::span<const LatticePlace> places);

}  // namespace pliant::lattice
