// Level of detail: how much is done for a body, as its host says, and how far it has come there.
#pragma once

#include <vector>

#include "core/state_fields.h"

namespace pliant {

enum class Detail : u8 { full, reduced, guide, frozen };
constexpr Detail last_value(Detail) { return Detail::frozen; }

struct DetailState {
    Detail level = Detail::full, before = Detail::full;
    float since = 0;  // [s] that it has had this level
    float blend = 0;  // [s] that it takes to get there

    // Of a body that its guide moves.
    Transform place;                  // where its rest shape stood when that began
    std::vector<Vec3> offset, drift;  // [m], [m/s] of each particle against its guided place, then; empty: none

    bool eases() const { return level != Detail::guide && since < blend; }
    bool leaves_guide() const { return eases() && before == Detail::guide; }
    bool stopped() const { return level == Detail::frozen && since >= blend; }

    // A body in full detail leaves no trace in the hash.
    static bool is_in_use(const DetailState& d) { return d.level != Detail::full || d.since < d.blend; }
    static bool has_place(const DetailState& d) {
        return is_in_use(d) && (d.level == Detail::guide || d.leaves_guide());
    }
    static constexpr auto fields() {
        return std::tuple{field("level of detail", &DetailState::level).hashed_if(is_in_use),
                          field("level of detail before", &DetailState::before).hashed_if(is_in_use),
                          field("time at a level of detail", &DetailState::since).hashed_if(is_in_use),
                          field("blend between levels of detail", &DetailState::blend).hashed_if(is_in_use),
                          field("guided place", &DetailState::place).hashed_if(has_place),
                          field("offset from the guided place", &DetailState::offset).hashed_if(is_in_use),
                          field("drift from the guided place", &DetailState::drift).hashed_if(is_in_use)};
    }
};

struct DetailScratch {
    std::vector<Vec3> rest;      // [m] the rest shape of a body that its guide moves, where no guide gives one
    std::vector<Vec3> velocity;  // [m/s] of each particle when the substep began, during a blend
};

}  // namespace pliant
