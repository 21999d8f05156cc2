// How good the tetrahedra of a mesh are for simulating: a flat or a thin one is stiff without cause and stops steps.
#pragma once

#include "geometry/tet_mesh.h"

namespace pliant {

struct TetQuality {
    u32 tets = 0, points = 0;
    u32 parts = 0;             // pieces that share no face
    u32 inverted = 0;          // tets whose volume is not positive; angles and aspect are of the others
    double volume = 0;         // [m³]
    float smallest_angle = 0;  // [rad] between two faces of a tet; 70.5 degrees in a regular one
    float largest_angle = 0;   // [rad]
    float worst_aspect = 0;    // longest edge / radius of the inscribed sphere; 1 stands for a regular tet
    float hausdorff = 0;       // [m] between the surface of the tets and the surface they were made from, if known
    float hausdorff_open = 0;  // [m] the same without walls of gaps that were too narrow for the cells and were closed
    float closed_gaps = 0;     // share of the given surface that is more than half a cell away for that reason, 0 … 1
};

TetQuality measure(const TetMesh& mesh);

// [m³] Positive where the corners are in the order of TetMesh.
double tet_volume(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d);
inline double tet_volume(const TetMesh& mesh, const TetPoints& tet) {
    return tet_volume(mesh.points[tet[0]].to<double>(), mesh.points[tet[1]].to<double>(),
                      mesh.points[tet[2]].to<double>(), mesh.points[tet[3]].to<double>());
}

}  // namespace pliant
