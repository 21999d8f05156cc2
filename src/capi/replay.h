// A capture that is played step by step.
#pragma once

#include <memory>
#include <string>

#include "pliant/pliant.h"
#include "world/world.h"

namespace pliant::capi {

class CapturePlayer {
  public:
    CapturePlayer(const std::string& path, const pliant_world_def* def);  // throws Error, as all of it does
    ~CapturePlayer();
    // Plays until the world has done that many steps, the first difference, or the end.
    void play_until(u64 steps);
    pliant_replay_info info() const;
    const World& world() const;  // once something was played
    u64 step_calls() const;      // in the whole file, as far as it is whole

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace pliant::capi
