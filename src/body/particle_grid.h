// Capability of a model: particles at rest are the sites of a regular grid, as files with poses of a lattice expect.
#pragma once

#include <span>

#include "geometry/lattice_mesh.h"

namespace pliant {

struct ParticleGrid {
    ParticleGrid(const LatticeMesh& mesh) : site(mesh.particle_site), origin(mesh.origin), spacing(mesh.spacing) {}

    std::span<const Vec3i> site;  // of each particle; it belongs to the model
    Vec3 origin, spacing;         // [m] of site (0, 0, 0), and between sites, in the mesh's space
};

}  // namespace pliant
