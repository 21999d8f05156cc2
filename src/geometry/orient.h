// Which way triangles face: the same way as their neighbours, and closed surfaces outwards.
#pragma once

#include <span>
#include <vector>

#include "core/vec.h"
#include "geometry/triangle_edges.h"

namespace pliant {

struct Turned {
    u32 triangles = 0;       // turned to face the same way as the majority of their neighbours
    u32 one_sided = 0;       // surfaces that have no two sides (a Möbius strip), left as they are
    u32 inverted_parts = 0;  // closed surfaces that enclosed less than nothing, turned round
};

// Neighbours are triangles with an edge between just the two of them.
void face_like_neighbours(std::vector<TrianglePoints>& triangles, Turned& turned);

// Turns round each closed surface whose enclosed volume is negative, with all that lies inside it. A surface inside
// another is a hollow or a separate thing: it may face either way, and keeps its way relative to what holds it.
void face_outwards(std::vector<TrianglePoints>& triangles, std::span<const Vec3> points, Turned& turned);

// Enclosed by the triangles, in cubic units of the points; negative where they face inwards.
double enclosed_volume(std::span<const TrianglePoints> triangles, std::span<const Vec3> points);

}  // namespace pliant
