// One lattice body: the rotations of its regions, the frame its sums are formed in, and how it moves.
#pragma once

#include <array>

#include "body/inspection.h"
#include "body/kind.h"
#include "body/lattice/lattice_kernels.h"
#include "body/lattice/lattice_model.h"
#include "body/lattice/plastic_shape.h"
#include "body/plastic.h"
#include "body/rest_shape.h"
#include "body/tearable.h"

namespace pliant::lattice {

inline SumArguments sum_arguments(const SumProgram& program, const std::vector<SumRun>& runs, u32 begin, u32 end,
                                  const float* sources, float* destinations, bool far) {
    return {runs.data() + begin, end - begin, program.terms.data(), sources, destinations, far};
}

class LatticeMatter final : public Matter,
                            public Tearable,
                            public Plastic,
                            public RestShape,
                            public Inspection,
                            public SubstepStride {
  public:
    LatticeMatter(std::shared_ptr<const LatticeModel>, const ParameterSet&);

    double mass(u32 particle) const override { return mass_[particle]; }
    void place(const ParticleView&, const Placement&) override;
    void transform_state(const Transform& moved) override;
    void begin_step(const ParameterSet&, double time, float substep_length, bool parameters_changed) override;

    u32 predict_phases() const override { return is_small() ? 1 : 3; }
    u32 predict_blocks(u32 phase) const override;
    void predict(u32 phase, u32 block, const ParticleView&, const Substep&, std::byte* scratch) override;
    size_t scratch_bytes() const override;
    Motion motion() const override;
    void end_substep(const ParticleView&) override;

    void present(const ParticleView&, SurfaceFrame&, Team&) const override;
    void save(Writer&) const override;
    void check(Reader&) const override;
    void load(Reader&) override;

    // ---- capabilities
    Tearable* tearable() override { return this; }
    void overloads(const ParticleView&, const TearLimits&, std::vector<Overload>& out) override;
    std::span<const u32> broken_links() const override { return broken_links_; }
    void break_links(std::span<const u32> links) override;
    void take_over(const Matter& before, const ParticleView&) override;
    std::optional<Crack> crack_preview(std::span<const u32> broken_links) override;
    std::optional<Opened> open_cracks(std::span<const u32> broken_links, const Material& inside,
                                      const ParameterSet&) override;
    void finish_cracks(const ParticleView&) override;

    Plastic* plastic() override { return this; }
    void apply_plasticity(const ParticleView&, const PlasticFlow&) override;

    RestShape* rest_shape() override { return this; }
    void set_rest_shape(std::span<const Vec3> places) override;

    const Inspection* inspection() const override { return this; }
    void links(std::vector<std::array<u32, 2>>& out) const override;
    void strain(const ParticleView&, std::span<float> particles) const override;

    std::optional<Stiffness> stiffness() const override { return stiffness_; }
    SubstepStride* substep_stride() override { return this; }
    std::optional<float> longest_substep() const override { return longest_substep_; }
    void set_substep_stride(u32 substeps) override {
        if (substeps != substep_stride_) substep_length_ = 0;  // everything is to be computed anew
        substep_stride_ = substeps;
    }

  private:
    bool is_small() const { return model_->particle_count <= 4096; }
    struct Scratch {
        float *records, *bars;
    };
    size_t record_capacity() const;
    Scratch divide(std::byte*) const;

    void set_masses(const ParameterSet&);
    void set_stiffness(const ParameterSet&, double time, float h);
    void set_field(std::span<const float> per_particle, Array<float>& per_region, Array<float>& mean) const;

    std::span<const Vec3> wanted_places();
    void take_shape();  // what is wanted, as regions
    void sum_shape();
    void gather_slices(BlockRange, const ParticleView&, const Scratch&);  // moments, bars, plates
    void fit_planes(BlockRange, const Scratch&);                          // regions, rotations, goals, bars, plates
    void find_gradients(const ParticleView&, Team&) const;
    Box present(const ParticleView&, SurfaceFrame&, u32 begin, u32 end) const;  // of these vertices
    MoveResult move_slices(BlockRange, const ParticleView&, const Substep&, const Scratch&);

    std::shared_ptr<const LatticeModel> model_;
    // The body's own model, which changes where it is when cracks open: the one in use if the body has torn, otherwise
    // one that is whole, and waits. Null while links are not known, or where pieces are made anew.
    std::shared_ptr<LatticeModel> own_;

    // Parameters as kernels want them, for the substep at hand.
    std::vector<float> mass_;  // [kg] per particle
    // At rest as cooked: the model's, or our own where density is painted.
    const RegionRestArrays* cooked_region_;
    const Float4* cooked_rest_;
    RegionRestArrays weighted_region_;
    Array<Float4> weighted_rest_;
    // At rest as it is now: as cooked, or in the shape that is wanted.
    const RegionRestArrays* region_;
    const Float4* rest_;
    RegionRestArrays shaped_region_;
    Array<Float4> shaped_rest_;
    Vec3 shape_shift_;  // from the shape in use to the one that was asked for
    float mass_scale_ = 1;
    float uniform_stiffness_ = 0, uniform_damping_ = 0, crush_resistance_ = 0;
    Array<float> region_stiffness_, mean_stiffness_, region_damping_, mean_damping_;  // empty where uniform
    Stiffness stiffness_;
    float longest_substep_ = 0;
    u32 substep_stride_ = 1;
    bool damped_ = false;
    float substep_length_ = 0;
    std::array<double, 2> keyed_{};  // stiffness and damping as they were when that was worked out

    // State.
    std::vector<Vec3> rest_shape_;  // places in the mesh's space; empty: as cooked
    std::unique_ptr<PlasticShape> plastic_;
    std::vector<Vec3> bent_;         // the shape that cells which have flowed want together; empty when none have
    bool unsettled_ = false;         // that shape is not yet found
    std::vector<u32> broken_links_;  // links of the whole
    Array<float> rotation_[4];       // quaternion of each region, in planar order
    Quat frame_rotation_;
    Vec3 frame_center_, frame_velocity_;

    // Scratch.
    Array<float> plates_, goal_plates_;
    std::vector<MoveResult> results_;
    Array<std::byte> shape_scratch_;
    std::vector<Quat> cell_turned_;
    std::vector<Vec3> cooked_places_;
    void list_links();
    void drop_links(std::span<const u32> broken_links);
    void own_model();
    void resize_scratch();
    void measure_cells(const ParticleView&, bool turned);
    float load_of(u32 link, const TearLimits&) const;
    // Found when first asked for; those that have parted since have no number any more.
    std::vector<LatticeModel::Link> links_;
    std::vector<u32> link_at_;       // by low cell and axis: the number among them, or none
    std::vector<float> load_;        // of each
    std::vector<u32> before_;        // of each: the one before it in its row, or none
    std::vector<float> link_rest2_;  // [m²] of each, between the middles of its cells; or empty
    std::vector<Vec3> cell_middle_;
    std::vector<Quat> cell_rotation_;
    mutable Array<Float4> slope_;     // of the surface's map in the cells that show it, three columns each
    mutable Array<Float4> gradient_;  // their means at particles, three columns each
};

}  // namespace pliant::lattice
