// A volume cooked to tets: its particles are their corners.
#pragma once

#include "body/flesh/flesh_kernels.h"
#include "body/kind.h"
#include "geometry/tet_clusters.h"
#include "geometry/tet_surface.h"

namespace pliant::flesh {

constexpr u32 tets_per_cluster = 256;

class FleshModel final : public Model {
  public:
    const Kind& kind() const override;
    void save(Writer&) const override;
    void load(Reader&);  // throws Error, also for data that makes no sense
    Vec3 rest_position(u32 particle) const override { return rest[particle]; }
    std::vector<float> carry_to_particles(std::span<const float> point_values) const override;
    std::unique_ptr<PoseFit> make_pose_fit() const override;

    // It does not tear.
    TearOutcome outcome(std::span<const u32>) const override { return {1, false}; }
    std::vector<std::shared_ptr<const Model>> tear(std::span<const u32>, const Material&) const override { return {}; }
    std::vector<u32> particles_before(const Model&) const override { return {}; }
    std::shared_ptr<const Model> together(std::span<const u32>, const Material&) const override { return nullptr; }
    std::vector<u32> particles_in(const Model&) const override { return {}; }
    void save_tear(Writer&) const override {}
    std::shared_ptr<const Model> load_tear(Reader& r, const Material&) const override {
        throw Error({r.name(), "flesh that has torn", "flesh in one piece", "the data is damaged"});
    }

    // Everything that follows from the tets, from where the surface hangs in them and from the surface.
    void build();
    std::vector<Vec3> rest;        // [m] of particles
    std::vector<TetPoints> tets;   // of particles
    std::vector<TetPlace> places;  // of each point of the mesh: what is drawn and painted hangs on the matter there

    TetClusters clusters;
    Array<TetGroup> groups;          // at rest
    std::vector<double> tet_volume;  // [m³]
    float mean_edge = 0;             // [m]
    std::vector<u32> shown_tet;      // those that some vertex of the surface hangs in
    std::vector<u32> vertex_shown;   // of each vertex: its tet among those
    std::vector<std::array<u32, 2>> edges;

  private:
    void check(const Soundness&) const;
};

std::shared_ptr<const Model> cook(const CookInput&);

// Rows of the inverse of the edges of a tet, and its volume; what is flat is taken to be a little thicker.
struct TetShape {
    Mat3d inverse;
    double volume;
};
TetShape tet_shape(const Vec3 (&corner)[4]);
// Groups with the rest shapes that the places of particles give.
void set_rest(std::span<TetGroup> groups, const TetClusters&, std::span<const TetPoints> tets,
              std::span<const Vec3> places);

void make_skin(FleshModel&);

}  // namespace pliant::flesh
