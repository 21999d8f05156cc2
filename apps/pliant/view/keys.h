// A path that was drawn with the mouse becomes keys: as few as tell it.
#pragma once

#include <string>
#include <vector>

#include "core/vec.h"

namespace pliant::view {

struct TimedPlace {
    double time;  // [s]
    Vec3 place;   // [m]
};

// Those samples that are needed so that straight lines between them miss no other by more than `tolerance` [m].
// After Douglas & Peucker 1973, with the distance taken at the sample's own time. Times that do not grow are left out.
std::vector<TimedPlace> simplified(const std::vector<TimedPlace>& samples, float tolerance);

// { "keys": [[0.5, [1, 2, 3]], …] }
std::string keys_json(const std::vector<TimedPlace>& keys);

}  // namespace pliant::view
