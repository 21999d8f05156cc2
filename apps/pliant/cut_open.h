// A tetrahedral mesh cut open, to look inside.
#pragma once

#include <optional>
#include <string>

#include "geometry/tet_mesh.h"

namespace pliant::app {

struct Cut {
    int axis = 0;
    std::optional<double> at;  // [m]; left out: the middle of the mesh
};
Cut parse_cut(const std::string& text);  // "x", "y=0.2"; throws Usage

// The tets whose middle is below the cut; the points are those of the mesh that are left.
TetMesh below(const TetMesh& mesh, const Cut& cut);

// Faces without common points, so that each is flat in a picture; those that are not of the boundary of `whole` have a
// material of their own, which is written beside.
void write_cut_open(const std::string& path, const TetMesh& mesh, const TetMesh& whole);

}  // namespace pliant::app
