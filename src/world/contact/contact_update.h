// Contacts move with their sides. They are found once for several substeps, along the whole way; before each substep is
// solved, this brings them up to date: effective masses, distances, and the speed at which they may close.
#pragma once

#include "world/contact/contact_set.h"
#include "world/contact/pairs.h"
#include "world/step_context.h"

namespace pliant {

class ContactUpdate {
  public:
    ContactUpdate(Contents& contents, StepContext& step, PairList& pairs, ContactSet& contact_set)
        : contents_(contents), step_(step), pairs_(pairs), contact_set_(contact_set) {}

    void run();  // once particles have been predicted

  private:
    struct Side {      // both sides of a contact together, or the rigid body of one
        float k = 0;   // [1/kg] effective inverse mass along the normal
        float k_across = 0;
        Vec3 velocity;      // [m/s]
        Vec3 displacement;  // [m] since contacts were found
    };
    void update(Contact& c);
    Side soft_sides(const Contact& c);
    Side rigid_side(Contact& c) const;
    void share_out(Contact& c, float rigid_k) const;

    Contents& contents_;
    StepContext& step_;
    PairList& pairs_;
    ContactSet& contact_set_;
};

}  // namespace pliant
