// One body whose vertices swing about where a guide has them. Vertices do not know of each other, unless the volume is
// kept; so a substep is one pass over them.
#pragma once

#include <array>

#include "body/guide_springs.h"
#include "body/inspection.h"
#include "body/jiggle/jiggle_kernels.h"
#include "body/jiggle/jiggle_model.h"
#include "body/rest_shape.h"
#include "body/small_steps.h"

namespace pliant::jiggle {

class JiggleMatter final : public Matter, public RestShape, public GuideSprings, public Inspection {
  public:
    JiggleMatter(std::shared_ptr<const JiggleModel>, const ParameterSet&);

    double mass(u32 particle) const override { return mass_[particle]; }  // 0: held at its place
    void place(const ParticleView&, const Placement&) override;
    void transform_state(const Transform& moved) override;
    void begin_step(const ParameterSet&, double time, float substep_length, bool parameters_changed) override;

    u32 predict_phases() const override { return keeps_volume() ? 4 : 1; }
    u32 predict_blocks(u32 phase) const override;
    void predict(u32 phase, u32 block, const ParticleView&, const Substep&, std::byte* scratch) override;
    size_t scratch_bytes() const override { return 64; }
    Motion motion() const override { return motion_of(results_); }

    void present(const ParticleView& view, SurfaceFrame& frame, Team& team) const override {
        model_->present(view, normals_, frame, team);
    }
    void save(Writer&) const override;
    void check(Reader&) const override;
    void load(Reader&) override;

    // ---- capabilities
    RestShape* rest_shape() override { return this; }
    void set_rest_shape(std::span<const Vec3> places) override { rest_shape_.assign(places.begin(), places.end()); }

    GuideSprings* guide_springs() override { return this; }
    void set_guide_targets(const GuideTargets& targets) override { targets_ = targets; }

    const Inspection* inspection() const override { return this; }
    void links(std::vector<std::array<u32, 2>>& out) const override {
        out.insert(out.end(), model_->edges.begin(), model_->edges.end());
    }
    void strain(const ParticleView&, std::span<float> particles) const override;

  private:
    static constexpr u32 per_block = SmallSteps::per_block;
    bool keeps_volume() const { return volume_ > 0 && model_->closed; }

    void take_maps(const ParameterSet&, double time);
    void set_responses(const ParameterSet&, double time);
    void swing(u32 block, const ParticleView&, const Substep&);
    void stand_still(u32 block, const ParticleView&);

    // jiggle_volume.cpp: phases after the particles have moved.
    void measure_volume(u32 block, const ParticleView&);
    void find_gradient(u32 block, const ParticleView&);
    void inflate(u32 block, const ParticleView&, const Substep&);

    const std::shared_ptr<const JiggleModel> model_;

    // Parameters as kernels want them.
    struct Maps {
        std::vector<float> mass, stiffness, damping, weight, frequency, damping_ratio;
    } maps_;                     // each empty where that is not painted
    std::vector<float> mass_;    // [kg] per particle; 0: not simulated
    Array<Response> responses_;  // of each particle, or one for all
    float volume_ = 0, substep_length_ = 0;
    std::array<double, 7> keyed_{};  // of parameters that keys may move, as they were when that was worked out

    // State.
    Array<Float4> velocity_excess_;  // by how much particles are faster at the end of a substep than in its mean
    std::vector<Vec3> rest_shape_;

    // Scratch.
    GuideTargets targets_;
    std::vector<EndResult> results_;
    std::vector<double> volume_off_, steepness_;  // of each block
    Array<Float4> gradient_;                      // [m²] of the volume
    mutable std::vector<Vec3> normals_;
};

}  // namespace pliant::jiggle
