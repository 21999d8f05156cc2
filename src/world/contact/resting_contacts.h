// Particles that rest on colliders.
#pragma once

#include "body/resting_contacts.h"
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
    struct RestingParticle {
        Body* body;
        const Collider* collider;
        RestingContact contact;
        bool rests;
    };
    void drop_pinched();
    void find_one(RestingParticle& s) const;

    Contents& contents_;
    StepContext& step_;
    PairList& pairs_;
    WarmImpulses& warm_;
    ContactSet& contact_set_;
    std::vector<RestingParticle> resting_;  // of this substep, by bodies and particles
    std::vector<RestingContact> contacts_;  // of one body
};

}  // namespace pliant
