// Lines along which bodies tear, carried with the surfaces on which they were drawn.
#pragma once

#include "render/moment.h"

namespace pliant::render {

void collect_tear_lines(const World& world, Moment& moment);
constexpr Color tear_line_color{230, 159, 0};

}  // namespace pliant::render
