// How many small steps a step takes where matter and contacts are solved together: as many as what is simulated needs. Everything is
// solved together in each of them, once, so that what carries a load must have substeps enough for it:
//
//   matter     its stiffness on its cells: a longer substep would make it softer
//   contact    matter that touches something is solved in the small steps that it takes by itself
//   loads      in a substep of length h, particles of mass m in contact push with m d / h² when they give way by d: that
//              must carry what lies on them
//   rigid      what is small falls over quickly: h is a share of √(size / g)
//
// Numbers are taken from a short list. With other substeps, matter under load gives way by a little more or less, so they
// go down only when fewer have been enough for a second (rates.cpp).
#pragma once

#include "world/contact/pairs.h"
#include "world/step_context.h"

namespace pliant {

class SubstepChoice {
  public:
    SubstepChoice(Contents& contents, StepContext& step) : contents_(contents), step_(step) {}

    // The number of small steps that the scene asks for: 0 is as many as needed; no value: contacts are solved once a
    // substep, after matter.
    std::optional<u32> given() const {
        const ParameterSet& p = contents_.parameters;
        if (!p.has_value(WorldP::small_steps)) return std::nullopt;
        return static_cast<u32>(p.number(WorldP::small_steps));
    }
    bool is_automatic() const { return given() == 0u; }
    // Of each body by itself, before others are looked at: the substeps that its matter needs.
    u32 of_matter(const Body& body) const;
    // Two whose boxes may meet; of a collider that is a rigid body.
    u32 of_touch(const Body& body) const;  // with anything
    u32 of_contact(const Body& body, const Body& other) const;
    u32 of_contact(const Body& body, const Collider& collider) const;
    u32 of_hanging(const Body& body, const Collider& collider, u32 grips) const;  // the collider on the body
    u32 of_rigid_bodies() const;
    u32 rounded(u32 wanted) const;  // the next number on the list

  private:
    u32 count(double longest_substep) const;
    double of_load(const Body& light, double mass, double particles, double gravity_scale,
                   double share) const;  // [s]

    Contents& contents_;
    StepContext& step_;
};

}  // namespace pliant
