// What matter that takes small steps has besides what it projects: how particles start and end, those that something
// outside moves, those that stand on something, and those that a guide does not let stray.
#pragma once

#include <vector>

#include "body/kind.h"
#include "body/leash_kernels.h"
#include "body/small_step_kernels.h"
#include "core/array.h"

namespace pliant {

Motion motion_of(std::span<const EndResult>);  // of all blocks

class SmallSteps {
  public:
    static constexpr u32 per_block = 2048;  // of particles and whatever else is shared out; whole lanes
    explicit SmallSteps(u32 particles);

    u32 count = 1;               // in a substep
    Array<Float4> haste;         // state: how much faster particles are at the end of a substep than in its mean
    Array<Float4> before, lost;  // scratch: of the small step at hand (small_step_kernels.h)
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
    void take_leads(std::span<const Lead>, const ParticleView&);
    void make_heavy(const ParticleView&);  // once their places were looked at
    bool led() const { return !leads.empty(); }
    Vec3 lead_place(size_t lead, u32 small_step) const;
    void lead(u32 small_step, const ParticleView&, const Substep&);  // small_step == count: the substep is over
    void let_go(const ParticleView&);
    std::vector<Lead> leads;
    std::vector<Vec3> led_impulses;  // [N s] of each lead

    // A particle that stands on something is kept off it, and held back by its friction; once leads are known, which go
    // where they are led.
    void take_footings(std::span<const Footing>);
    bool stands() const { return !footings_.empty(); }
    void stand(u32 small_step, u32 begin, u32 end, const ParticleView&, const Substep&);
    // The same where particles are at the beginning of the small step, and their ways are apart.
    void stand(u32 small_step, u32 begin, u32 end, const ParticleView&, Float4* way, const Substep&);
    std::vector<Vec3> footing_impulses;  // [N s] of each footing

    void keep_near(u32 small_step, u32 begin, u32 end, const ParticleView&) const;
    std::span<const Leash> leashes;  // of each particle, or empty

  private:
    template <class F>
    void each_footing(u32 begin, u32 end, F&& f);
    Vec3 held_off(const Footing&, u32 small_step, const Vec3& at, const Vec3& way) const;
    std::vector<Vec3> lead_from_;
    std::vector<float> lead_mobility_;  // inverse masses that were taken away
    std::vector<u32> led_;              // particles, ascending
    std::vector<Footing> footings_;
    std::vector<EndResult> results_;
};

}  // namespace pliant
