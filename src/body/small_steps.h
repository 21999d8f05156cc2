// What all matter that takes small steps has in common, besides the constraints that it projects: how particles start
// and end, kinematic targets, resting contacts and motion limits.
#pragma once

#include <vector>

#include "body/kind.h"
#include "body/kinematic_targets.h"
#include "body/motion_limits.h"
#include "body/resting_contacts.h"
#include "body/small_step_kernels.h"
#include "core/array.h"

namespace pliant {

Motion motion_of(std::span<const EndResult>);  // of all blocks

class SmallSteps {
  public:
    static constexpr u32 per_block = 2048;  // of particles and whatever else is shared out; whole lanes
    explicit SmallSteps(u32 particles);

    u32 count = 1;                            // in a substep
    float wanted_length = 1;                  // [s] that matter chose
    Array<Float4> velocity_excess;            // state [m/s]: velocity at the end of a substep less its mean
    Array<Float4> before, rounding_residual;  // scratch: of the small step at hand (small_step_kernels.h)
    float step(const Substep& substep) const { return substep.length / static_cast<float>(count); }  // [s]

    // Puts particles into their place as Matter::place does, from their places in the mesh's space.
    void place(const ParticleView&, const Placement&, std::span<const Vec3> rest, std::span<const float> mass,
               const Vec3& center);
    void transform_state(const Transform& moved);

    // Of particles begin … end, with all that is the same for every kind filled in.
    MoveArguments move_arguments(u32 small_step, u32 begin, u32 end, const ParticleView&, const Substep&);
    void finish(u32 block, const ParticleView&,
                const Substep&);  // a block of particles comes to the end of the substep
    Motion motion() const { return motion_of(results_); }

    // A particle with a kinematic target moves along a straight path to it. Meanwhile it has 32 times its mass: how far
    // the matter moves it off its path says how hard it pulls.
    void begin_kinematic_targets(std::span<const KinematicTarget>, const ParticleView&);
    void make_heavy(const ParticleView&);  // once their places were looked at
    bool has_kinematic_targets() const { return !kinematic_targets.empty(); }
    Vec3 target_place(size_t target, u32 small_step) const;
    void move_kinematic_particles(u32 small_step, const ParticleView&,
                                  const Substep&);  // small_step == count: the substep is over
    void end_kinematic_targets(const ParticleView&);
    std::vector<KinematicTarget> kinematic_targets;
    std::vector<Vec3> target_impulses;  // [N s] of each target

    // A particle that rests on a collider is kept off it, with friction. Call this once kinematic targets are known:
    // particles that have one move along their paths.
    void begin_resting_contacts(std::span<const RestingContact>);
    bool has_resting_contacts() const { return !resting_contacts_.empty(); }
    void project_resting_contacts(u32 small_step, u32 begin, u32 end, const ParticleView&, const Substep&);
    // The same with positions at the beginning of the small step, and displacements kept apart.
    void project_resting_contacts(u32 small_step, u32 begin, u32 end, const ParticleView&, Float4* displacement,
                                  const Substep&);
    std::vector<Vec3> resting_impulses;  // [N s] of each contact

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
