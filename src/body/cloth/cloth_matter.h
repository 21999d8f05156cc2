// One sheet of cloth. A substep of the world is several small steps of its own, in each of which every link is
// projected once: many small steps converge better than many iterations of one (Macklin et al. 2019). Contacts with the
// rest of the world see the whole substep.
#pragma once

#include <array>

#include "body/cloth/cloth_kernels.h"
#include "body/cloth/cloth_model.h"
#include "body/cloth/cracks.h"
#include "body/cloth/tethers.h"
#include "body/inspection.h"
#include "body/plastic.h"
#include "body/rest_shape.h"
#include "body/small_steps.h"
#include "body/strain_limiting.h"
#include "body/tearable.h"

namespace pliant::cloth {

class ClothMatter final : public Matter,
                          public Tearable,
                          public Plastic,
                          public StrainLimiting,
                          public RestShape,
                          public KinematicTargetConstraints,
                          public RestingContactConstraints,
                          public MotionLimitConstraints,
                          public Inspection {
  public:
    ClothMatter(std::shared_ptr<const ClothModel>, const ParameterSet&);

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
    void break_links(std::span<const u32>) override;
    void take_over(const Matter& before, const ParticleView&) override;

    Plastic* plastic() override { return this; }
    void apply_plasticity(const ParticleView&, const PlasticFlow&) override;

    StrainLimiting* strain_limiting() override { return this; }
    void set_failure_limits(float tear_stretch, bool may_flow) override;

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

    u64 projections() const;  // of links and spans in a substep, for benchmarks

  private:
    // What happens in a substep, one after another.
    enum class Task : u8 {
        faces,
        push,
        sums,
        move,
        kinematic,
        tether,
        bend,
        diagonals,
        spans,
        edges,
        resting,
        motion_limit,
        end
    };
    struct Phase {
        Task task;
        u32 small_step;
        u32 begin, end;  // of a colour
        u32 blocks;
    };
    static constexpr u32 per_block = SmallSteps::per_block;
    bool is_small() const { return model_->particle_count <= 1500; }
    const Fabric& fabric() const { return own_fabric_ ? *own_fabric_ : model_->fabric; }
    const Bends* bends() const;

    void set_masses(const ParameterSet&);
    double own_weight_strain(const ParameterSet&, double time) const;
    u32 choose_small_steps(const ParameterSet&, double time, float h);
    void set_stiffness(const ParameterSet&, double time);
    void choose_bends();
    void make_plan();
    void add_phase(Task, u32 small_step, u32 begin, u32 end);
    void add_colors(Task, u32 small_step, const std::vector<u32>& color_start);
    void run(const Phase&, u32 block, const ParticleView&, const Substep&);
    void find_faces(u32 begin, u32 end, const ParticleView&, const Substep&);
    void push_particles(u32 begin, u32 end, const ParticleView&);
    void sum_motion(u32 block, u32 begin, u32 end, const ParticleView&);
    struct RigidMotion {
        Vec3 center, velocity, spin;
    };
    RigidMotion rigid_motion() const;
    void move_particles(const Phase&, u32 begin, u32 end, const ParticleView&, const Substep&);
    void move_kinematic_particles(u32 small_step, const ParticleView&, const Substep&);
    void find_anchors(const ParticleView&);
    void add_tether_pulls(const Substep&);
    LinkArguments link_arguments(const Links&, const Array<float>& compliance, const Array<float>& rest, u32 begin,
                                 u32 end, const ParticleView&) const;
    void project_bends(u32 begin, u32 end, const ParticleView&);
    float gas_share(const ParticleView&) const;

    // cloth_loads.cpp
    void list_links();
    void find_stretches(const ParticleView&);
    float pull_across(u32 link) const;
    void find_loads(const ParticleView&, const TearLimits&);

    // cloth_creases.cpp
    // Rows of three do not know which way they were bent.
    bool creases() const { return bend_model_ == BendModel::dihedral; }
    void measure_bends();
    void set_bend_rest();
    void carry_creases(const ClothMatter& before);

    const std::shared_ptr<const ClothModel> model_;
    std::unique_ptr<Fabric> own_fabric_;  // in another rest shape, or null

    // Parameters as kernels want them.
    std::vector<float> mass_;                                               // [kg] per particle
    Array<float> edge_compliance_, diagonal_compliance_, bend_compliance_;  // the latter of the model in use
    Array<float> span_rest_, bend_rest_;
    float damping_ = 0, air_drag_ = 0, pressure_ = 0, pressure_now_ = 0, areal_density_ = 0, slack_ = 0;
    enum class BendModel : u8 { dihedral, triangle, curl, none };
    BendModel bend_model_ = BendModel::none;
    bool tethered_ = true, bends_are_flat_ = true;
    float substep_length_ = 0;
    float tears_at_ = 0;  // stretch
    bool flows_ = false;
    bool expects_other_ = false;     // than when that was worked out
    bool chooses_bends_ = false;     // bend_model is auto
    std::array<double, 9> keyed_{};  // of parameters that keys may move, as they were when that was worked out

    // State.
    SmallSteps steps_;
    std::vector<Vec3> rest_shape_;
    std::vector<u32> broken_links_;  // links of the whole
    std::vector<u32> strained_;      // links of the whole that bore too much when the step ended, ascending
    std::vector<float> creased_;  // of each dihedral: by how much its t at rest has changed for good; empty: none has

    // Of the step at hand, made anew where what is held has changed.
    Tethers tethers_;
    std::vector<u32> held_;  // particles
    std::vector<Vec3d> anchor_impulse_;

    // Scratch.
    std::vector<Phase> plan_;
    Array<Float4> push_, face_force_;
    Array<Float4> tether_pull_;  // [m] corrections by each tether; only with kinematic targets
    Array<Float4> anchor_;       // positions of anchors, for each small step
    struct MotionSums {
        double mass = 0;
        Vec3d first, momentum, spin;
        double second[6] = {};
    };
    std::vector<MotionSums> sums_;
    mutable std::vector<Vec3> normals_;
    std::vector<float> curvature_;                                       // of each bend: its curvature [1/m] per t
    float curl_ = 0, thickness_ = 0, weft_ratio_ = 1, shear_ratio_ = 0;  // the latter against stiffness along the warp

    // Looking for what parts.
    std::vector<ClothModel::Link> links_;
    std::vector<Vec2> link_across_;             // of each link, twice: its normal in warp and weft of either triangle
    std::vector<Float4> threads_;               // of each triangle: from its edges to warp (x, y) and weft (z, w)
    std::vector<Vec3> stretches_;               // of each triangle: of warp, of weft, cosine between them
    std::vector<std::array<u32, 2>> unopened_;  // edges that have parted and still hold together
    std::vector<LoadedLink> loaded_;            // that bear too much or nearly so, the most loaded first
    Cracks cracks_;
};

}  // namespace pliant::cloth
