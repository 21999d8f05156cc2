// A loop whose rounds do not depend on each other, by a team or, where there is none, by the caller alone.
#pragma once

#include <algorithm>

#include "core/parallel.h"

namespace pliant {

template <class F>
void for_all(Team* team, size_t count, F&& f) {
    constexpr size_t block_size = 64;
    auto block = [&](u32 b, u32) {
        const size_t first = b * block_size, last = std::min(count, first + block_size);
        for (size_t i = first; i < last; ++i) f(i);
    };
    const u32 blocks = static_cast<u32>((count + block_size - 1) / block_size);
    if (team) return team->run(blocks, block);
    for (u32 b = 0; b < blocks; ++b) block(b, 0);
}

}  // namespace pliant
