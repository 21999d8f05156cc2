// Where the surfaces of each pair meet in a substep.
#pragma once

#include "collide/collider_contacts.h"
#include "collide/pair_contacts.h"
#include "collide/sheet_contacts.h"
#include "world/contact/pairs.h"
#include "world/contact/warm_impulses.h"
#include "world/step_context.h"

namespace pliant {

class ContactDetection {
  public:
    ContactDetection(StepContext& step, PairList& pairs, WarmImpulses& warm)
        : step_(step),
          pairs_(pairs),
          warm_(warm),
          collider_finders_(step.worker_scratch.size()),
          pair_finders_(step.worker_scratch.size()),
          sheet_finders_(step.worker_scratch.size()) {}

    void find();
    static void fit_sheet(Body& body);

  private:
    void find(Body& body, ColliderContacts& finder);
    void find(Pair& pair, u32 worker);
    bool can_meet_itself(Body& body) const;
    ContactDistances own_distances(const Body& body) const;

    StepContext& step_;
    PairList& pairs_;
    WarmImpulses& warm_;
    std::vector<ColliderContacts> collider_finders_;  // one for each worker
    std::vector<PairContacts> pair_finders_;
    std::vector<SheetContacts> sheet_finders_;
};

}  // namespace pliant
