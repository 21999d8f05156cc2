// A volume cooked to tets: its particles are their corners.
#pragma once

#include <mutex>

#include "body/flesh/flesh_kernels.h"
#include "body/kind.h"
#include "body/tearable.h"
#include "body/tearable_surface.h"
#include "geometry/tet_clusters.h"
#include "geometry/tet_surface.h"
#include "geometry/torn_sheet.h"
#include "geometry/torn_tets.h"

namespace pliant::flesh {

constexpr u32 tets_per_cluster = 384;
constexpr u32 small_body = 2000;  // tets: they are one cluster, and one thread goes through them

class FleshModel;

// How a torn model came about.
struct Torn {
    std::shared_ptr<const FleshModel> whole;
    std::vector<u32> broken_links;  // links of the whole, ascending
    std::vector<u32> tet_from;      // of each tet: the one it was; ascending
    std::vector<u32> tet_now;       // of each tet of the whole: the one it is, or none
};

// Where a whole model may part: faces between tets, and edges of what is drawn.
struct Partings {
    std::vector<TetLink> links;
    std::vector<u8> skin;          // of each tet: bits of the corners across faces that lie open in the whole
    std::vector<SheetLink> edges;  // of the tearable surface
    // Where the two triangles of an edge go with different tets: the corner of each at the particle nearest to the edge
    // that both have. As long as they have it in common, the edge holds. `none`: they never had one.
    std::vector<std::array<u32, 2>> hinges;
};

class FleshModel final : public Model, public TearableModel, public std::enable_shared_from_this<FleshModel> {
  public:
    const Kind& kind() const override;
    void save(Writer&) const override;
    void load(Reader&);  // throws Error, also for data that makes no sense
    Vec3 rest_position(u32 particle) const override { return rest[particle]; }
    std::vector<float> carry_to_particles(std::span<const float> point_values) const override;
    void carry_to_surface(std::span<const float> particles, std::span<float> vertices) const override;
    std::unique_ptr<PoseFit> make_pose_fit() const override;
    const TearableModel* tearable() const override { return this; }

    // flesh_tear.cpp
    TearPreview tear_preview(std::span<const u32> broken_links) const override;
    std::vector<std::array<Vec3, 2>> link_segments() const override;
    std::vector<std::shared_ptr<const Model>> tear(std::span<const u32> broken_links,
                                                   const Material& inside) const override;
    std::vector<u32> particles_before(const Model& before) const override;
    std::shared_ptr<const Model> merged_model(std::span<const u32> broken_links, const Material& inside) const override;
    std::vector<u32> particle_map(const Model& piece) const override;
    void save_tear(Writer&) const override;
    std::shared_ptr<const Model> load_tear(Reader&, const Material& inside) const override;
    const Partings& partings() const;  // of the whole; found when first asked for
    static constexpr u32 none = 0xffffffffu;
    struct Link {
        u32 number;           // of the whole
        u32 low, high;        // tets
        TrianglePoints face;  // particles
    };
    std::vector<Link> links() const;  // that have not parted

    // Everything that follows from the tets, from where the surface hangs in them and from the surface.
    void build();
    std::vector<Vec3> rest;            // [m] of particles
    std::vector<TetPoints> tets;       // of particles
    std::vector<TetPlace> places;      // of each point of the mesh: what is drawn and painted hangs on the matter there
    TearableSurface tearable_surface;  // of the whole
    std::unique_ptr<const Torn> torn;  // or null: it is whole

    TetClusters clusters;
    Array<TetGroup> groups;           // at rest
    Array<TetRestGroup> rests;        // of the same
    std::vector<double> tet_volume;   // [m³]
    float mean_edge = 0;              // [m]
    std::vector<u32> shown_tet;       // those that some vertex of the surface hangs in
    std::vector<Mat3> shown_inverse;  // of each of those: the inverse of its edges at rest [1/m]
    std::vector<u32> vertex_shown;    // of each vertex: its tet among those
    std::vector<std::array<u32, 2>> edges;

  private:
    void check(const Soundness&) const;
    mutable std::once_flag partings_once_;
    mutable Partings partings_;
};

std::shared_ptr<Model> cook(const CookInput&);

// Rows of the inverse of the edges of a tet, and its volume; what is flat is taken to be a little thicker.
struct TetShape {
    Mat3d inverse;
    double volume;
};
TetShape tet_shape(const Vec3 (&corner)[4]);
// Groups with the rest shapes that the places of particles give.
void set_rest(std::span<TetGroup> groups, std::span<TetRestGroup> rests, const TetClusters&,
              std::span<const TetPoints> tets, std::span<const Vec3> places);
// What of the rest shapes projections read.
void set_metric(TetGroup& group, const TetRestGroup& rest);

void make_skin(FleshModel&);

// Of two tets of a whole: their corners at the particle nearest to a place at rest that both have; or none.
std::array<u32, 2> common_corner(const FleshModel& whole, u32 first, u32 second, const Vec3& place);
// flesh_piece.cpp: the piece of the whole that has these tets.
std::shared_ptr<const FleshModel> make_piece(const FleshModel& whole, std::span<const u32> broken_links,
                                             std::vector<u32> tets, const Material& inside);

}  // namespace pliant::flesh
