// Two boxes: the axis along which they are farthest apart, or overlap least, of the fifteen that can separate them.
#pragma once

#include "rigid/closest.h"

namespace pliant::rigid {

bool find_separating_axis(const Vec3& half_a, const Transform& pose_a, const Vec3& half_b, const Transform& pose_b,
                          float speculative_distance, Closest& out);

}  // namespace pliant::rigid
