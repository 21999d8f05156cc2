// The positions at which a guide has the particles of a body in a substep.
#pragma once

#include <span>

#include "core/vec.h"

namespace pliant {

struct GuideTargets {
    std::span<const Vec3> from, to;  // [m] at both ends of the step, in the guide's space
    struct Frame {                   // from there to the world
        Mat3 linear{};
        Vec3 offset;
        float share = 0;  // of the step that is over by then

        Vec3 place(const Vec3& a, const Vec3& b) const { return linear * (a + (b - a) * share) + offset; }
    };
    Frame before, now;  // when the substep begins, and ends

    bool empty() const { return from.empty(); }
    Vec3 at(u32 p) const { return now.place(from[p], to[p]); }
};

}  // namespace pliant
