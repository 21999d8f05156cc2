// Short names of the fixed-size numbers, and the inlining that kernels rely on.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pliant {

using u8 = std::uint8_t;
using u16 = std::uint16_t;
using u32 = std::uint32_t;
using u64 = std::uint64_t;
using i8 = std::int8_t;
using i16 = std::int16_t;
using i32 = std::int32_t;
using i64 = std::int64_t;

constexpr u32 no_index = 0xffffffffu;  // of a particle, point, face …: there is none

}  // namespace pliant

// Kernel files are compiled once per instruction set. A function that is emitted out of line there could be merged by
// the linker with the copy of another instruction set; functions that are always inlined have no copy to merge.
#define PL_INLINE inline __attribute__((always_inline))
