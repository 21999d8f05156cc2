// Bodies that are far from the viewpoint stop where they are and go on when it comes near.
#pragma once

#include "world/guides/character_following.h"
#include "world/step_context.h"

namespace pliant {

class DistancePause {
  public:
    DistancePause(Contents& contents, StepContext& step, CharacterFollowing& following)
        : contents_(contents), step_(step), following_(following) {}

    float distance_from_viewpoint(const Body& body) const;
    void run();

  private:
    bool may_pause(const Body& body) const;
    void pause(Body& body);  // holds the pose
    void resume(Body& body);
    void keep_tied_going();

    Contents& contents_;
    StepContext& step_;
    CharacterFollowing& following_;
};

}  // namespace pliant
