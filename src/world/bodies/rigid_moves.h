// Bodies and colliders that are put elsewhere as they are.
#pragma once

#include "world/contents.h"

namespace pliant {

void move_rigidly(Body& body, const Transform& by);                            // with its velocities
void set_pose(Contents& contents, Collider& collider, const Transform& pose);  // at once

}  // namespace pliant
