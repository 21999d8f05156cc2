// Two boxes: the direction in which they are farthest apart, or overlap least, among the fifteen that can divide them.
#pragma once

#include "rigid/closest.h"

namespace pliant::rigid {

bool find_separating_axis(const Vec3& half_a, const Transform& pose_a, const Vec3& half_b, const Transform& pose_b,
                          float speculative_distance, Closest& out);

}  // namespace pliant::rigid
