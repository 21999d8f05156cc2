// Contact events of a step, and counts of contacts.
#pragma once

#include "world/contact/contact_set.h"
#include "world/contact/pairs.h"
#include "world/step_context.h"

namespace pliant {

class ContactReport {
  public:
    ContactReport(Contents& contents, StepContext& step, PairList& pairs, ContactSet& contact_set)
        : contents_(contents), step_(step), pairs_(pairs), contact_set_(contact_set) {}

    // Who touches: the body whose particles carry the contact's first supports, and the other body or the collider.
    struct ContactSides {
        const Body* body;
        const Body* other_body;
        const Collider* collider;
    };
    ContactSides sides(const Contact& c) const;
    void sum_impulses();
    void report();
    void count();

  private:
    Contents& contents_;
    StepContext& step_;
    PairList& pairs_;
    ContactSet& contact_set_;
    std::vector<PairKey> touching_now_;
};

}  // namespace pliant
