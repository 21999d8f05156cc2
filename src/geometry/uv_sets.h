// Texture coordinates by triangles, whichever set they come from, and their faults.
#pragma once

#include <span>
#include <string>

#include "geometry/texels.h"

namespace pliant {

enum class UvSet : u8 { first, second, generated };

// Of each triangle; empty where the mesh has no such set. Every mesh has a generated one.
std::vector<UvTriangle> uv_triangles(const Mesh& mesh, const Triangulation& triangulation, UvSet set);

struct UvReport {
    u32 outside = 0;         // triangles that reach beyond 0 … 1
    double covered = 0;      // share of the image that belongs to some triangle
    double overlapping = 0;  // and that belongs to several
    // Warnings, or nothing: "12 triangles have texture coordinates outside 0 … 1, …".
    std::vector<std::string> sentences() const;
};
UvReport check_uv(std::span<const UvTriangle> triangles);

}  // namespace pliant
