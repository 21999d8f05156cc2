// A lattice cooked from a mesh: cells, regions and how to sum over them, masses at rest, and how surfaces hang in
// cells.
#pragma once

#include <mutex>

#include "body/kind.h"
#include "body/lattice/sum_program.h"
#include "body/tearable.h"
#include "body/tearable_surface.h"
#include "geometry/embed.h"
#include "geometry/lattice_mesh.h"
#include "geometry/tear_map.h"

namespace pliant::lattice {

// What regions are at rest (constraint/shape_match.h), in planar order, every plane padded to whole lanes.
struct RegionRestArrays {
    Array<float> mass, center[3], covariance[6];
};

struct BlockRange {
    u32 begin, end;
};

// Where the map from rest to now shows its slope: cells that have vertices of the surface, and those around them.
// What lies deeper is not drawn and costs nothing.
struct ShownCells {
    static constexpr u32 none = ~0u;
    struct Corner {
        u32 particle;
        // The slopes of the cells around it, as they stand in `cells`; `none` after the last. Where parts meet there
        // can be more cells than that; the first eight do.
        std::array<u32, 8> slope;
    };
    std::vector<u32> cells;
    std::vector<Corner> corners;
};

// What regions and programs were made with: from it those of a lattice with more copies of particles are made.
struct Workings {
    LatticeRegions regions;
    SumTables gather, spread;
};

class LatticeModel;
struct GrowthState;
struct SurfaceExits;

// How a torn model came about.
struct Torn {
    std::shared_ptr<const LatticeModel> whole;
    std::vector<u32> broken_links;        // links of the whole, ascending
    std::vector<u32> cell_from;           // of each cell: the one it was; ascending
    std::vector<u32> cell_now;            // of each cell of the whole: the one it is, or none
    std::vector<u32> triangles;           // of the whole's surface that it has; ascending
    std::shared_ptr<GrowthState> growth;  // of a model that changes where it is (crack_growth.h), or null
};

class LatticeModel final : public Model, public TearableModel, public std::enable_shared_from_this<LatticeModel> {
  public:
    LatticeModel() = default;
    const Kind& kind() const override;
    void save(Writer&) const override;
    void load(Reader&);  // throws Error, also for data that makes no sense
    Vec3 rest_position(u32 particle) const override { return lattice.rest_position(particle); }
    // Through the cells the points stand in; where nothing is painted near, from neighbours.
    std::vector<float> carry_to_particles(std::span<const float> point_values) const override;
    void carry_to_surface(std::span<const float> particles, std::span<float> vertices) const override;
    std::unique_ptr<PoseFit> make_pose_fit() const override;
    const TearableModel* tearable() const override { return this; }
    std::optional<ParticleGrid> particle_grid() const override { return ParticleGrid(lattice); }

    // lattice_tear.cpp
    TearPreview tear_preview(std::span<const u32> broken_links) const override;
    std::vector<std::array<Vec3, 2>> link_segments() const override;
    std::vector<std::shared_ptr<const Model>> tear(std::span<const u32> broken_links,
                                                   const Material& inside) const override {
        return tear(broken_links, inside, false);
    }
    // `anew`: nothing is taken over that could be worked out again. The same comes out; the measure for the other way.
    std::vector<std::shared_ptr<const Model>> tear(std::span<const u32> broken_links, const Material& inside,
                                                   bool anew) const;
    std::vector<u32> particles_before(const Model& before) const override;
    std::shared_ptr<const Model> merged_model(std::span<const u32> broken_links, const Material& inside) const override;
    std::vector<u32> particle_map(const Model& piece) const override;
    void save_tear(Writer&) const override;
    std::shared_ptr<const Model> load_tear(Reader&, const Material& inside) const override;
    // What tearing needs of a whole model; found when first asked for.
    const TearMap& tear_map() const;
    const SurfaceExits& surface_exits() const;
    const Workings& workings() const;  // of any model; likewise
    void prepare_to_tear() const;      // all of these, so that no tear has to wait for them
    // Of a whole model: one of a body without cracks, which nobody shares and which may change where it is. Null where
    // the body is not in one piece.
    std::shared_ptr<LatticeModel> own_copy() const;
    struct Link {
        u32 number;     // of the whole
        u32 low, high;  // cells
        u32 axis;
    };
    std::vector<Link> links() const;  // that have not parted

    LatticeMesh lattice;
    i32 half_width = 1;
    float reach = 0;  // [m] as asked for, 0 when half_width was given

    SumProgram gather;             // particles -> regions: slices along z, planes along y
    SumProgram spread;             // regions -> particles: slices along y, planes along z
    std::vector<u32> region_size;  // particles in the region of each particle
    std::vector<u32> plane_start;  // first padded region of each plane along y
    std::vector<u32> region_of;    // padded region of each particle
    u32 region_count = 0;          // padded
    RegionRestArrays region;       // for uniform density

    Array<Float4> rest;  // x0 y0 z0 relative to the centre [m]; volume / region size * weight_unit; padded
    std::vector<float> particle_volume;  // [m³]
    u32 anchor = 0;                      // the particle nearest to the centre

    std::vector<float> cell_fraction;  // of each cell that lies inside the mesh; empty: all of it
    TearableSurface tearable_surface;  // of the whole
    std::unique_ptr<Torn> torn;        // or null: it is whole

    std::vector<u32> vertex_cell;    // of each vertex of the surface
    std::vector<Vec3> vertex_place;  // where it stands in its cell

    const ShownCells& shown() const;  // lattice_present.cpp
    // Again, among these cells and no others; ascending.
    void find_shown(std::span<const u32> cells) const;

    void check(const Soundness&) const;
    void check_regions(const Soundness&) const;

    mutable std::once_flag tear_map_once, surface_exits_once, workings_once, uncracked_once;
    mutable std::unique_ptr<const TearMap> tear_map_;
    mutable std::shared_ptr<const SurfaceExits> surface_exits_;
    mutable std::unique_ptr<Workings> workings_;
    mutable std::shared_ptr<LatticeModel> uncracked_;  // what own_copy() copies; it does not know its whole
    mutable std::once_flag shown_once;
    mutable ShownCells shown_;

    std::vector<BlockRange> slice_blocks, plane_blocks;  // shares of work, of some hundreds of particles each
    float mean_spacing2() const {
        return (lattice.spacing.x * lattice.spacing.x + lattice.spacing.y * lattice.spacing.y +
                lattice.spacing.z * lattice.spacing.z) /
               3;
    }

  private:
    LatticeModel(const LatticeModel&);  // without what is found when first asked for, except for workings
};

// Weights count in this unit, which makes weight times spacing² about 1. In cubic metres a body of a centimetre would
// lose its determinants, of the order spacing¹⁵, to underflow, and a mountain to overflow. It is a power of two and so
// changes no digit of what is computed.
double weight_unit(const LatticeMesh&);

// Sums over every region of the weights of its particles, from weight / region size of each particle.
RegionRestArrays region_rest(const LatticeModel&, std::span<const double> particle_weight);

std::shared_ptr<Model> cook(const CookInput&);

// What a lattice of the same cells was before particles were doubled.
struct ModelBefore {
    const LatticeModel& model;
    LatticeDoubling doubling;
    bool all_cells;     // of the whole: then its centre is ours too
    bool anew = false;  // everything is worked out from the beginning all the same: the measure for what is taken over
};

// After particles were doubled in place: which particles regions have, and how to sum over them.
void update_sums(LatticeModel&, const LatticeDoubling&);

// From given cells, without a mesh.
std::shared_ptr<LatticeModel> make_model(LatticeMesh lattice, std::span<const float> cell_fraction, i32 half_width,
                                         const ModelBefore* before = nullptr);

}  // namespace pliant::lattice
