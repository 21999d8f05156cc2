// What to say of a parameter or a preset that belongs to another kind of body.
#pragma once

#include <string>

#include "core/parameter.h"

namespace pliant {

bool is_table_of_a_kind(const ParameterTable& table);
// "cell is a parameter of flesh; lattice calls it spacing". Empty where no kind has a parameter of that name.
std::string owner_of_parameter(const std::string& parameter, const ParameterTable& asked);
// "denim is a preset of cloth". Likewise.
std::string owner_of_preset(const std::string& preset, const ParameterTable& asked);

}  // namespace pliant
