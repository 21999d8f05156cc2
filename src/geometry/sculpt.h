// A textured mesh from a distance function: meshed, evened out, coloured. Borders between colours are cut into the
// mesh, so that they are smooth however large the triangles are.
#pragma once

#include "geometry/mesh.h"
#include "geometry/surface_nets.h"

namespace pliant {

// Where a material is: level(p) < 0. Levels change about as fast as distances.
struct ColorRegion {
    u32 material;
    DistanceFunction level;
};

// A place on a chart of the texture, 0 … 1. On charts that go round a part, u starts again at 0 after 1.
struct ChartPlace {
    double u, v;
};

// A body seen from the front (+z) or from the back, as a disc that keeps distances from its middle: `from_center`
// points to the place.
ChartPlace place_on_disc(const Vec3d& from_center, bool back);

// One that is as coarse everywhere and neither metal nor glass.
Material plain_material(const char* name, const Vec3& color, float roughness);

struct Sculpture {
    DistanceFunction distance;  // [m]
    Box box;                    // that the body lies in, with some room
    float cell = 0;             // [m] about the length of an edge
    // Meshed this many cells outside of the surface and then shrunk onto it: round ends that are narrower than a cell
    // are thick enough there for the grid to see them. Clefts must stay wider than twice that.
    float grown = 0;
    std::vector<Material> materials;                 // the first covers what no region does
    std::vector<ColorRegion> regions;                // later ones cover earlier ones
    std::function<float(const Vec3&)> longest_edge;  // [m] by place, for finer features; may be empty

    u32 charts = 1;
    std::function<u32(const Vec3d&)> chart_of;                    // which chart a face belongs to, by its middle
    std::function<ChartPlace(const Vec3d&, u32 chart)> place_on;  // a point on a chart
};

Mesh sculpt(const Sculpture& sculpture);

}  // namespace pliant
