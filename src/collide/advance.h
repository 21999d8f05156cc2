// Conservative advancement: along a substep by the distance that is left, until two things are within a thickness of
// each other. Nothing can be passed that way, at any speed.
#pragma once

#include "core/types.h"

namespace pliant {

struct Advance {
    float max_approach;  // [m] in the substep, how far the two can come nearer to each other
    float thickness;     // [m] nearer is near enough
    float max_distance;  // [m] further off than this at the end of the substep means that they do not meet
    int max_steps = 32;  // steps; one who stops early is held off before it touches
};

// `start` is the distance when the substep begins; distance(t) is asked for t from 0 to 1, and last for the moment that
// counts. False when the two stay out of reach.
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
