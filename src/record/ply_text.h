// The head of binary PLY files, and rows of them.
#pragma once

#include <cstring>
#include <string>

#include "core/types.h"

namespace pliant {

inline std::string ply_head() { return "ply\nformat binary_little_endian 1.0\n"; }

template <class T>
void add_bytes(std::string& to, const T& value) {
    char raw[sizeof(T)];
    std::memcpy(raw, &value, sizeof value);
    to.append(raw, sizeof raw);
}

}  // namespace pliant
