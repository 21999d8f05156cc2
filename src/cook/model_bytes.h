// Cooked models as bytes, with version and hash.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "body/kind.h"

namespace pliant {

std::string model_bytes(const Model& model);
std::shared_ptr<const Model> model_from_bytes(std::string_view bytes, const std::string& name);  // throws Error

}  // namespace pliant
