// Normals and tangents of a surface whose points were moved without its matter, as by a point cache.
#pragma once

#include "body/surface.h"

namespace pliant {

// Normals are means of the faces around, by area. Vertices of a point that had one normal at rest keep having one
// (seams of texture coordinates do not show); where they had several, the edge stays hard.
class SurfaceShading {
  public:
    explicit SurfaceShading(const SurfaceModel& surface);
    // From the frame's positions: normals, tangents where there are texture coordinates, and bounds.
    void find(const SurfaceModel& surface, SurfaceFrame& frame) const;

  private:
    static void turn_tangents(const SurfaceModel& surface, SurfaceFrame& frame);
    std::vector<u32> leader_;  // the vertex whose normal each vertex shares
};

// Along growing u, at right angles to the normals, with handedness; the usual mean per vertex.
void find_tangents(const SurfaceModel& surface, std::span<const Vec3> positions, std::span<const Vec3> normals,
                   std::span<Float4> tangents);

}  // namespace pliant
