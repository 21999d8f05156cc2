// Which bodies and colliders may touch in the rest of a step: swept bounds, broad phase, filters.
#pragma once

#include "collide/broad_phase.h"
#include "world/contact/contact_set.h"
#include "world/contact/pair.h"
#include "world/sleep/waking.h"
#include "world/step_context.h"

namespace pliant {

class PairList {
  public:
    PairList(Contents& contents, StepContext& step, Waking& waking)
        : contents_(contents), step_(step), waking_(waking) {}

    bool left_swept_bounds() const;
    void find();
    // All that may meet within some time, by numbers: bodies first, then colliders.
    const std::vector<std::pair<u32, u32>>& find_meeting_boxes(float seconds);
    void clear() { pair_count_ = 0; }  // at the beginning of a step

    size_t count() const { return pair_count_; }
    Pair& operator[](size_t i) { return pairs_[i]; }
    const Pair& operator[](size_t i) const { return pairs_[i]; }
    std::span<const u32> body_pairs() const { return body_pairs_; }        // numbers of pairs between bodies
    std::span<Body* const> near_bodies() const { return near_bodies_; }    // that have pairs
    std::span<Body* const> cloth_bodies() const { return sheet_bodies_; }  // that meet cloth in this step
    const Pair& of(const Contact& contact) const { return pairs_[contact.pair]; }
    std::vector<ObjectPair>& touching() { return touching_; }  // since the last step, sorted; state
    const std::vector<ObjectPair>& touching() const { return touching_; }

  private:
    void find_swept_bounds(float seconds);
    void add(u32 i, u32 j, size_t known);
    void list();
    void wake_touched();
    float greatest_speed_of(const Collider& c) const;
    Box swept_bounds_of(const Collider& c, float seconds) const;
    bool rigid_left_swept_bounds() const;

    Contents& contents_;
    StepContext& step_;
    Waking& waking_;
    std::vector<Pair> pairs_;
    size_t pair_count_ = 0;
    std::vector<u32> body_pairs_;
    std::vector<Body*> near_bodies_, sheet_bodies_;
    std::vector<Box> boxes_;
    std::vector<std::pair<u32, u32>> box_pairs_;
    BroadPhase broad_phase_;
    std::vector<ObjectPair> touching_;
};

}  // namespace pliant
