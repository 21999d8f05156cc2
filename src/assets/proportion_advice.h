// Advice about bodies whose numbers do not fit their meshes: a spacing larger than their thin parts, or a contact
// thickness larger than the distance between their points.
#pragma once

#include <string>
#include <vector>

#include "assets/scene.h"
#include "body/kind.h"
#include "world/parameters.h"

namespace pliant {

// Sentences about one body, without its name.
std::vector<std::string> proportion_advice(const SceneBody& body, const Model& model);

// [m] how thick a surface is, measured inwards along the normal of places spread evenly over it: the thickness below
// which a tenth of the surface lies, or `bound` where that is not less. `thin_share` is the share below the bound.
struct ThinParts {
    double lower_decile = 0, thin_share = 0;
};
ThinParts measure_thin_parts(const SurfaceModel& surface, double bound);

}  // namespace pliant
