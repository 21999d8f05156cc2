// Where a parameter says that something is, as a place or as keys: moved.
#pragma once

#include "core/parameter.h"

namespace pliant {

// A value that is not given is at its default.
template <class Move>
Value moved_path(const ParameterSet& parameters, u16 row, Move&& move) {
    Value path = parameters.value(row);
    Keys* keys = std::get_if<Keys>(&path.data);
    if (!keys) return Value(move(parameters.vector(row)));
    for (Vec3d& v : keys->values) v = move(v);
    return path;
}

// The origin moves by that: places are in the old coordinates.
inline void shift_path(ParameterSet& parameters, u16 row, const Vec3& by) {
    parameters.set(row, moved_path(parameters, row, [&](const Vec3d& v) { return v - by.to<double>(); }));
}

}  // namespace pliant
