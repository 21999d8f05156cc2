// The surface that a brush goes over: a mesh at rest with its texture coordinates, and the ways from triangle to
// triangle, across seams too.
#pragma once

#include "cook/map_canvas.h"
#include "geometry/triangle_tree.h"

namespace pliant {

class PaintSurface {
  public:
    // `scale`: of the body, along each axis. Texture coordinates are those of the mesh as it is without, as scenes read
    // maps by them. Throws Error where the mesh has no such set, or no triangle.
    PaintSurface(Mesh mesh, UvSet set, const Vec3d& scale = {1, 1, 1});
    PaintSurface(const PaintSurface&) = delete;
    PaintSurface& operator=(const PaintSurface&) = delete;

    const UnwrappedMesh& unwrapped() const { return unwrapped_; }
    Box bounds() const;  // [m]
    size_t triangle_count() const { return corners_.size(); }
    const TriangleCorners& corners(u32 triangle) const { return corners_[triangle]; }  // [m] as scaled
    const UvTriangle& uv(u32 triangle) const { return unwrapped_.uv[triangle]; }

    struct Place {
        u32 triangle = 0;
        Vec3d at;
    };
    Place nearest(const Vec3d& p) const;

    // The triangle of a place, and those that can be reached from it by way of others that are all within `reach` [m]
    // of it: the other side of a thin sheet, or the next finger, is not, however near it is.
    void gather(const Place& from, double reach, std::vector<u32>& triangles) const;

    // Texture coordinates for triangles that are drawn in its stead: finer ones, or those of a piece that came off.
    // Positions at rest.
    std::vector<UvTriangle> uv_of_drawn(std::span<const Vec3> positions, std::span<const u32> indices) const;

  private:
    Mesh mesh_;
    UnwrappedMesh unwrapped_;
    std::vector<TriangleCorners> corners_;
    TriangleTree tree_;
    std::vector<u32> in_tree_;  // the triangle of each that is in the tree: those that are finite
    // Beyond edge k of triangle t is next_[3 t + k]: itself at a rim. Where more than two meet, each leads to the next
    // of them, and the last to the first.
    std::vector<u32> next_;
};

// Weights of a triangle's corners for a place in its plane, or beyond its edges.
Vec3d weights_in_plane(const TriangleCorners& corners, const Vec3d& p);

}  // namespace pliant
