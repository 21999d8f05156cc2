// What matter that takes small steps has besides what it projects: how particles start and end, those that something
// outside moves, those that stand on something, and those that a guide does not let stray.
#pragma once

#include <vector>

#include "body/kind.h"
#include "body/motion_limit_kernels.h"
#include "body/small_step_kernels.h"
#include "core/array.h"

namespace pliant {

Motion motion_of(std::span<const EndResult>);  // of all blocks

class SmallSteps {
  public:
    static constexpr u32 per_block = 2048;  // of particles and whatever else is shared out; whole lanes
    explicit SmallSteps(u32 particles);

    u32 count = 1;                  // in a substep
    Array<Float4> velocity_excess;  // state: how much faster particles are at the end of a substep than in its mean
    Array<Float4> before, rounding_residual;  // scratch: of the small step at hand (small_step_kernels.h)
    float step(const Substep& substep) const { return substep.length / static_cast<float>(count); }  // [s]

    // Puts particles into their place as Matter::place does, from their places in the mesh's space.
    void place(const ParticleView&, const Placement&, std::span<const Vec3> rest, std::span<const float> mass,
               const Vec3& center);
    void follow(const Transform& moved);

    // Of particles begin … end, with all that is the same for every kind filled in.
    MoveArguments move_arguments(u32 small_step, u32 begin, u32 end, const ParticleView&, const Substep&);
    void finish(u32 block, const ParticleView&,
                const Substep&);  // a block of particles comes to the end of the substep
    Motion motion() const { return motion_of(results_); }

    // A particle that is led is moved along its way, at the end of which its target is. It has 32 times its mass
    // meanwhile: how far matter draws it from its way says how hard it pulls.
    void begin_kinematic_targets(std::span<const KinematicTarget>, const ParticleView&);
    void make_heavy(const ParticleView&);  // once their places were looked at
    bool has_kinematic_targets() const { return !kinematic_targets.empty(); }
    Vec3 target_place(size_t target, u32 small_step) const;
    void move_kinematic_particles(u32 small_step, const ParticleView&,
                                  const Substep&);  // small_step == count: the substep is over
    void end_kinematic_targets(const ParticleView&);
    std::vector<KinematicTarget> kinematic_targets;
    std::vector<Vec3> target_impulses;  // [N s] of each lead

    // A particle that stands on something is kept off it, and held back by its friction; once leads are known, which go
    // where they are led.
    void begin_resting_contacts(std::span<const RestingContact>);
    bool has_resting_contacts() const { return !resting_contacts_.empty(); }
    void project_resting_contacts(u32 small_step, u32 begin, u32 end, const ParticleView&, const Substep&);
    // The same where particles are at the beginning of the small step, and their ways are apart.
    void project_resting_contacts(u32 small_step, u32 begin, u32 end, const ParticleView&, Float4* displacement,
                                  const Substep&);
    std::vector<Vec3> resting_impulses;  // [N s] of each footing

    void enforce_motion_limits(u32 small_step, u32 begin, u32 end, const ParticleView&) const;
    std::span<const MotionLimit> motion_limits;  // of each particle, or empty

  private:
    template <class F>
    void each_resting_contact(u32 begin, u32 end, F&& f);
    Vec3 resting_correction(const RestingContact&, u32 small_step, const Vec3& at, const Vec3& displacement) const;
    std::vector<Vec3> target_begin_;
    std::vector<float> target_inverse_mass_;  // inverse masses that were taken away
    std::vector<u32> kinematic_particles_;    // particles, ascending
    std::vector<RestingContact> resting_contacts_;
    std::vector<EndResult> results_;
};

}  // namespace pliant
