// The order of things by a key, in linear time.
#pragma once

#include <span>
#include <vector>

#include "core/assert.h"
#include "core/types.h"

namespace pliant {

// Numbers 0 … n-1 in ascending order of their keys; where keys are equal, in ascending order. By counting, eleven bits
// at a time; bits in which no two keys differ cost nothing.
inline std::vector<u32> order_by(std::span<const u32> keys) {
    PL_ASSERT(keys.size() < no_index);
    constexpr u32 digit_bits = 11, digits = 1u << digit_bits;
    std::vector<u32> order(keys.size()), sorted(keys.size());
    u32 same = ~0u;
    for (u32 i = 0; i < keys.size(); ++i) {
        order[i] = i;
        same &= ~(keys[i] ^ keys[0]);
    }
    for (u32 shift = 0; shift < 32; shift += digit_bits) {
        if ((~same >> shift & (digits - 1)) == 0) continue;
        u32 start[digits + 1] = {};
        for (const u32 key : keys) ++start[(key >> shift & (digits - 1)) + 1];
        for (u32 d = 1; d <= digits; ++d) start[d] += start[d - 1];
        for (const u32 i : order) sorted[start[keys[i] >> shift & (digits - 1)]++] = i;
        order.swap(sorted);
    }
    return order;
}

}  // namespace pliant
