// Any list of triangles, made independent of how it was listed: equal points are one, points and triangles are sorted.
// Results do not depend on the order of the file, on seams or on the corner a triangle starts with.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/vec.h"

namespace pliant {

struct TriangleSoup {
    std::vector<Vec3> points;                       // all different, sorted
    std::vector<std::array<u32, 3>> triangles;      // least corner first, orientation kept, sorted; doubles are kept
    std::array<Vec3d, 3> corners(size_t t) const {  // of a triangle
        return {points[triangles[t][0]].to<double>(), points[triangles[t][1]].to<double>(),
                points[triangles[t][2]].to<double>()};
    }
    Box bounds() const;
};
const char* validate(const TriangleSoup&);

TriangleSoup sorted_soup(std::span<const Vec3> points, std::span<const std::array<u32, 3>> triangles);

// Turns triangles round so that neighbours agree, as far as they do: across edges that two triangles share. In each
// piece the orientation that had the larger area wins.
void orient(TriangleSoup& soup);

// Every edge is passed as often in one direction as in the other: the surface has no border, and its winding number is
// whole everywhere. It may still cross itself, be inside out, or enclose nothing.
bool is_closed(std::span<const std::array<u32, 3>> triangles);

// The triangles of those connected pieces that are closed by themselves.
std::vector<std::array<u32, 3>> closed_pieces(const TriangleSoup& soup);

}  // namespace pliant
