// A mesh whose welded points are the particles: what all kinds have in common that are made of a surface alone.
#pragma once

#include "body/kind.h"

namespace pliant {

class WeldedModel : public Model {
  public:
    void take_points(const CookInput&);  // rest, triangles and point_particle
    Vec3 rest_position(u32 particle) const override { return rest[particle]; }
    std::vector<float> carry_to_particles(std::span<const float> point_values) const override;
    std::unique_ptr<PoseFit> make_pose_fit() const override;

    void present(const ParticleView&, std::vector<Vec3>& normals, SurfaceFrame&, Team&) const;  // normals: of particles
    void carry_to_surface(std::span<const float> particles, std::span<float> vertices) const override;

    std::vector<Vec3> rest;                 // [m] of particles
    std::vector<TrianglePoints> triangles;  // of particles
    std::vector<u32> point_particle;        // of each point of the mesh, or none
    static constexpr u32 none = 0xffffffffu;

    std::vector<u32> vertex_particle;  // of each vertex of the surface
    // At rest the tangent of a vertex is along.x times the way to a neighbour plus along.y times what is at a right
    // angle to that and to the normal.
    struct Tangent {
        u32 neighbor;
        Vec2 along;
    };
    std::vector<Tangent> tangents;                                // of each vertex, where the surface has tangents
    std::vector<u32> particle_triangle_start, particle_triangle;  // triangles around each particle
    // Triangles with a corner among the particles of a part, so many each: ascending.
    static constexpr u32 per_part = 8192;
    std::vector<u32> part_triangle_start, part_triangle;

  protected:
    void build_welded();  // what follows from points, triangles and the surface
    void list_triangles_of_parts();
    void turn_tangents(const ParticleView&, SurfaceFrame&, u32 begin, u32 end) const;  // of these vertices
    void find_normals(const ParticleView&, u32 part, std::vector<Vec3>& normals) const;
    void make_skin(float spacing);  // both sides touch
    void check_welded(const Soundness&) const;
};

}  // namespace pliant
