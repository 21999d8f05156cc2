// What a body will do, foretold from its parameters alone: how far it sags, how fast it swings. For `validate
// --advise`.
#pragma once

#include <string>
#include <vector>

#include "body/kind.h"

namespace pliant {

struct ForecastInput {
    std::shared_ptr<const Model> model;
    const ParameterSet& own;
    double gravity;  // [m/s²]
    u32 substeps;
    double substep;  // [s]
};

// Of matter with a Young's modulus: its sag, what the substeps can attain, and how fast a push travels.
std::vector<std::string> forecast_solid(const ForecastInput& in);

std::string percent_text(double share);  // 0.031 is "3.1 %"

}  // namespace pliant
