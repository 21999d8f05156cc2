// Things that share a vertex cannot be moved at the same time. Colours are groups of things that share none: within a
// colour they may be moved in any order, or eight at once.
#pragma once

#include <span>
#include <vector>

#include "core/types.h"

namespace pliant {

struct Coloring {
    std::vector<u32> order;  // of things: by colour, and as they came within a colour
    std::vector<u32> start;  // of each colour in `order`, and the end
    u32 colors() const { return static_cast<u32>(start.size()) - 1; }
};
const char* validate(const Coloring&, std::span<const u32> vertices, u32 each);

// Every item takes the first colour that none of its vertices has yet. `vertices` are `each` for every item; a vertex
// may be named twice.
Coloring coloring_of(std::span<const u32> vertices, u32 each, u32 vertex_count);

}  // namespace pliant
