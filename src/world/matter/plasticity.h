// Plastic flow: strain beyond yield becomes permanent.
#pragma once

#include "world/step_context.h"

namespace pliant {

// Once a step: rest shapes change here and when guides move, nowhere else.
void apply_plasticity(StepContext& step);

}  // namespace pliant
