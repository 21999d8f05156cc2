// One body of flesh. A substep of the world is several small steps of its own, in each of which every tet is projected
// once (Macklin et al. 2019). Contacts with the rest of the world see the whole substep.
#pragma once

#include <array>

#include "body/flesh/cracks.h"
#include "body/flesh/flesh_model.h"
#include "body/inspection.h"
#include "body/plastic.h"
#include "body/rest_shape.h"
#include "body/small_steps.h"
#include "body/tearable.h"

namespace pliant::flesh {

class FleshMatter final : public Matter,
                          public Tearable,
                          public Plastic,
                          public RestShape,
                          public KinematicTargetConstraints,
                          public RestingContactConstraints,
                          public MotionLimitConstraints,
                          public Inspection,
                          public SubstepStride {
  public:
    FleshMatter(std::shared_ptr<const FleshModel>, const ParameterSet&);

    double mass(u32 particle) const override { return mass_[particle]; }
    void place(const ParticleView&, const Placement&) override;
    void transform_state(const Transform& moved) override { steps_.transform_state(moved); }
    void begin_step(const ParameterSet&, double time, float substep_length, bool parameters_changed) override;

    u32 predict_phases() const override { return is_small() ? 1 : static_cast<u32>(plan_.size()); }
    u32 predict_blocks(u32 phase) const override { return is_small() ? 1 : plan_[phase].blocks; }
    void predict(u32 phase, u32 block, const ParticleView&, const Substep&, std::byte* scratch) override;
    std::optional<float> small_step() const override { return steps_.wanted_length; }
    size_t scratch_bytes() const override { return 64; }
    Motion motion() const override { return steps_.motion(); }
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

    Plastic* plastic() override { return this; }
    void apply_plasticity(const ParticleView&, const PlasticFlow&) override;

    RestShape* rest_shape() override { return this; }
    void set_rest_shape(std::span<const Vec3> places) override;

    KinematicTargetConstraints* kinematic_targets() override { return this; }
    void set_kinematic_targets(const ParticleView&, std::span<const KinematicTarget>) override;
    std::span<const Vec3> target_impulses() const override { return steps_.target_impulses; }

    RestingContactConstraints* resting_contacts() override { return this; }
    void set_resting_contacts(std::span<const RestingContact>) override;
    std::span<const Vec3> resting_impulses() const override { return steps_.resting_impulses; }

    MotionLimitConstraints* motion_limits() override { return this; }
    void set_motion_limits(std::span<const MotionLimit>) override;

    const Inspection* inspection() const override { return this; }
    void links(std::vector<std::array<u32, 2>>& out) const override;
    void strain(const ParticleView&, std::span<float> particles) const override;

    std::optional<Stiffness> stiffness() const override { return stiffness_; }
    SubstepStride* substep_stride() override { return this; }
    void set_substep_stride(u32 substeps) override {
        if (substeps != substep_stride_) substep_length_ = 0;  // everything is to be computed anew
        substep_stride_ = substeps;
    }

    u64 projections() const;  // of tets in a substep, for benchmarks
    Vec3 velocity_excess(u32 particle) const {
        return steps_.velocity_excess[particle].xyz();
    }  // [m/s] beyond its mean velocity

  private:
    // What happens in a substep, one after another.
    enum class Task : u8 { gather_speed, damp, start, kinematic, tets, resting, motion_limit, arrive, end };
    struct Phase {
        Task task;
        u32 small_step;
        u32 begin, end;  // particles, or clusters of a colour
        u32 blocks;
    };
    static constexpr u32 per_block = SmallSteps::per_block;
    bool is_small() const { return model_->tets.size() <= small_body; }
    const Array<TetGroup>& groups() const { return own_groups_.empty() ? model_->groups : own_groups_; }
    const Array<TetRestGroup>& rests() const { return own_rests_.empty() ? model_->rests : own_rests_; }

    // flesh_stiffness.cpp
    void set_masses(const ParameterSet&);
    Lame lame_at(const ParameterSet&, double time) const;
    u32 choose_small_steps(const ParameterSet&, float h);
    void set_stiffness(const ParameterSet&, double time);
    void set_damping();
    bool is_damped(const Substep&) const;

    void make_plan();
    void add_particles(Task, u32 small_step);
    void add_clusters(Task, u32 small_step);
    void run(const Phase&, u32 block, const ParticleView&, const Substep&);
    void gather_speed(u32 begin, u32 end, const ParticleView&);
    void move_kinematic_particles(u32 small_step, const ParticleView&, const Substep&);
    void enforce_motion_limits(u32 small_step, u32 begin, u32 end, const ParticleView&);
    void start_particles(u32 small_step, u32 begin, u32 end, const ParticleView&, const Substep&);
    void project_cluster(u32 cluster, const ParticleView&);
    void damp_cluster(u32 cluster, const ParticleView&);
    void reshape();
    bool flow_tet(u32 tet, const Vec3& stretches, const Mat3& v, const PlasticFlow&, float share);
    // flesh_loads.cpp
    void list_links();
    float least_strain(const TearLimits&) const;
    bool find_strains(const ParticleView&, float least);
    void find_rotations(const ParticleView&);
    float load_of(const FleshModel::Link&, const TearLimits&) const;

    const std::shared_ptr<const FleshModel> model_;
    Array<TetGroup> own_groups_;  // in another rest shape, or empty
    Array<TetRestGroup> own_rests_;

    // Parameters as kernels want them.
    std::vector<float> mass_;         // [kg] per particle
    std::vector<float> tet_density_;  // [kg/m³] of each tet, where it is painted; else:
    float density_ = 0;
    std::vector<float> painted_modulus_;  // [Pa] of each tet, or empty
    std::vector<float> tet_modulus_;      // Young's modulus of each tet against the uniform one; or empty
    Lame lame_{};
    Array<float> softness_;   // of each lane, or empty: all are the same
    Array<float> viscosity_;  // of each lane, or empty: nothing is damped
    float uniform_softness_ = 0, mu_by_lambda_ = 0, damping_ = 0;
    u32 damping_passes_ = 0, damped_every_ = 1;  // in a substep that is damped; one of so many is
    float substep_length_ = 0;
    u32 substep_stride_ = 1;  // substeps of the world
    Stiffness stiffness_;
    std::array<double, 5> keyed_{};  // of parameters that keys may move, as they were when that was worked out

    // State.
    SmallSteps steps_;
    std::vector<Vec3> rest_shape_;
    std::vector<Mat3> plastic_;      // of each tet: what it has been bent for good, with det 1; empty: nothing has
    std::vector<u32> broken_links_;  // links of the whole, ascending
    std::vector<CrackTip> tips_;
    float quiet_ = 0;  // [s] until another crack may begin

    // Scratch.
    std::vector<Phase> plan_;
    Array<Float4> displacement_;  // of particles in the small step at hand; w: 0
    Array<Float4> kept_;          // where they are, while motion limits apply
    Array<Float4> velocity_;      // of particles as they start into the substep, while that is damped
    mutable std::vector<Mat3> gradients_, cofactors_;  // of tets that are shown
    // Of matter that may tear.
    std::vector<FleshModel::Link> links_;  // that have not parted; empty: to be listed
    Cracks cracks_;
    std::vector<Mat3> around_;  // of each particle: deformation, and the volume of its tets
    std::vector<float> volume_around_, stretch_, squash_;
    std::vector<Vec3> drawn_;     // of each particle: the way it is stretched most, at rest
    std::vector<Mat3> rotation_;  // of each tet
    std::vector<float> load_;     // of each link
    std::vector<u8> weak_;
};

}  // namespace pliant::flesh
