// Words of four bytes as older formats have them: the most significant byte first.
#pragma once

#include <utility>

#include "core/types.h"

namespace pliant {

inline void swap_words(void* data, size_t words) {
    u8* p = static_cast<u8*>(data);
    for (size_t w = 0; w < words; ++w, p += 4) {
        std::swap(p[0], p[3]);
        std::swap(p[1], p[2]);
    }
}

}  // namespace pliant
