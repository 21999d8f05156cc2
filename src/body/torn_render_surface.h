// The render surface of a piece: the triangles of the whole that it has, as they were, and walls where it lies open.
#pragma once

#include "body/surface.h"
#include "body/tearable_surface.h"

namespace pliant {

// Corners of the piece's triangles and walls are numbered anew: torn points.
struct TornRenderSurfaceInput {
    const SurfaceModel& whole;
    const TearableSurface& tearable;
    std::span<const u32> triangles;                   // of the tearable surface, that the piece has; ascending
    std::span<const TrianglePoints> triangle_points;  // of each triangle of the tearable surface that it has
    std::span<const TrianglePoints> walls;
    std::span<const Vec3> places;  // [m] of torn points, at rest
    const Material& inside;        // of walls
    Vec3 center, size;             // [m] of the whole: images are laid on walls once across it
    float spacing;                 // [m] of particles
};

struct TornRenderSurface {
    static constexpr u32 none = 0xffffffffu;
    SurfaceModel surface;
    std::vector<u32> vertex_before;  // of each vertex: the one of the whole that it was; none on walls
    std::vector<u32> vertex_torn;    // of each vertex: its torn point
    std::vector<u32> point_torn;     // of each point of the surface: its torn point; ascending
    std::vector<u32> point;          // of each torn point: its point of the surface, or none
    std::vector<Vec3> wall_normal;   // of each point: that of the walls there, or zero
};

TornRenderSurface make_torn_render_surface(const TornRenderSurfaceInput&);

}  // namespace pliant
