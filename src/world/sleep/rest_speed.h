// How slow something must be to rest. Where matter and contacts are solved together and the scene does not say, by its
// size and gravity: a thing that falls is faster than that a moment later, and what drifts without gravity does not rest
// at all.
#pragma once

#include <algorithm>
#include <cmath>

#include "world/contents.h"

namespace pliant {

class RestSpeed {
  public:
    explicit RestSpeed(const Contents& contents)
        : gravity_(length(contents.parameters.vector(WorldP::gravity, contents.time).to<float>())),
          given_(contents.parameters.is_explicit(WorldP::sleep_speed) ||
                 !contents.parameters.has_value(WorldP::small_steps)),
          speed_(static_cast<float>(contents.parameters.number(WorldP::sleep_speed))) {}

    float of(float size) const {  // [m], [m/s]
        constexpr float share = 0.02f, of_its_size_in_a_second = 1e-3f;
        if (given_) return speed_;
        return std::min(speed_, std::max(share * std::sqrt(size * gravity_), of_its_size_in_a_second * size));
    }
    float greatest() const { return speed_; }

  private:
    float gravity_;
    bool given_;
    float speed_;
};

}  // namespace pliant
