// .rmb, the body file of Sullivan 2011 (appendix, "Export Body Data"): which sites of a grid have a particle, and how
// the mesh stands in it. Text, one piece a line, the numbers of a tuple parted by commas:
//
//   0.62,0.01,0.58     the centre of the mesh (the origin of its space), measured from particle (0,0,0)  [m]
//   0.1,0.1,0.1        spacing of the lattice                                                            [m]
//   1,1,1              scale that was applied to the mesh
//   0,0,0              the site of a particle, and so on for all of them
//
// Two spaces meet here. The lattice's has particle (0,0,0) at its origin; the mesh's, in which bodies are cooked and
// clips are kept, is that of the scaled mesh:   place in the mesh's space = place in the lattice's space - centre.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "geometry/lattice_mesh.h"

namespace pliant {

struct LatticeFile {
    Vec3 center;          // [m] of the mesh, in the lattice's space
    Vec3 spacing;         // [m]
    Vec3 scale{1, 1, 1};  // of the mesh, before all
    std::vector<Vec3i> sites;
    bool operator==(const LatticeFile&) const = default;
};

// `name` is what messages call the file. Throws Error with file and line.
LatticeFile read_lattice_file(std::string_view text, const std::string& name);
std::string lattice_file_text(const LatticeFile& file);  // reads back as the same bits

// The lattice of a model, to write; sites in the order of its particles.
LatticeFile lattice_file_of(const LatticeMesh& lattice, const Vec3& scale);

// A lattice from its sites: there is a cell wherever all eight corners are. Throws Error when a site is given twice or
// is a corner of no cell.
struct ListedLattice {
    LatticeMesh lattice;            // in the mesh's space
    std::vector<u32> particle;      // of each site of the file
    std::vector<u32> listed_order;  // the inverse: where each particle stands in the file
};
ListedLattice listed_lattice(const LatticeFile& file, const std::string& name);

std::string site_text(const Vec3i& site);  // "1,0,2"

}  // namespace pliant
