// Which particles of a body its parameters hold in space.
#pragma once

#include "body/kind.h"

namespace pliant {

// By hold.where, hold.point and hold.low … hold.high, of the body at rest; empty where none of them is given. Throws
// Error.
std::vector<u8> hold_map_of(const Model&, const ParameterSet& common, double time);

}  // namespace pliant
