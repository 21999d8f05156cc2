// Clips that play in a world: those of characters, and those of the guides of bodies.
#pragma once

#include <string>
#include <vector>

#include "core/types.h"

namespace pliant {
class World;
}

namespace pliant::view {

// The clip that a character, or the guide of a body, plays.
struct ClipState {
    std::string name;
    bool character = true;
    std::vector<std::string> clips;  // that there are
    std::string clip;                // that plays; empty: the rest pose
    enum class Motion : u8 { playing, paused, stopped } motion = Motion::playing;
    double time = 0, length = 0;  // [s]
};

std::vector<ClipState> clips_of(const World& world);

}  // namespace pliant::view
