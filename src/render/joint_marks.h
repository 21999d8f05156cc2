// Joints as a picture shows them: where they are, what their limits leave free, and where they stand in that.
#pragma once

#include "render/layers.h"

namespace pliant::render {

constexpr Color joint_color{0, 158, 115}, joint_limit_color{240, 228, 66}, joint_stand_color{213, 94, 0};
void collect_joints(const World& world, Moment& moment);

}  // namespace pliant::render
