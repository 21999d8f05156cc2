// Particles that rest on colliders.
#pragma once

#include "world/contact/contact_set.h"
#include "world/contact/pairs.h"
#include "world/contact/warm_impulses.h"
#include "world/step_context.h"

namespace pliant {

class RestingContacts {
  public:
    RestingContacts(Contents& contents, StepContext& step, PairList& pairs, WarmImpulses& warm, ContactSet& contact_set)
        : contents_(contents), step_(step), pairs_(pairs), warm_(warm), contact_set_(contact_set) {}

    float resting_friction(const Contact& c) const;
    void find();
    void sum_impulses();

  private:
    struct Standing {
        Body* body;
        const Collider* collider;
        Footing footing;
        bool stands;
    };
    void drop_pinched();
    void find_one(Standing& s) const;

    Contents& contents_;
    StepContext& step_;
    PairList& pairs_;
    WarmImpulses& warm_;
    ContactSet& contact_set_;
    std::vector<Standing> standing_;  // of this substep, by bodies and particles
    std::vector<Footing> footings_;   // of one body
};

}  // namespace pliant
