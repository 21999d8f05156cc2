// PhysX .tet, as its soft bodies and those of Flex and Isaac Gym have it: "v x y z" and "t a b c d", points from 0.
#pragma once

#include <string>
#include <string_view>

#include "assets/tet_builder.h"

namespace pliant {

TetFile read_physx_tet(std::string_view text, const std::string& name);  // throws Error with file and line
std::string physx_tet_text(const TetMesh& mesh);

}  // namespace pliant
