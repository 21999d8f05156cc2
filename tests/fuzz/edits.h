// Bytes that are almost right: the fuzzer's input is a list of edits of good ones, so that it reaches what stands
// behind magic words, sizes and checksums. An edit is six bytes: where (4), how (1), with what (1).
#pragma once

#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

#include "core/types.h"

namespace pliant::fuzz {

inline void require(bool condition) {
    if (!condition) std::abort();
}

inline void edit(std::vector<std::byte>& bytes, std::span<const u8> edits) {
    for (; edits.size() >= 6 && bytes.size() > 8; edits = edits.subspan(6)) {
        u32 where;
        std::memcpy(&where, edits.data(), 4);
        const size_t at = where % bytes.size();
        const std::byte with{edits[5]};
        switch (edits[4] % 6) {
            case 0: bytes[at] = with; break;
            case 1: bytes[at] ^= with; break;
            case 2: {  // a whole number, small or large, where four bytes stand
                const u32 number = edits[5] < 128 ? edits[5] : 0xffffffffu - (255u - edits[5]);
                std::memcpy(bytes.data() + (at & ~size_t{3}), &number, bytes.size() - (at & ~size_t{3}) < 4 ? 1 : 4);
                break;
            }
            case 3: {  // a float of odd size
                constexpr u32 floats[] = {0x7f800000, 0xff800000, 0x7fc00000, 0, 0x80000000, 0x7f7fffff, 1, 0x5a000000};
                const u32 number = floats[edits[5] % 8];
                std::memcpy(bytes.data() + (at & ~size_t{3}), &number, bytes.size() - (at & ~size_t{3}) < 4 ? 1 : 4);
                break;
            }
            case 4: bytes.erase(bytes.begin() + static_cast<std::ptrdiff_t>(at)); break;
            default: bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(at), with);
        }
    }
}

}  // namespace pliant::fuzz
