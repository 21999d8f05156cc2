// The skin of a lattice as contact sees it.
#pragma once

#include "body/lattice/lattice_model.h"

namespace pliant::lattice {

std::vector<Vec3> rest_positions(const LatticeModel&);

// A point that hangs in a cell, at a place from 0 to 1 along each axis.
void add_skin_point(ContactSurface&, const std::array<u32, 8>& corners, const Vec3& at);

// Once points and triangles are there: thins points out, adds guards, sorts all into patches and finds the ways out.
// `points`: where they are at rest; `apart`: the same, but two sides of a crack are apart; `inside`: of each particle,
// where the skin is closed.
void finish_skin(LatticeModel&, const std::vector<Vec3>& points, std::span<const Vec3> apart,
                 const std::vector<u8>& inside, SkinStorage storage = {});

// Instead of a skin: spheres around the outer particles, as published.
// Spheres around particles, `without` those that are marked, or around all where it is empty.
void make_spheres(LatticeModel&, const std::vector<u8>& without);
std::vector<u8> outermost(const LatticeMesh&);               // particles that have not all eight cells around them
std::vector<u8> without_spheres(const LatticeModel& model);  // of a model of spheres: those that have none, or empty

}  // namespace pliant::lattice
