// Conservative advancement: steps along a substep by the remaining distance, until two objects are within a thickness
// of each other. Nothing can be passed that way, at any speed.
#pragma once

#include "core/types.h"

namespace pliant {

struct Advance {
    float max_approach;  // [m] by which the two can approach each other in the substep, at most
    float thickness;     // [m] at which they touch
    float max_distance;  // [m] farther apart at the end of the substep: no contact
    int max_steps = 32;  // if they are used up, the contact is made before the two touch
};

// `start` is the distance when the substep begins; distance(t) is evaluated for t from 0 to 1, last at the time of
// contact. False if the two stay farther apart than max_distance.
template <class Distance>
bool advance(const Advance& a, float start, Distance&& distance) {
    if (start - a.max_approach > a.max_distance) return false;
    float t = 0, d = start;
    for (int i = 0; i < a.max_steps && d > a.thickness * 1.01f + 1e-6f; ++i) {
        if (t == 1) return d <= a.max_distance;
        t += (d - a.thickness) / a.max_approach;
        if (!(t < 1)) t = 1;  // also when nothing moves at all
        d = distance(t);
    }
    return t < 1 || d <= a.max_distance;
}

}  // namespace pliant
