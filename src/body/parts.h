// Loops over vertices or particles in parts, which workers share. Parts do not depend on the number of workers.
#pragma once

#include <algorithm>

#include "core/parallel.h"
#include "core/vec.h"

namespace pliant {

// f(begin, end) for parts of 0 … count.
template <class F>
void in_parts(Team& team, u32 count, u32 per_part, F&& f) {
    team.run((count + per_part - 1) / per_part,
             [&](u32 part, u32) { f(part * per_part, std::min(count, (part + 1) * per_part)); });
}

// The same where every part says what it encloses: the box around all of them.
template <class F>
Box boxed_in_parts(Team& team, u32 count, F&& f) {
    constexpr u32 most = 64, least = 4096;
    Box boxes[most], all;
    const u32 per_part = std::max(least, (count + most - 1) / most);
    in_parts(team, count, per_part, [&](u32 begin, u32 end) { boxes[begin / per_part] = f(begin, end); });
    for (const Box& box : boxes) all.add(box);
    return all;
}

}  // namespace pliant
