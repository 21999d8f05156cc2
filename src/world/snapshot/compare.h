// Comparison of two worlds, for tests and for whoever looks for the cause of two different hashes.
#pragma once

#include <string>

#include "world/contents.h"

namespace pliant {

// Where the states of two worlds differ first: "flag: quiet_time", or "" where they are the same. Compared are all
// lists of state that a snapshot holds, in the order in which it holds them.
std::string first_difference(const Contents& a, const Contents& b);

}  // namespace pliant
