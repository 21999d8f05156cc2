// What holds a sheet of triangles together, found from its rest shape alone.
//
//   links    edges of the mesh, and where two triangles make up a square or something like it, both its diagonals:
//            with only one of them cloth would be stiffer one way than the other
//   spans    from one particle to another on the same thread, 2, 4, 8 … links away. A thread is a row of links in a
//            straight line. Cloth that does not stretch never has two particles further apart than the thread between
//            them is long; that carries the news of a pull over many links at once, where links alone would take as
//            many steps as there are links
//   bends    two triangles at an edge, or three particles in a row (constraint/bend.h)
#pragma once

#include <span>
#include <vector>

#include "core/array.h"
#include "core/vec.h"
#include "geometry/coloring.h"
#include "geometry/triangle_edges.h"

namespace pliant::cloth {

// Pairs of particles, sorted by colour.
struct Links {
    Array<u32> a, b;
    Array<float> rest;        // [m]
    std::vector<float> area;  // [m²] of cloth that it stands for; of spans: empty
    std::vector<float> warp;  // cos² of the angle between it and the warp; of spans: empty
    std::vector<u32> color_start{0};
    u32 count() const { return static_cast<u32>(a.size()); }
};

// Three or four particles with coefficients, sorted by colour.
struct Bends {
    u32 size = 4;
    Array<u32> particle[4];
    Array<float> coefficient[4];
    Array<float> rest;          // t of constraint/bend.h
    std::vector<float> weight;  // compliance = weight / bending stiffness
    std::vector<u32> color_start{0};
    u32 count() const { return static_cast<u32>(rest.size()); }
};

struct Fabric {
    Links edges, diagonals, spans;
    Bends dihedral, triangle;
    bool flat = true;         // no dihedral is bent at rest
    std::vector<float> area;  // [m²] of each particle
    float mean_edge = 0;      // [m]
};

// `warp`: a direction in the plane of each triangle, of unit length.
Fabric make_fabric(std::span<const Vec3> points, std::span<const TrianglePoints> triangles, std::span<const Vec3> warp);

// Another rest shape of the same cloth: its lengths and bends.
void reshape(Fabric& fabric, std::span<const Vec3> points);

}  // namespace pliant::cloth
