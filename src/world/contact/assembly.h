// From contacts as they were found to contacts that can be solved: effective masses, friction, islands.
#pragma once

#include "world/attachments/pull_set.h"
#include "world/attachments/pulls.h"
#include "world/contact/contact_set.h"
#include "world/contact/pairs.h"
#include "world/contact/warm_impulses.h"
#include "world/step_context.h"

namespace pliant {

class ContactAssembly {
  public:
    ContactAssembly(Contents& contents, StepContext& step, PairList& pairs, WarmImpulses& warm, ContactSet& contact_set,
                    PullSolver& puller, PullSet& pulls)
        : contents_(contents),
          step_(step),
          pairs_(pairs),
          warm_(warm),
          contact_set_(contact_set),
          puller_(puller),
          pulls_(pulls) {}

    void run();

  private:
    struct ContactHome {
        static constexpr u32 pulled = 1u << 31;  // not a contact but a group of pulls
        u32 island, contact;
    };
    void find_coupled();
    void add(Pair& pair, u32 pair_number, const FoundContact& found, Body& on, Body* other,
             std::span<const WarmImpulse> warm);
    bool one_island_in_order() const;
    void sort_islands();
    float approach_of(const Contact& c, const Body& on, const Body* other) const;
    void hang_on_rigid(Contact& c) const;
    void join_rigid();
    void list_rigid_islands();

    Contents& contents_;
    StepContext& step_;
    PairList& pairs_;
    WarmImpulses& warm_;
    ContactSet& contact_set_;
    PullSolver& puller_;
    PullSet& pulls_;
    std::vector<ContactHome> homes_;
    std::vector<Contact> sorted_contacts_;
    std::vector<u16> acting_;  // of each particle: how many contacts and attachments act on it, in this substep
};

}  // namespace pliant
