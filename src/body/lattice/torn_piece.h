// The model of one piece of a torn lattice.
#pragma once

#include "body/lattice/lattice_model.h"
#include "geometry/torn_surface.h"

namespace pliant::lattice {

// A piece is made from the whole, its own cells and the links around them that have parted: how they came to part does
// not matter.
struct TornPiece {
    const LatticeModel& whole;
    const TearMap& map;
    std::vector<u32> broken_links, triangles;
    TornCells cells;
    TornSurface surface;
    Material inside;
    const LatticeModel& before;  // what is torn: the whole, or a piece
    bool anew;                   // nothing is taken over from it
};

// From a model to a lattice of the same cells that is torn further; `particle_from`: particles of the whole.
LatticeDoubling doubling_since(const LatticeModel& before, const LatticeMesh& mesh, std::span<const u32> particle_from);

// The render surface and the skin of a piece whose cells are there.
// `storage`: of the skin that it had.
void make_piece_surfaces(LatticeModel&, const TornSurface&, const Material& inside, SkinStorage storage = {});

std::shared_ptr<const LatticeModel> make_torn_model(const TornPiece&);

}  // namespace pliant::lattice
