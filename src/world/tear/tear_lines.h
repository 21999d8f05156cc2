// Lines along which bodies tear: drawn by an artist on the mesh as it rests, they make weak what they cross.
//
// A line stands for a surface in the body, and a link that passes through that surface is weak:
//
//     open, no direction      from the line straight into the body, as deep as it is there
//     closed, no direction    what the line spans, as a belt does: a ring around an arm takes the arm off
//     with a direction        everything before and behind the line, that way: a knife, or for a closed one a cutter
//
// On a sheet, which has no inside, closed lines go straight through it as open ones do.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "body/kind.h"

namespace pliant {

struct WeakLinks {
    std::vector<Line> lines;      // that they come from
    std::vector<float> strength;  // of each link of the whole, by its number: 1 where no line is
};

// Of a model that is whole. Null without lines. Throws Error for a line that is nowhere on the body.
std::shared_ptr<const WeakLinks> weak_links(const Model& whole, std::span<const Line> lines);

}  // namespace pliant
