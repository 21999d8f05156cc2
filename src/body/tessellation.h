// Faces that are stretched far, split and rounded for the eye.
//
// Edges that are longer than `stretch` times what they are at rest are halved, and faces at them split into two, three
// or four; then what is longer than stretch² times, and so on. Whether an edge is halved depends on its two ends alone,
// so both of its faces agree, and nothing gapes, at seams of texture coordinates neither.
//
//        c              c               c               c
//       / \            /|\             / \             / \        new points on edges are those of curved PN
//      /   \          / | \           n---m           n---m       triangles (Vlachos et al. 2001), which for edges
//     /     \        /  |  \         / \   \         / \ / \      are those of Phong tessellation too (Boubekeur &
//    a-------b      a---m---b       a---\---b       a---l---b     Alexa 2008, with a half)
//                                      (2 edges)
//
// Vertices of the surface keep their numbers and places; new ones come after them.
#pragma once

#include <array>

#include "body/surface.h"

namespace pliant {

struct TessellationSettings {
    float stretch = 1.5f;  // above 1
    u32 levels = 2;        // how often an edge is halved at most
};

struct TessellatedSurface {
    std::vector<Vec3> positions, normals;  // of all vertices
    std::vector<Vec2> uv;                  // or empty
    std::vector<u32> indices;              // triangles, grouped by material as those of the surface
    std::vector<MaterialRange> ranges;
    std::vector<std::array<u32, 2>> parents;  // of each new vertex: those at the ends of its edge, which come before it

    // Numbers of the surface's vertices, with those of the new ones.
    void carry(std::vector<float>& of_vertices) const;
};

// What never changes of a surface; made once.
class Tessellation {
  public:
    explicit Tessellation(const SurfaceModel&);  // which stays where it is
    const SurfaceModel* of() const { return &surface_; }
    // Of a frame of that surface. Without new vertices where nothing is stretched far enough.
    TessellatedSurface split(std::span<const Vec3> positions, std::span<const Vec3> normals,
                             const TessellationSettings&) const;

  private:
    const SurfaceModel& surface_;
    std::vector<u32> place_;  // of each vertex: vertices that are in one place at rest have the same
    u32 place_count_ = 0;
};

}  // namespace pliant
