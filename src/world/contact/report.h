// Contact events of a step, and counts of contacts: of all pairs, whichever solver pushed them.
#pragma once

#include "world/contact/contact_set.h"
#include "world/contact/pairs.h"
#include "world/contact/touch_list.h"
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

    // ---- after a substep
    void sum_impulses();           // of contacts with bodies
    void sum_collider_impulses();  // of contacts between colliders
    void count();

    void report();  // after all substeps

  private:
    void add_body_touches();
    void find_sensor_overlaps();
    void report_touches(float hit_speed);
    void report_ends();
    bool is_sensor(const ObjectId& object) const;
    bool still_touch(const ObjectPair& pair) const;
    bool colliders_still_touch(const ObjectPair& pair) const;

    Contents& contents_;
    StepContext& step_;
    PairList& pairs_;
    ContactSet& contact_set_;
    TouchList touches_;  // of this step
    std::vector<ObjectPair> touching_now_;
};

}  // namespace pliant
