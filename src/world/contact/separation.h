// The last word against tunnelling, after contacts were solved: points of cloth and thin colliders are looked at along
// their whole displacement.
#pragma once

#include "collide/feature_edge_guard.h"
#include "world/contact/contact_set.h"
#include "world/contact/pairs.h"
#include "world/step_context.h"

namespace pliant {

class Separation {
  public:
    Separation(Contents& contents, StepContext& step, PairList& pairs, ContactSet& contact_set)
        : contents_(contents), step_(step), pairs_(pairs), contact_set_(contact_set) {}

    void push_out_points();
    void push_out_of_colliders();
    void push_out(const Body& body, u32 particle);
    void set_end_position(u32 particle, const Vec3& to);
    Vec3 pushed_out_of_all(const Body& body, u32 particle, Vec3 to) const;
    void sweep_edges();

  private:
    Contents& contents_;
    StepContext& step_;
    PairList& pairs_;
    ContactSet& contact_set_;
    FeatureEdgeGuard feature_edge_guard_;
};

}  // namespace pliant
