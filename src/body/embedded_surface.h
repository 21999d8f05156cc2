// A render surface embedded in the simulated one: a finer or thicker mesh whose points are bound to triangles of that.
//
// A point is where Phong tessellation (Boubekeur & Alexa 2008) takes its place in the triangle, which rounds what
// coarse triangles only hint at, plus an offset that turns with the normals at the corners. At rest it is where its
// file has it.
#pragma once

#include <memory>

#include "body/surface.h"
#include "body/surface_shading.h"
#include "geometry/bvh.h"

namespace pliant {

struct EmbeddedPoint {
    u32 vertex[3];    // of the body's surface
    float weight[3];  // none negative, sum 1
    Vec3 offset[3];   // [m] in the frame of each corner, times its weight
};
// The place nearest to a point, in one triangle of a surface at rest.
EmbeddedPoint make_embedded_point(const SurfaceModel& of_body, const std::array<u32, 3>& corner, const Vec3& at);

// Triangles of a surface at rest, by place.
class NearestTriangle {
  public:
    explicit NearestTriangle(const SurfaceModel&);
    u32 find(const Vec3& at) const;
    std::array<u32, 3> corner(u32 triangle) const;  // vertices
    float distance_squared_to(u32 triangle, const Vec3& at) const;
    const Bvh& tree() const { return tree_; }

  private:
    const SurfaceModel& surface_;
    Bvh tree_;
};

class EmbeddedSurface {
  public:
    // `of_body` at rest, and a mesh in the same space. Throws Error where the surface has no triangles.
    EmbeddedSurface(const SurfaceModel& of_body, Mesh mesh);
    explicit EmbeddedSurface(Reader&);  // throws Error
    void save(Writer&) const;
    void check(const SurfaceModel& of_body, const Soundness&) const;

    // Of a piece of the body: what hangs on its triangles, and the walls of its cracks, which are the piece's own.
    std::shared_ptr<const EmbeddedSurface> of_piece(const SurfaceModel& whole, const SurfaceModel& piece) const;

    const SurfaceModel& surface() const { return surface_; }
    void present(const SurfaceFrame& of_body, SurfaceFrame& out) const;
    // Numbers of the body's vertices, to those that are drawn.
    void carry(std::span<const float> of_body, std::span<float> out) const;

  private:
    friend class EmbeddedPiece;
    EmbeddedSurface(SurfaceModel, std::vector<EmbeddedPoint>);

    SurfaceModel surface_;
    std::vector<EmbeddedPoint> places_;  // of each point
    // Of what is whole: the triangle of the body's surface that each point hangs on, and the one that the middle of
    // each face is nearest to.
    std::vector<u32> triangle_of_, home_;
    std::unique_ptr<const SurfaceShading> shading_;
};

}  // namespace pliant
