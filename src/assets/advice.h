// Predictions about a scene: sag, attainable stiffness, the substeps that would be needed, and parameters that
// have no effect here, and why.
#pragma once

#include "assets/scene_build.h"

namespace pliant {

std::vector<std::string> scene_advice(const Scene& scene, const SceneBuilder& prepared);

}  // namespace pliant
