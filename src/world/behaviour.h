// The version of defaults and results. A change of either raises it, stores new hashes beside the old ones
// (scripts/golden_hashes.sh) and gets a line in the changelog.
#pragma once

#include "core/types.h"

namespace pliant {

constexpr u32 behaviour_version = 1;

}  // namespace pliant
