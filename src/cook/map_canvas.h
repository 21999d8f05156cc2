// Maps as pictures: painted from the points of a mesh by its texture coordinates, read back, and taken over from one
// mesh to another.
#pragma once

#include <functional>
#include <span>

#include "cook/map_image.h"
#include "geometry/uv_sets.h"

namespace pliant {

// A mesh and the set of texture coordinates that is painted by.
struct UnwrappedMesh {
    UnwrappedMesh(const Mesh& mesh, UvSet set);  // throws Error where the mesh has no such set
    u32 point(size_t triangle, size_t corner) const {
        return mesh.vertex_point[triangulation.triangles[triangle][corner]];
    }

    const Mesh& mesh;
    Triangulation triangulation;
    std::vector<UvTriangle> uv;  // of each triangle
};

// The default set of a map: the first, or a generated one where there is none.
UvSet usual_uv_set(const Mesh& mesh);

// Coordinates that are not finite are read at the corner of the image.
inline Vec2 sound_uv(const Vec2& uv) { return {std::isfinite(uv.x) ? uv.x : 0, std::isfinite(uv.y) ? uv.y : 0}; }

// A number for each point: the mean of its corners, which may lie in several places of the image.
std::vector<float> read_points(const UnwrappedMesh& mesh, const MapImage& image, u32 channel);

// One channel, 0 … 1. Texels that no triangle covers take the mean of those beside them, ring by ring, so that sampling
// between texels at the border of a chart never meets an unpainted one.
class MapCanvas {
  public:
    MapCanvas(u32 width, u32 height) : width_(width), height_(height), values_(size_t{width} * height) {}
    u32 width() const { return width_; }
    u32 height() const { return height_; }
    std::span<const float> values() const { return values_; }
    std::span<float> values() { return values_; }

    // f(triangle, weights of its corners) for the middle of each covered texel.
    using TexelValue = std::function<float(size_t triangle, const Vec3d& weights)>;
    void paint(const UnwrappedMesh& mesh, const TexelValue& f);
    void paint(const UnwrappedMesh& mesh, std::span<const float> points);

    MapImage image() const;  // grey, 16 bits

  private:
    void dilate(std::vector<u8>& covered);
    u32 width_, height_;
    std::vector<float> values_;
};

// A map of one mesh on another, or on itself at another place: every texel asks for `place` of its position,
// and gets what the first mesh has at the nearest place of its surface.
MapCanvas transferred(const UnwrappedMesh& from, const MapImage& image, u32 channel, const UnwrappedMesh& to, u32 width,
                      u32 height, const std::function<Vec3d(const Vec3d&)>& place);

}  // namespace pliant
