// A sheet cooked from a mesh: its particles are the welded points of the mesh.
#pragma once

#include "body/cloth/fabric.h"
#include "body/kind.h"
#include "geometry/geodesics.h"

namespace pliant::cloth {

class ClothModel final : public Model {
  public:
    const Kind& kind() const override;
    void save(Writer&) const override;
    void load(Reader&);  // throws Error, also for data that makes no sense
    Vec3 rest_position(u32 particle) const override { return rest[particle]; }
    std::vector<float> carry_to_particles(std::span<const float> point_values) const override;
    std::unique_ptr<PoseFit> make_pose_fit() const override;

    TearOutcome outcome(std::span<const u32> parted) const override;
    std::vector<std::shared_ptr<const Model>> tear(std::span<const u32> parted, const Material& inside) const override;
    std::vector<u32> particles_before(const Model& before) const override;
    std::shared_ptr<const Model> together(std::span<const u32> parted, const Material& inside) const override;
    std::vector<u32> particles_in(const Model& piece) const override;
    void save_tear(Writer&) const override;
    std::shared_ptr<const Model> load_tear(Reader&, const Material& inside) const override;

    // Everything that follows from these.
    void build();
    std::vector<Vec3> rest;                 // [m] of particles
    std::vector<TrianglePoints> triangles;  // of particles
    std::vector<Vec3> warp;                 // of each triangle: where its threads run
    std::vector<u32> point_particle;        // of each point of the mesh, or none
    static constexpr u32 none = 0xffffffffu;
    bool closed = false;

    Fabric fabric;
    Geodesics geodesics;
    Array<u32> corner[3];              // of each triangle, for kernels
    std::vector<u32> vertex_particle;  // of each vertex of the surface
    // At rest the tangent of a vertex is along.x times the way to a neighbour plus along.y times what is at a right
    // angle to that and to the normal.
    struct Tangent {
        u32 neighbor;
        Vec2 along;
    };
    std::vector<Tangent> tangents;                                // of each vertex, where the surface has tangents
    std::vector<u32> particle_triangle_start, particle_triangle;  // triangles around each particle

  private:
    void check(const Soundness&) const;
};

std::shared_ptr<const Model> cook(const CookInput&);

}  // namespace pliant::cloth
