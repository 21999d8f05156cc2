// Level of detail: how much is done for a body, as its host says, and how far it has come there.
#pragma once

#include <vector>

#include "core/vec.h"

namespace pliant {

enum class Detail : u8 { full, reduced, guide, frozen };

struct DetailState {
    Detail level = Detail::full, before = Detail::full;
    float since = 0;  // [s] that it has had this level
    float blend = 0;  // [s] that it takes to get there

    // Of a body that its guide carries.
    Transform place;                  // where the shape it wants stood when that began
    std::vector<Vec3> offset, drift;  // [m], [m/s] of each particle against where it is carried, then; empty: none
    std::vector<Vec3> rest;           // [m] the shape it wants, where no guide says so; scratch

    std::vector<Vec3> velocity;  // [m/s] of each particle when the substep began, while it is eased; scratch
    bool eases() const { return level != Detail::guide && since < blend; }
    bool leaves_guide() const { return eases() && before == Detail::guide; }
    bool stopped() const { return level == Detail::frozen && since >= blend; }
};

}  // namespace pliant
