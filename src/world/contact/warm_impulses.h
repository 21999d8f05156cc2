// Impulses of contacts in the last substep: the best guess for the next one. State, because results depend on it.
#pragma once

#include "world/contact/contact_set.h"
#include "world/contact/pairs.h"
#include "world/step_context.h"

namespace pliant {

class RestingContacts;

class WarmImpulses {
  public:
    WarmImpulses(Contents& contents, StepContext& step, PairList& pairs, ContactSet& contact_set)
        : contents_(contents), step_(step), pairs_(pairs), contact_set_(contact_set) {}

    std::span<const WarmImpulse> of(const Pair& pair) const;
    static ContactImpulse guess(std::span<const WarmImpulse> of_pair, const Contact& c, bool of_edge);
    void keep(const RestingContacts& resting);
    void forget(BodyId id);
    std::vector<WarmImpulse>& all() { return warm_; }
    const std::vector<WarmImpulse>& all() const { return warm_; }

  private:
    Contents& contents_;
    StepContext& step_;
    PairList& pairs_;
    ContactSet& contact_set_;
    std::vector<WarmImpulse> warm_;  // sorted by pair and feature; state
};

}  // namespace pliant
